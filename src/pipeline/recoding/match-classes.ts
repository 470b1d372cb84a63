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

/** Options of a search for classes. */
interface MatchOptions {
  /** Takes every vector with its class; false ends the search. */
  readonly isWanted?: (vector: number, id: number) => boolean;
  /** Most work, in looks at a class; beyond it the search ends. Default none. */
  readonly budget?: number;
}

/** Most bytes for what is remembered of the cells of an attribute. */
const MOST_REMEMBERED = 1 << 26;
/** Looks between two yields. */
const YIELD_WORK = 1 << 19;
/** Looks at a class that take as long as going a step down, which the budget does not count. */
const STEP_WORK = 16;
/** Vectors that are separated by cell between two yields. */
const YIELD_VECTORS = 1 << 17;
/** Looks at a class that take as long as asking whether a value covers a cell. */
const COVER_WORK = 8;

/**
 * The first class that covers a vector, for every vector. Vectors that agree in their first attributes are looked at together,
 * with the classes that cover these. Yields between stretches of the work.
 *
 * @param vectors - number of vectors
 * @param classes - number of classes
 * @returns [vectors] class, or `suppressedRow` where none covers it; `unwanted` or `over budget` when the search was ended
 */
export function* matchClasses(
  vectors: number,
  classes: number,
  attributes: readonly MatchedAttribute[],
  { isWanted = () => true, budget = Infinity }: MatchOptions = {},
): Steps<Uint32Array | 'unwanted' | 'over budget'> {
  const classOf = new Uint32Array(vectors).fill(suppressedRow);
  // Attributes that separate classes best come first.
  const order = [...attributes].sort((a, b) => b.valueCount - a.valueCount);
  if (budget < Infinity && order.length > 0 && leastWork(vectors, classes, order[0]) > budget) return 'over budget';
  const coveringOf = order.map(rememberCovering);
  let work = 0;
  let sincePause = 0;
  function* descend(
    depth: number,
    group: readonly number[],
    candidates: Uint32Array,
  ): Steps<'unwanted' | 'over budget' | null> {
    if (candidates.length === 0) return null;
    if (depth === order.length) {
      for (const vector of group) {
        classOf[vector] = candidates[0];
        if (!isWanted(vector, candidates[0])) return 'unwanted';
      }
      return null;
    }
    const parts = new Map<number, number[]>();
    for (let from = 0; from < group.length; from += YIELD_VECTORS) {
      if (from > 0) yield;
      addByCell(group, from, order[depth].cells, parts);
    }
    for (const [cell, part] of parts) {
      const { covering, asked } = coveringOf[depth](cell);
      const looks = candidates.length + part.length + asked * COVER_WORK;
      work += looks;
      if (work > budget) return 'over budget';
      sincePause += looks + STEP_WORK;
      if (sincePause > YIELD_WORK) {
        sincePause = 0;
        yield;
      }
      const ended = yield* descend(depth + 1, part, covered(candidates, order[depth].values, covering));
      if (ended !== null) return ended;
    }
    return null;
  }
  const all = Uint32Array.from({ length: classes }, (_, id) => id);
  const group = Array.from({ length: vectors }, (_, vector) => vector);
  return (yield* descend(0, group, all)) ?? classOf;
}

/** Work for the first attribute: each of its cells is compared with all classes. */
function leastWork(vectors: number, classes: number, { cells, size, valueCount }: MatchedAttribute): number {
  const isThere = new Uint8Array(size);
  let distinct = 0;
  for (let vector = 0; vector < vectors; vector++) {
    distinct += 1 - isThere[cells[vector]];
    isThere[cells[vector]] = 1;
  }
  return vectors + distinct * (classes + COVER_WORK * valueCount);
}

/** Adds a stretch of vectors, each to the part of its cell. */
function addByCell(
  group: readonly number[],
  from: number,
  cells: ArrayLike<number>,
  parts: Map<number, number[]>,
): void {
  const to = Math.min(group.length, from + YIELD_VECTORS);
  for (let i = from; i < to; i++) {
    const vector = group[i];
    const part = parts.get(cells[vector]);
    if (part === undefined) parts.set(cells[vector], [vector]);
    else part.push(vector);
  }
}

/** The classes whose value covers the cell. */
function covered(candidates: Uint32Array, values: Uint32Array, covering: Uint8Array): Uint32Array {
  const next = new Uint32Array(candidates.length);
  let count = 0;
  for (let i = 0; i < candidates.length; i++) {
    next[count] = candidates[i];
    count += covering[values[candidates[i]]];
  }
  return next.subarray(0, count);
}

/** [values] 1 where a value covers the cell, and how many values were asked. Cells are remembered where there are not too many. */
function rememberCovering({ size, valueCount, covers }: MatchedAttribute) {
  const isRemembered = size * valueCount <= MOST_REMEMBERED;
  const known = new Map<number, Uint8Array>();
  return (cell: number): { readonly covering: Uint8Array; readonly asked: number } => {
    const before = known.get(cell);
    if (before !== undefined) return { covering: before, asked: 0 };
    const covering = new Uint8Array(valueCount);
    for (let value = 0; value < valueCount; value++) covering[value] = covers(cell, value) ? 1 : 0;
    if (isRemembered) known.set(cell, covering);
    return { covering, asked: valueCount };
  };
}
