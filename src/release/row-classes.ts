import type { Recoding } from '../algorithms/algorithm.js';

/** Class of a row that is in none. */
export const suppressedRow = 0xffffffff;

/**
 * The class of every row: the first rows of a vector, in row order, go to the vector's first part, the next ones to its
 * second; rows past its parts are suppressed.
 *
 * @param vectorOf - [rows] vector of every row
 * @param vectors - number of vectors
 * @param parts - ascending by vector
 * @returns [rows] class, or {@link suppressedRow}
 */
export function assignRows(vectorOf: Uint32Array, vectors: number, parts: Recoding['parts']): Uint32Array {
  const part = new Uint32Array(vectors).fill(suppressedRow);
  for (let p = parts.vector.length - 1; p >= 0; p--) part[parts.vector[p]] = p;
  const left = Uint32Array.from(part, (p) => (p === suppressedRow ? 0 : parts.count[p]));
  const classOf = new Uint32Array(vectorOf.length);
  for (let row = 0; row < vectorOf.length; row++) {
    const vector = vectorOf[row];
    while (left[vector] === 0 && part[vector] !== suppressedRow) {
      const next = part[vector] + 1;
      const more = next < parts.vector.length && parts.vector[next] === vector;
      part[vector] = more ? next : suppressedRow;
      left[vector] = more ? parts.count[next] : 0;
    }
    if (part[vector] === suppressedRow) classOf[row] = suppressedRow;
    else {
      classOf[row] = parts.classId[part[vector]];
      left[vector]--;
    }
  }
  return classOf;
}

/** Rows of every class, and how many rows are in none. */
export function countRows(classOf: Uint32Array, classes: number): { sizes: Uint32Array; suppressed: number } {
  const sizes = new Uint32Array(classes);
  let suppressed = 0;
  for (let row = 0; row < classOf.length; row++) {
    if (classOf[row] === suppressedRow) suppressed++;
    else sizes[classOf[row]]++;
  }
  return { sizes, suppressed };
}
