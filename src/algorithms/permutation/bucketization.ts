import { throwIfAborted } from '../../errors.js';
import type { Engine } from '../../engine/engine.js';
import type { Algorithm, Control, Outcome, Problem } from '../algorithm.js';
import { Pauses } from '../pauses.js';
import { checkOptions } from '../check-options.js';
import type { MondrianOptions } from '../boxes/mondrian.js';
import { partitionByMondrian, TIES_DESCRIPTION } from '../boxes/mondrian.js';
import { HIERARCHIES } from '../released-boxes.js';
import { TIES } from '../ties.js';
import { BUCKET_COLUMN_DESCRIPTION, requireFreeName, takeBucketColumn } from './permutation-options.js';
import { bucketsOf, permutationWarnings, permutedRecoding, splitColumns } from './permuted.js';

export const PARTITION_CHOICES = {
  partitioning: { values: ['strict', 'relaxed'], default: 'strict' },
  cuts: { values: ['auto', 'ranges'], default: 'auto' },
  hierarchies: HIERARCHIES,
  ties: { values: TIES, default: 'smaller-domain' },
} as const;

/** What `hierarchies` means where nothing of a hierarchy is released. */
export const BUCKET_HIERARCHIES_DESCRIPTION =
  'follow (default): what has a hierarchy is cut along its tree; strings (default with ranges: "tight"): strings alone';

/**
 * Bucketization: rows are partitioned into buckets as Mondrian partitions them, and within every bucket the sensitive
 * values are permuted. Quasi-identifiers leave unchanged.
 *
 * Toth, Data Anonymization, 2015, section 3.1.1; Zhang, Koudas, Srivastava and Yu, ICDE 2007. Every sensitive column is
 * permuted by itself; all others stay with the quasi-identifiers.
 */
export const bucketization: Algorithm = {
  name: 'bucketization',
  source:
    'Toth: Data Anonymization, 2015, 3.1.1; Zhang et al.: Aggregate Query Answering on Anonymized Tables, ICDE 2007',
  guarantee:
    'every bucket satisfies every model; quasi-identifiers are released as they are: no protection of membership',
  complexity: 'that of mondrian, and O(n) for the permutation',
  anytime: false,
  releases: 'values',
  permutes: { groupsOf: () => 'together', twoTables: false },
  options: {
    partitioning: 'strict (default) or relaxed, as for mondrian',
    cuts: 'auto (default) or ranges, as for mondrian',
    hierarchies: BUCKET_HIERARCHIES_DESCRIPTION,
    ties: TIES_DESCRIPTION,
    bucketColumn: BUCKET_COLUMN_DESCRIPTION,
  },
  checkOptions: (options, path) => void readOptions(options, path),
  run: runBucketization,
};

function readOptions(given: Readonly<Record<string, unknown>>, path: string) {
  const { bucketColumn, others } = takeBucketColumn(given, path);
  return { ...(checkOptions(PARTITION_CHOICES, others, path) as unknown as MondrianOptions), bucketColumn };
}

async function runBucketization(
  problem: Problem,
  engine: Engine,
  given: Readonly<Record<string, unknown>>,
  control: Control,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const options = readOptions(given, 'algorithm');
  const { bucketColumn } = options;
  requireFreeName(problem, bucketColumn);
  const found = await partitionByMondrian(problem, engine, options, control);
  const { others, sensitive } = splitColumns(problem);
  const groups = [others, ...sensitive.map((name) => [name])];
  const permutation = { groups, bucketColumn, separate: [] };
  return {
    recoding: await new Pauses(control, 'groups').drive(permutedRecoding(problem, bucketsOf(found), permutation)),
    search: {
      optimal: false,
      lowerBound: null,
      nodes: found.cuts + found.classes,
      checked: found.cuts + found.refused,
      buckets: found.classes,
    },
    solution: { kind: 'permutation', bucketColumn, columns: groups },
    options,
    warnings: permutationWarnings(problem, true),
  };
}
