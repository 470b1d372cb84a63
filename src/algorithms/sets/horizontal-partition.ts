import type { Steps } from '../../base/steps.js';

/**
 * Cuts records into clusters of records that share terms (HORPART of Terrovitis et al. 2012, section 4): by the most
 * frequent term that was not cut by before, into the records that have it and the others, until a part has fewer than
 * `most` records. Other than in the paper a cut must leave k records on both sides, since a cluster of fewer records hides nobody;
 * a part that no term can cut is cut into even runs. Yields between cuts.
 *
 * @param records - [records] terms of every record, ascending
 * @param terms - number of terms
 * @param most - at least 2k
 * @returns clusters of record numbers, each of at least k where there are k records
 */
export function* partitionHorizontally(
  records: readonly Uint32Array[],
  terms: number,
  k: number,
  most: number,
): Steps<Uint32Array[]> {
  const clusters: Uint32Array[] = [];
  const supports = new Uint32Array(terms);
  const used = new Uint8Array(terms);
  interface Part {
    readonly rows: Uint32Array;
    readonly ignored: readonly number[];
  }
  const stack: Part[] = [{ rows: Uint32Array.from(records, (_, row) => row), ignored: [] }];
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    yield;
    const { rows, ignored } = part;
    if (rows.length < most) {
      clusters.push(rows);
      continue;
    }
    const term = mostFrequent(rows, ignored);
    if (term < 0) {
      const pieces = Math.ceil(rows.length / most);
      for (let i = 0; i < pieces; i++) {
        clusters.push(rows.slice(Math.floor((i * rows.length) / pieces), Math.floor(((i + 1) * rows.length) / pieces)));
      }
      continue;
    }
    const has = (row: number): boolean => records[row].includes(term);
    stack.push(
      { rows: rows.filter((row) => !has(row)), ignored },
      { rows: rows.filter(has), ignored: [...ignored, term] },
    );
  }
  return clusters;

  /** Of the terms that k records have and k have not, the one that most have; the first of several; -1 without any. */
  function mostFrequent(rows: Uint32Array, ignored: readonly number[]): number {
    for (const row of rows) for (const term of records[row]) supports[term]++;
    for (const term of ignored) used[term] = 1;
    let best = -1;
    for (const row of rows) {
      for (const term of records[row]) {
        const support = supports[term];
        if (used[term] === 1 || support < k || rows.length - support < k) continue;
        if (best < 0 || support > supports[best] || (support === supports[best] && term < best)) best = term;
      }
    }
    for (const term of ignored) used[term] = 0;
    for (const row of rows) for (const term of records[row]) supports[term] = 0;
    return best;
  }
}
