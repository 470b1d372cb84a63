import { throwIfAborted } from '../../base/errors.js';
import type { Engine } from '../../engine/engine.js';
import type { Control, Outcome, Problem } from '../algorithm.js';
import { Pauses } from '../pauses.js';
import { partitionByMondrian } from '../boxes/partition-by-mondrian.js';
import { bucketsOfPersons } from './buckets-of-persons.js';
import { requireFreeName } from './free-name.js';
import { mondrianBuckets, permutationWarnings, permutedRecoding, splitColumns } from './permuted.js';
import type { BucketizationOptions } from '../cards/bucketization.js';

/**
 * Bucketization: rows are partitioned into buckets as Mondrian partitions them, and within every bucket the sensitive
 * values are permuted. Quasi-identifiers leave unchanged.
 *
 * Toth, Data Anonymization, 2015, section 3.1.1; Zhang, Koudas, Srivastava and Yu, ICDE 2007. Every sensitive column is
 * permuted by itself; all others stay with the quasi-identifiers.
 */
export async function run(
  problem: Problem,
  engine: Engine,
  options: BucketizationOptions,
  control: Control,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const { bucketColumn } = options;
  requireFreeName(problem, bucketColumn);
  const pauses = new Pauses(control, 'groups');
  const { others, sensitive } = splitColumns(problem);
  const groups = [others, ...sensitive.map((name) => [name])];
  const permutation = { groups, bucketColumn, separate: [] };
  const { parts, ...found } =
    problem.persons === undefined
      ? mondrianBuckets(await partitionByMondrian(problem, engine, options, control))
      : await bucketsOfPersons(problem, problem.persons, { ...options, groups }, control, pauses);
  return {
    recoding: await pauses.drive(permutedRecoding(problem, parts, permutation)),
    search: { optimal: false, lowerBound: null, ...found, buckets: parts.buckets },
    solution: { kind: 'permutation', bucketColumn, columns: groups },
    options,
    warnings: permutationWarnings(problem, { isExact: true }),
  };
}
