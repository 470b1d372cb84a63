import type { Steps } from '../../base/steps.js';
import { suppressedRow } from '../../release/pieces.js';

/** One attribute of vectors and classes. */
export interface MatchedAttribute {
  /** [vectors] cell of every vector. */
  readonly cells: ArrayLike<number>;
  /** Number of distinct cells. */
  readonly size: number;
  /** [classes] value of every class. */
  readonly values: Uint32Array;
  /** Number of distinct values. */
  readonly valueCount: number;
  readonly covers: (cell: number, value: number) => boolean;
}

/** Most bytes for what is remembered of cells and values. */
const MOST_REMEMBERED = 1 << 26;
/** Comparisons between two yields. */
const YIELD_WORK = 1 << 18;

/**
 * The first class that covers a vector, for every vector. Vectors that agree in their first attributes are looked at together,
 * with the classes that cover these. Yields between stretches of the work.
 *
 * @param vectors - number of vectors
 * @param classes - number of classes
 * @param isWanted - told every vector with its class; false ends the search
 * @returns [vectors] class, or `suppressedRow` where none covers it; null when the search was ended
 */
export function* matchClasses(
  vectors: number,
  classes: number,
  attributes: readonly MatchedAttribute[],
  isWanted: (vector: number, id: number) => boolean = () => true,
): Steps<Uint32Array | null> {
  const classOf = new Uint32Array(vectors).fill(suppressedRow);
  // Those that tell classes apart best come first.
  const order = [...attributes].sort((a, b) => b.valueCount - a.valueCount);
  const isCovered = order.map(rememberCovers);
  let work = 0;
  function* descend(depth: number, group: readonly number[], candidates: Uint32Array): Steps<boolean> {
    if (candidates.length === 0) return true;
    if (depth === order.length) {
      for (const vector of group) {
        classOf[vector] = candidates[0];
        if (!isWanted(vector, candidates[0])) return false;
      }
      return true;
    }
    const { cells, values } = order[depth];
    const parts = new Map<number, number[]>();
    for (const vector of group) {
      const part = parts.get(cells[vector]);
      if (part === undefined) parts.set(cells[vector], [vector]);
      else part.push(vector);
    }
    for (const [cell, part] of parts) {
      work += candidates.length + part.length;
      if (work > YIELD_WORK) {
        work = 0;
        yield;
      }
      const next = candidates.filter((id) => isCovered[depth](cell, values[id]));
      if (!(yield* descend(depth + 1, part, next))) return false;
    }
    return true;
  }
  const all = Uint32Array.from({ length: classes }, (_, id) => id);
  const isDone = yield* descend(
    0,
    Array.from({ length: vectors }, (_, vector) => vector),
    all,
  );
  return isDone ? classOf : null;
}

/** Asks about a cell and a value once, where there are not too many. */
function rememberCovers({ size, valueCount, covers }: MatchedAttribute): MatchedAttribute['covers'] {
  if (size * valueCount > MOST_REMEMBERED) return covers;
  /** 0: not known, 1: not covered, 2: covered. */
  const known = new Uint8Array(size * valueCount);
  return (cell, value) => {
    const at = cell * valueCount + value;
    if (known[at] === 0) known[at] = covers(cell, value) ? 2 : 1;
    return known[at] === 2;
  };
}
