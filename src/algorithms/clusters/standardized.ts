import type { Problem } from '../algorithm.js';

/** Points with weights, every attribute with mean 0 and standard deviation 1 over the rows. */
export interface StandardPoints {
  /** [attributes][vectors] */
  readonly values: readonly Float64Array[];
  /** [vectors] rows. */
  readonly counts: Uint32Array;
  readonly rows: number;
}

/**
 * The vectors of a problem as standardized points (divisor n - 1; an attribute with one value is 0 throughout). Numbers
 * and dates count with their value, a missing one with the largest plus the range; others with their place in the leaf order.
 */
export function standardize(problem: Problem, codes: readonly Uint32Array[]): StandardPoints {
  const counts = problem.set.counts();
  const { rows } = problem;
  const values = problem.domains.map(({ order, numbers, missingLeaf, size }, a) => {
    const place = Float64Array.from({ length: size }, (_, leaf) => leaf);
    if (order === 'numeric' && numbers !== null) {
      const last = missingLeaf === size - 1 ? size - 2 : size - 1;
      for (let leaf = 0; leaf < size; leaf++) {
        place[leaf] = leaf === missingLeaf ? (last < 0 ? 0 : 2 * numbers[last] - numbers[0]) : numbers[leaf];
      }
    }
    const column = Float64Array.from(codes[a], (code) => place[code]);
    let sum = 0;
    for (let v = 0; v < column.length; v++) sum += counts[v] * column[v];
    const mean = rows === 0 ? 0 : sum / rows;
    let squares = 0;
    for (let v = 0; v < column.length; v++) squares += counts[v] * (column[v] - mean) ** 2;
    const deviation = rows > 1 ? Math.sqrt(squares / (rows - 1)) : 0;
    for (let v = 0; v < column.length; v++) column[v] = deviation > 0 ? (column[v] - mean) / deviation : 0;
    return column;
  });
  return { values, counts, rows };
}
