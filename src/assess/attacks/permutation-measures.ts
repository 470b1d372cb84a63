import type { Job } from '../../job/job.js';
import { requireResolved } from '../../job/hierarchy-files.js';
import { attackedByRows } from './attacked-job.js';
import type { Table } from '../../table/table.js';
import { viewBuckets } from './permuted-buckets.js';

/** The measures by which papers on permutation argue that membership is hidden. */
export interface PermutationMeasures {
  /**
   * [rows of the table] He et al. 2011: the largest, over the buckets that the row matches, product over groups of columns of the
   * share of the bucket's rows that have its values; 0 where none matches.
   */
  readonly gamma: Float64Array;
  /** [rows of the table] buckets that the row matches. Li et al. 2009. */
  readonly matchingBuckets: Uint32Array;
  /**
   * Tuples that match a bucket and are not in the table (Li et al. 2009): all combinations that any bucket allows, less those
   * that are there. Null when counting them would take more than the budget.
   */
  readonly fakeTuples: bigint | null;
}

/**
 * gamma, matching buckets and fake tuples of a permuted release (Toth, Data Anonymization, 2015, sections 3.1.2 and 3.1.3). The
 * thesis, and `attackMembership`, show that they do not protect membership from somebody who has a public table.
 *
 * @param table - the people asked about; the original for the count of fake tuples
 * @param groups - columns that stayed together, where the job does not say it
 * @param budget - most steps of the count of fake tuples, default 10^6
 */
export function measurePermutation(
  release: Table,
  table: Table,
  job: Job,
  groups?: readonly (readonly string[])[],
  budget = 1_000_000,
): PermutationMeasures {
  const attacked = attackedByRows(
    job,
    { tables: [release, table] },
    'measurePermutation',
    'the attacks "membership" and "history"',
  );
  requireResolved(attacked);
  const view = viewBuckets(release, table, attacked, groups);
  const { people } = view;
  const gammaOf = new Float64Array(people.count);
  const matchingOf = new Uint32Array(people.count);
  const present = new Set<string>();
  for (let vector = 0; vector < people.count; vector++) {
    const matches = view.matches(vector);
    matchingOf[vector] = matches.length;
    for (const { bucket, shown } of matches) {
      if (shown?.length !== 1) continue;
      const [keys] = shown;
      present.add(keys.join('|'));
      const product = keys.reduce(
        (share, key, g) => (share * (view.counts[bucket][g].get(key) ?? 0)) / view.rows[bucket],
        1,
      );
      gammaOf[vector] = Math.max(gammaOf[vector], product);
    }
  }
  const allowed = countUnion(view.counts, view.groupCount, budget);
  return {
    gamma: Float64Array.from(people.vectorOf, (vector) => gammaOf[vector]),
    matchingBuckets: Uint32Array.from(people.vectorOf, (vector) => matchingOf[vector]),
    fakeTuples: allowed === null ? null : allowed - BigInt(present.size),
  };
}

/** Size of the union of the buckets' products of values: group by group, values that the same buckets have are alike. */
function countUnion(
  counts: readonly (readonly ReadonlyMap<string, number>[])[],
  groups: number,
  budget: number,
): bigint | null {
  const known = new Map<string, bigint>();
  let steps = 0;
  const count = (g: number, buckets: readonly number[]): bigint | null => {
    if (g === groups) return 1n;
    const name = `${g}:${buckets.join(' ')}`;
    const before = known.get(name);
    if (before !== undefined) return before;
    const bucketsOf = new Map<string, number[]>();
    for (const bucket of buckets) {
      for (const key of counts[bucket][g].keys()) {
        steps++;
        const list = bucketsOf.get(key);
        if (list === undefined) bucketsOf.set(key, [bucket]);
        else list.push(bucket);
      }
    }
    if (steps > budget) return null;
    const alike = new Map<string, { readonly buckets: number[]; values: bigint }>();
    for (const list of bucketsOf.values()) {
      const key = list.join(' ');
      const same = alike.get(key);
      if (same === undefined) alike.set(key, { buckets: list, values: 1n });
      else same.values++;
    }
    let sum = 0n;
    for (const each of alike.values()) {
      const below = count(g + 1, each.buckets);
      if (below === null) return null;
      sum += each.values * below;
    }
    known.set(name, sum);
    return sum;
  };
  return count(
    0,
    counts.map((_, bucket) => bucket),
  );
}
