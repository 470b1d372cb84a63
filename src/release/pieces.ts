import type { Recoding } from '../algorithms/algorithm.js';

/** Class of rows that are in none. */
export const suppressedRow = 0xffffffff;

/** Which rows of a table go where: `count` rows of entry `entry` to class `classId`, ascending by entry. */
export interface Pieces {
  readonly entry: Uint32Array;
  /** A class, or `suppressedRow`. */
  readonly classId: Uint32Array;
  readonly count: Uint32Array;
}

/**
 * Gives the rows of entries their classes: the first entries of a vector go to the vector's first part, the next ones to its
 * second; rows past its parts are suppressed.
 *
 * @param vectorOf - [entries] vector of every entry
 * @param weights - [entries] rows of every entry
 * @param vectors - number of vectors
 * @param parts - ascending by vector
 */
export function assignEntries(
  vectorOf: Uint32Array,
  weights: Uint32Array,
  vectors: number,
  parts: Recoding['parts'],
): Pieces {
  const rows = new Uint32Array(vectors);
  for (let e = 0; e < vectorOf.length; e++) rows[vectorOf[e]] += weights[e];
  const whole = classesOfVectors(rows, parts);
  if (whole !== null) {
    const entry = new Uint32Array(vectorOf.length);
    const classId = new Uint32Array(vectorOf.length);
    for (let e = 0; e < vectorOf.length; e++) {
      entry[e] = e;
      classId[e] = whole[vectorOf[e]];
    }
    return { entry, classId, count: weights };
  }
  const part = new Uint32Array(vectors).fill(suppressedRow);
  for (let p = parts.vector.length - 1; p >= 0; p--) part[parts.vector[p]] = p;
  const left = Uint32Array.from(part, (p) => (p === suppressedRow ? 0 : parts.count[p]));
  const most = vectorOf.length + countBorders(rows, parts);
  const entry = new Uint32Array(most);
  const classId = new Uint32Array(most);
  const count = new Uint32Array(most);
  let pieces = 0;
  for (let e = 0; e < vectorOf.length; e++) {
    const vector = vectorOf[e];
    let rest = weights[e];
    while (rest > 0) {
      while (left[vector] === 0 && part[vector] !== suppressedRow) {
        const next = part[vector] + 1;
        const more = next < parts.vector.length && parts.vector[next] === vector;
        part[vector] = more ? next : suppressedRow;
        left[vector] = more ? parts.count[next] : 0;
      }
      const suppressed = part[vector] === suppressedRow;
      const taken = suppressed ? rest : Math.min(rest, left[vector]);
      entry[pieces] = e;
      classId[pieces] = suppressed ? suppressedRow : parts.classId[part[vector]];
      count[pieces++] = taken;
      rest -= taken;
      if (!suppressed) left[vector] -= taken;
    }
  }
  return { entry: entry.subarray(0, pieces), classId: classId.subarray(0, pieces), count: count.subarray(0, pieces) };
}

/** [vectors] class where every vector goes whole to one class or is suppressed, else null. */
function classesOfVectors(rows: Uint32Array, { vector, classId, count }: Recoding['parts']): Uint32Array | null {
  const classOf = new Uint32Array(rows.length).fill(suppressedRow);
  for (let p = 0; p < vector.length; p++) {
    if (count[p] !== rows[vector[p]] || (p > 0 && vector[p] === vector[p - 1])) return null;
    classOf[vector[p]] = classId[p];
  }
  return classOf;
}

/** Most pieces beyond one an entry: a border between two parts of a vector, or between its parts and its suppressed rest. */
function countBorders(rows: Uint32Array, parts: Recoding['parts']): number {
  const rest = rows.slice();
  let borders = 0;
  for (let p = 0; p < parts.vector.length; p++) {
    rest[parts.vector[p]] -= parts.count[p];
    if (rest[parts.vector[p]] > 0) borders++;
  }
  return borders;
}

/** Rows of every class, and how many rows are in none. */
export function countPieces(
  { classId, count }: Pick<Pieces, 'classId' | 'count'>,
  classes: number,
): { readonly sizes: Uint32Array; readonly suppressed: number } {
  const sizes = new Uint32Array(classes);
  let suppressed = 0;
  for (let p = 0; p < classId.length; p++) {
    if (classId[p] === suppressedRow) suppressed += count[p];
    else sizes[classId[p]] += count[p];
  }
  return { sizes, suppressed };
}

/** `map[classId]` of every piece, which stays in no class where it is in none. */
export function mapClasses(classId: Uint32Array, map: Uint32Array): Uint32Array {
  const mapped = new Uint32Array(classId.length);
  for (let p = 0; p < classId.length; p++) {
    mapped[p] = classId[p] === suppressedRow ? suppressedRow : map[classId[p]];
  }
  return mapped;
}
