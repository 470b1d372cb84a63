/** Counts of a column's values per class, only those that occur: a sparse matrix by rows. */
export interface SparseHistogram {
  /** [classes + 1] class c has the entries start[c] .. start[c + 1] - 1. */
  readonly start: Uint32Array;
  /** [entries] rank of the value, ascending within a class. */
  readonly rank: Uint32Array;
  /** [entries] rows of the class with that value, at least 1. */
  readonly count: Uint32Array;
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

/** Stable counting sort: the entries, taken in the order `input`, by their key in [0, keys). */
export function countingOrder(
  entries: number,
  keys: number,
  keyOf: (entry: number) => number,
  input: (at: number) => number,
): { readonly start: Uint32Array; readonly order: Uint32Array } {
  const start = new Uint32Array(keys + 1);
  for (let entry = 0; entry < entries; entry++) start[keyOf(entry) + 1]++;
  for (let key = 0; key < keys; key++) start[key + 1] += start[key];
  const next = start.slice();
  const order = new Uint32Array(entries);
  for (let at = 0; at < entries; at++) {
    const entry = input(at);
    order[next[keyOf(entry)]++] = entry;
  }
  return { start, order };
}
