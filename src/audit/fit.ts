import type { Runs } from './domain.js';
import type { Depth, Grouping } from './grouping.js';
import { countingOrder } from './histogram.js';
import { contains } from './labels.js';

/** What a walk over all pairs (distinct original vector, released class whose box contains it) needs. */
export interface FitInput {
  /** Original rows grouped by the quasi-identifiers, then the leaf code of every dictionary code, per column. */
  readonly vectors: Grouping;
  readonly leafOf: readonly Int32Array[];
  /** Released rows grouped by the same columns, then the leaves under every dictionary code, per column. */
  readonly classes: Grouping;
  readonly runsOf: readonly (readonly (Runs | null)[])[];
  /** Number of groups that both sides started from: only vectors and classes of one start group can match. */
  readonly roots: number;
  /** Most comparisons. */
  readonly budget: number;
}

/**
 * Calls `report` once for every distinct original vector with the released classes that contain it (the first `count`
 * entries of a buffer that is overwritten afterwards). Walks both prefix trees at once, so that equal prefixes are
 * compared once. Returns false when the budget ran out.
 */
export function walkFits(
  input: FitInput,
  report: (vector: number, matches: Uint32Array, from: number, to: number) => void,
): boolean {
  const depths = input.leafOf.length;
  const vectorChildren = childrenPerDepth(input.vectors.depths, input.roots);
  const classChildren = childrenPerDepth(input.classes.depths, input.roots);
  const runs = input.runsOf.map(flatten);
  let stack = new Uint32Array(1 << 16);
  let steps = 0;

  const visit = (depth: number, vector: number, from: number, to: number): boolean => {
    if (depth === depths) {
      report(vector, stack, from, to);
      return true;
    }
    const { start, order } = vectorChildren[depth];
    const { start: classStart, order: classOrder } = classChildren[depth];
    const labels = input.classes.depths[depth].code;
    const leaves = input.vectors.depths[depth].code;
    const { first, last, many } = runs[depth];
    for (let v = start[vector]; v < start[vector + 1]; v++) {
      const child = order[v];
      const leaf = input.leafOf[depth][leaves[child]];
      let top = to;
      for (let at = from; at < to; at++) {
        const node = stack[at];
        const end = classStart[node + 1];
        steps += end - classStart[node];
        for (let c = classStart[node]; c < end; c++) {
          const label = labels[classOrder[c]];
          if (leaf < first[label] || leaf > last[label]) continue;
          if (many[label] !== null && !contains(many[label], leaf)) continue;
          if (top === stack.length) {
            const larger = new Uint32Array(stack.length * 2);
            larger.set(stack);
            stack = larger;
          }
          stack[top++] = classOrder[c];
        }
      }
      if (steps > input.budget || !visit(depth + 1, child, to, top)) return false;
    }
    return true;
  };

  for (let root = 0; root < input.roots; root++) {
    stack[0] = root;
    if (!visit(0, root, 0, 1)) return false;
  }
  return true;
}

function childrenPerDepth(depths: readonly Depth[], roots: number): { start: Uint32Array; order: Uint32Array }[] {
  return depths.map(({ count, parent }, at) =>
    countingOrder(
      count,
      at === 0 ? roots : depths[at - 1].count,
      (node) => parent[node],
      (node) => node,
    ),
  );
}

/** First and last leaf of every label, and its runs where it has more than one. No leaf is in an unread label. */
function flatten(labels: readonly (Runs | null)[]): { first: Int32Array; last: Int32Array; many: (Runs | null)[] } {
  return {
    first: Int32Array.from(labels, (runs) => (runs === null ? 0 : runs[0])),
    last: Int32Array.from(labels, (runs) => (runs === null ? -1 : runs[runs.length - 1])),
    many: labels.map((runs) => (runs !== null && runs.length > 2 ? runs : null)),
  };
}
