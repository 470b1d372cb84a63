import { largestOf } from '../../base/sequences.js';
import { InvalidArgumentError, throwIfAborted } from '../../base/errors.js';
import type { Engine } from '../../engine/engine.js';
import type { Control, Outcome, PersonsOfBuckets, Problem } from '../algorithm.js';
import { Pauses } from '../pauses.js';
import type { Steps } from '../../base/steps.js';
import { conditionsOf } from '../judge-classes.js';
import { refuseUnsatisfiable } from '../refuse-unsatisfiable.js';
import type { CorrelatedColumn } from './correlation.js';
import { correlate } from './correlation.js';
import { clusterAroundMedoids } from './k-medoids.js';
import { bucketsOfPersons } from './buckets-of-persons.js';
import { requireFreeName } from './free-name.js';
import { permutationWarnings, permutedRecoding } from './permuted.js';
import { SlicingDiversity } from './slicing-diversity.js';
import { bucketOfAll, partitionTuples } from './tuple-partition.js';
import type { SlicingOptions } from '../cards/slicing.js';

type Columns = SlicingOptions['columns'];

const APART =
  'the groups of columns that correlations suggest cannot be l-diverse, not even in one bucket of all rows: the sensitive columns stand alone';

/**
 * Slicing: columns are grouped by correlation, rows into buckets, and within every bucket each group of columns is permuted
 * by itself.
 *
 * Li, Li, Zhang and Molloy, "Slicing: A New Approach to Privacy Preserving Data Publishing", 2009 (arXiv 0909.2290); Toth,
 * Data Anonymization, 2015, section 3.1.3, Algorithms 3 and 4. For every l-diversity model of the job the sliced table
 * is l-diverse as the paper defines it, p(t, s) <= 1/l for every tuple and value (Algorithm 4's own line 10 would refuse
 * equality), and the buckets satisfy the model as classes do.
 */
export async function run(
  problem: Problem,
  engine: Engine,
  options: SlicingOptions,
  control: Control,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const { bucketColumn } = options;
  requireFreeName(problem, bucketColumn);
  const pauses = new Pauses(control, 'partition');
  const wanted = await pauses.drive(groupColumns(problem, options.columns, options.clusters));
  const { persons } = problem;
  if (persons !== undefined) {
    const names = persons.linked.map(({ attribute }) => attribute);
    const own = options.columns === 'auto' ? setApart(wanted, names) : wanted;
    return await sliceByPersons({ problem, persons, groups: own, options }, control, pauses);
  }
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
      ...(largest.length === 0 ? {} : { largestProbability: largestOf(largest) }),
    },
    solution: { kind: 'permutation', bucketColumn, columns: groups },
    options,
    warnings: [
      ...permutationWarnings(problem, { isExact: groups.length === 1 }),
      ...(isApart ? [{ code: 'SENSITIVE_APART', message: APART }] : []),
    ],
  };
}

/** Input of slices of persons. */
interface PersonSlices {
  readonly problem: Problem;
  readonly persons: PersonsOfBuckets;
  readonly groups: readonly (readonly string[])[];
  readonly options: SlicingOptions;
}

/** Slices in which all rows of a bucket are of different persons. p(t, s) is a mean over buckets, so each bounds it by 1/l. */
async function sliceByPersons(
  { problem, persons, groups, options }: PersonSlices,
  control: Control,
  pauses: Pauses,
): Promise<Outcome> {
  const { bucketColumn } = options;
  const how = { ...options, groups, isShareBounded: true };
  const { parts, nodes, checked } = await bucketsOfPersons(problem, persons, how, control, pauses);
  return {
    recoding: await pauses.drive(permutedRecoding(problem, parts, { groups, bucketColumn, separate: [] })),
    search: { optimal: false, lowerBound: null, nodes, checked, buckets: parts.buckets },
    solution: { kind: 'permutation', bucketColumn, columns: groups },
    options,
    warnings: permutationWarnings(problem, { isExact: groups.length === 1 }),
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
  return setApart(
    groups,
    problem.models.flatMap(({ spec }) => (spec.model === 'l-diversity' ? [spec.attribute] : [])),
  );
}

/** The groups without some columns, each of which becomes a group of its own. */
function setApart(groups: readonly (readonly string[])[], names: readonly string[]): string[][] {
  const apart = new Set(names);
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
    ...problem.sensitive.flatMap(({ attribute, size }, j) =>
      problem.models.some((model) => model.attribute === attribute)
        ? [{ name: attribute, codes: problem.set.codes(problem.domains.length + j), size, numbers: null }]
        : [],
    ),
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
