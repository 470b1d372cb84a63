import { checkOptions, checkNumbers } from '../check-options.js';
import { InvalidArgumentError, throwIfAborted } from '../../errors.js';
import type { Engine } from '../../engine/engine.js';
import type { Algorithm, Control, Outcome, Problem } from '../algorithm.js';
import { Pauses } from '../pauses.js';
import type { Steps } from '../../steps.js';
import { conditionsOf } from '../judge-classes.js';
import { refuseUnsatisfiable } from '../refuse-unsatisfiable.js';
import { TIES } from '../ties.js';
import type { CorrelatedColumn } from './correlation.js';
import { correlate } from './correlation.js';
import { clusterAroundMedoids } from './k-medoids.js';
import { BUCKET_COLUMN_DESCRIPTION, requireFreeName, takeBucketColumn } from './permutation-options.js';
import { permutationWarnings, permutedRecoding } from './permuted.js';
import { SlicingDiversity } from './slicing-diversity.js';
import { bucketOfAll, partitionTuples, type PartitionOptions } from './tuple-partition.js';

/**
 * Slicing: columns are grouped by correlation, rows into buckets, and within every bucket each group of columns is permuted
 * by itself.
 *
 * Li, Li, Zhang and Molloy, "Slicing: A New Approach to Privacy Preserving Data Publishing", 2009 (arXiv 0909.2290); Toth,
 * Data Anonymization, 2015, section 3.1.3, Algorithms 3 and 4. For every l-diversity model of the job the sliced table
 * is l-diverse as the paper defines it, p(t, s) <= 1/l for every tuple and value (Algorithm 4's own line 10 would refuse
 * equality), and the buckets satisfy the model as classes do.
 */
export const slicing: Algorithm = {
  name: 'slicing',
  source: 'Li, Li, Zhang, Molloy: Slicing: A New Approach to Privacy Preserving Data Publishing, 2009 (TKDE 2012)',
  guarantee:
    'every bucket satisfies every model; for an l-diversity model also p(t, s) <= 1/l for every tuple and value',
  complexity: 'O(q n log n) for n rows and q quasi-identifiers, and per split the tuples that match its bucket',
  anytime: false,
  releases: 'values',
  permutes: {
    groupsOf: ({ columns }) => {
      if (columns === 'one-attribute-per-column') return [];
      return Array.isArray(columns) ? (columns as string[][]) : null;
    },
    twoTables: false,
  },
  options: {
    columns:
      'auto (default): k-medoids over correlations; one-attribute-per-column; or a list of lists of column names (columns not named stand alone)',
    clusters: 'groups of columns for auto, default half of the attributes, rounded up',
    partitioning: 'relaxed (default): even halves, equal values divided; strict: equal values stay together',
    ties: 'of attributes of equal width: job-order (default), the earlier in the job; smaller-domain, the one of fewer values',
    bucketColumn: BUCKET_COLUMN_DESCRIPTION,
  },
  checkOptions: (options, path) => void readOptions(options, path),
  run: runSlicing,
};

type Columns = 'auto' | 'one-attribute-per-column' | readonly (readonly string[])[];

const APART =
  'the groups of columns that correlations suggest cannot be l-diverse, not even in one bucket of all rows: the sensitive columns stand alone';

const CHOICES = {
  partitioning: { values: ['relaxed', 'strict'], default: 'relaxed' },
  ties: { values: TIES, default: 'job-order' },
} as const;
const NUMBERS = { clusters: { minimum: 1, maximum: 1e6, isWhole: true, default: null } };

function readOptions(given: Readonly<Record<string, unknown>>, path: string) {
  const { columns = 'auto', ...rest } = given;
  const { bucketColumn, others } = takeBucketColumn(rest, path);
  const { values, others: choices } = checkNumbers(NUMBERS, others, path);
  const checked = checkOptions(CHOICES, choices, path) as unknown as PartitionOptions;
  const { clusters } = values as { readonly clusters?: number };
  return { columns: checkColumns(columns, `${path}.columns`), clusters, ...checked, bucketColumn };
}

function checkColumns(columns: unknown, path: string): Columns {
  if (columns === 'auto' || columns === 'one-attribute-per-column') return columns;
  const isList = (value: unknown): value is unknown[] => Array.isArray(value);
  if (!isList(columns) || !columns.every((group) => isList(group) && group.every((name) => typeof name === 'string'))) {
    throw new InvalidArgumentError(
      path,
      '"auto", "one-attribute-per-column" or a list of lists of column names',
      typeof columns === 'string' ? JSON.stringify(columns) : typeof columns,
    );
  }
  const names = columns.flat() as string[];
  if (new Set(names).size !== names.length) {
    throw new InvalidArgumentError(path, 'every column at most once', 'a column twice', 'DUPLICATE_COLUMN');
  }
  return columns as string[][];
}

async function runSlicing(
  problem: Problem,
  engine: Engine,
  given: Readonly<Record<string, unknown>>,
  control: Control,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const options = readOptions(given, 'algorithm');
  const { bucketColumn } = options;
  requireFreeName(problem, bucketColumn);
  const pauses = new Pauses(control, 'partition');
  const wanted = await pauses.drive(groupColumns(problem, options.columns, options.clusters));
  const isApart = options.columns === 'auto' && !(await pauses.drive(canBeDiverse(problem, wanted)));
  const groups = isApart ? setSensitiveApart(problem, wanted) : wanted;
  const conditions = conditionsOf(problem);
  refuseUnsatisfiable(problem, engine, conditions);
  const diversity = await pauses.drive(diversitiesOf(problem, groups));
  const found = await partitionTuples(problem, engine, conditions, diversity, options, control);
  const largest: number[] = [];
  for (const each of diversity) largest.push(await pauses.drive(each.largest()));
  return {
    recoding: await pauses.drive(permutedRecoding(problem, found.parts, { groups, bucketColumn, separate: [] })),
    search: {
      optimal: false,
      lowerBound: null,
      nodes: 2 * found.splits + 1,
      checked: found.splits + found.refused,
      buckets: found.parts.buckets,
      ...(largest.length === 0 ? {} : { largestProbability: Math.max(...largest) }),
    },
    solution: { kind: 'permutation', bucketColumn, columns: groups },
    options,
    warnings: [
      ...permutationWarnings(problem, groups.length === 1),
      ...(isApart ? [{ code: 'SENSITIVE_APART', message: APART }] : []),
    ],
  };
}

/** True when one bucket of all rows is diverse. */
function* canBeDiverse(problem: Problem, groups: readonly (readonly string[])[]): Steps<boolean> {
  const all = bucketOfAll(problem);
  for (const each of yield* diversitiesOf(problem, groups)) if (!(yield* each.start(all))) return false;
  return true;
}

/** The groups without the attributes of l-diversity models, each of which becomes a group of its own. */
function setSensitiveApart(problem: Problem, groups: readonly (readonly string[])[]): string[][] {
  const apart = new Set(problem.models.flatMap(({ spec }) => (spec.model === 'l-diversity' ? [spec.attribute] : [])));
  return [
    ...groups.map((group) => group.filter((name) => !apart.has(name))).filter((group) => group.length > 0),
    ...[...apart].map((name) => [name]),
  ];
}

/** Every released column in one group. */
function* groupColumns(problem: Problem, columns: Columns, clusters: number | undefined): Steps<string[][]> {
  const released = problem.released.map(({ name }) => name);
  if (columns === 'one-attribute-per-column') return released.map((name) => [name]);
  const groups = columns === 'auto' ? yield* clusterColumns(problem, clusters) : columns.map((group) => [...group]);
  const named = new Set(groups.flat());
  for (const name of named) {
    if (!released.includes(name)) {
      throw new InvalidArgumentError(
        'algorithm.columns',
        'names of released columns',
        JSON.stringify(name),
        'UNKNOWN_COLUMN',
      );
    }
  }
  const rest = released.filter((name) => !named.has(name)).map((name) => [name]);
  return [...groups.filter((group) => group.length > 0), ...rest];
}

/** Quasi-identifiers, and sensitive attributes that a model looks at, by how they correlate. */
function* clusterColumns(problem: Problem, clusters: number | undefined): Steps<string[][]> {
  const counts = problem.set.counts();
  const columns: CorrelatedColumn[] = [
    ...problem.domains.map((domain, a) => ({
      name: domain.attribute,
      codes: problem.set.codes(a),
      size: domain.size,
      numbers: domain.numbers,
    })),
    ...problem.sensitive.map(({ attribute, size }, j) => ({
      name: attribute,
      codes: problem.set.codes(problem.domains.length + j),
      size,
      numbers: null,
    })),
  ];
  const distance = columns.map(() => columns.map(() => 0));
  for (const [i, a] of columns.entries()) {
    for (let j = i + 1; j < columns.length; j++) {
      yield;
      distance[i][j] = distance[j][i] = 1 - correlate(a, columns[j], counts);
    }
  }
  const k = Math.min(columns.length, clusters ?? Math.ceil(columns.length / 2));
  return clusterAroundMedoids(distance, k).map((cluster) => cluster.map((i) => columns[i].name));
}

function* diversitiesOf(problem: Problem, groups: readonly (readonly string[])[]): Steps<SlicingDiversity[]> {
  const diversities: SlicingDiversity[] = [];
  for (const { spec } of problem.models) {
    if (spec.model === 'l-diversity') diversities.push(yield* diversityOf(problem, groups, spec.attribute, spec.l));
  }
  return diversities;
}

function diversityOf(
  problem: Problem,
  groups: readonly (readonly string[])[],
  attribute: string,
  l: number,
): Steps<SlicingDiversity> {
  const quasi = new Map(problem.domains.map((domain, a) => [domain.attribute, a]));
  const columns = groups.map((group) => group.flatMap((name) => quasi.get(name) ?? []));
  const own = groups.findIndex((group) => group.includes(attribute));
  const at = problem.sensitive.findIndex((sensitive) => sensitive.attribute === attribute);
  return SlicingDiversity.make(problem, columns, own, problem.domains.length + at, l);
}
