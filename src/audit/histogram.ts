import { countingOrder } from './counting-order.js';

/** Counts of a column's values per class, only those that occur: a sparse matrix by rows. */
export interface SparseHistogram {
  /** [classes + 1] class c has the entries start[c] .. start[c + 1] - 1. */
  readonly start: Uint32Array;
  /** [entries] rank of the value, ascending within a class. */
  readonly rank: Uint32Array;
  /** [entries] rows of the class with that value, at least 1; where persons are counted, what stands in for rows. */
  readonly count: Uint32Array | Float64Array;
}

/** The histogram with the rows of values of one group added up: `groupOf` [values] in [0, groups). */
export function mergeRanks(
  { start, rank, count }: SparseHistogram,
  groupOf: Int32Array,
  groups: number,
): SparseHistogram {
  const place = new Int32Array(groups);
  const merged = {
    start: new Uint32Array(start.length),
    rank: new Uint32Array(rank.length),
    count: new Uint32Array(count.length),
  };
  let end = 0;
  for (let c = 0; c + 1 < start.length; c++) {
    for (let entry = start[c]; entry < start[c + 1]; entry++) {
      const group = groupOf[rank[entry]];
      // Places of classes before this one lie below its start.
      if (place[group] <= merged.start[c]) {
        merged.rank[end] = group;
        place[group] = ++end;
      }
      merged.count[place[group] - 1] += count[entry];
    }
    merged.start[c + 1] = end;
  }
  return merged;
}

/**
 * The histogram of every class, from pairs (class, value) with their counts.
 *
 * @param classes - number of classes
 * @param values - number of values; `rankOf` [code] gives the rank in [0, values) of every code, one to one
 */
export function countPerClass(
  classes: number,
  pairs: { readonly parent: Uint32Array; readonly code: Uint32Array; readonly sizes: Uint32Array },
  values: number,
  rankOf: Uint32Array,
): SparseHistogram {
  const entries = pairs.sizes.length;
  const byRank = countingOrder(
    entries,
    values,
    (entry) => rankOf[pairs.code[entry]],
    (at) => at,
  );
  const byClass = countingOrder(
    entries,
    classes,
    (entry) => pairs.parent[entry],
    (at) => byRank.order[at],
  );
  const rank = new Uint32Array(entries);
  const count = new Uint32Array(entries);
  for (let at = 0; at < entries; at++) {
    const entry = byClass.order[at];
    rank[at] = rankOf[pairs.code[entry]];
    count[at] = pairs.sizes[entry];
  }
  return { start: byClass.start, rank, count };
}
