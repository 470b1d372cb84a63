import type { Runs } from './domain.js';
import type { Grouping } from './grouping.js';
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
 * Calls `report` once for every distinct original vector with the released classes that contain it: the entries
 * [from, to) of a buffer that is overwritten afterwards. Walks both prefix trees at once, so that equal prefixes are
 * compared once. Returns false when the budget ran out.
 */
export function walkFits(
  input: FitInput,
  report: (vector: number, matches: Uint32Array, from: number, to: number) => void,
): boolean {
  const depths = input.leafOf.length;
  const vectors = layOut(input.vectors, input.roots);
  const classes = layOut(input.classes, input.roots);
  const leaves = vectors.codes.map((codes, depth) => lookUp(input.leafOf[depth], codes));
  const boxes = classes.codes.map((codes, depth) => boundLabels(codes, input.runsOf[depth]));
  let stack = new Uint32Array(1 << 16);
  let steps = 0;

  const visit = (depth: number, vector: number, from: number, to: number): boolean => {
    if (depth === depths) {
      for (let at = from; at < to; at++) stack[at] = classes.groups[stack[at]];
      report(vectors.groups[vector], stack, from, to);
      return true;
    }
    const leafOf = leaves[depth];
    const start = classes.starts[depth];
    const { first, last, many } = boxes[depth];
    const end = vectors.starts[depth][vector + 1];
    for (let child = vectors.starts[depth][vector]; child < end; child++) {
      const leaf = leafOf[child];
      let top = to;
      for (let at = from; at < to; at++) {
        const node = stack[at];
        const stop = start[node + 1];
        steps += stop - start[node];
        for (let c = start[node]; c < stop; c++) {
          if (leaf < first[c] || leaf > last[c]) continue;
          const runs = many?.[c];
          if (runs && !contains(runs, leaf)) continue;
          if (top === stack.length) {
            const larger = new Uint32Array(stack.length * 2);
            larger.set(stack);
            stack = larger;
          }
          stack[top++] = c;
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

/** A prefix tree laid out so that the children of a node stand side by side. */
interface Layout {
  /** starts[depth][node] .. starts[depth][node + 1] - 1 are the children, one depth down, of a node. */
  readonly starts: readonly Uint32Array[];
  /** codes[depth][child] */
  readonly codes: readonly Uint32Array[];
  /** [leaves of the tree] group of every node of the last depth. */
  readonly groups: Uint32Array;
}

function layOut({ depths }: Grouping, roots: number): Layout {
  const starts: Uint32Array[] = [];
  const codes: Uint32Array[] = [];
  let place: Uint32Array = Uint32Array.from({ length: roots }, (_, root) => root);
  let order = place;
  for (const { count, parent, code } of depths) {
    const above = place;
    const sorted = countingOrder(
      count,
      above.length,
      (node) => above[parent[node]],
      (node) => node,
    );
    order = sorted.order;
    starts.push(sorted.start);
    const codesInOrder = new Uint32Array(count);
    place = new Uint32Array(count);
    for (let at = 0; at < count; at++) {
      codesInOrder[at] = code[order[at]];
      place[order[at]] = at;
    }
    codes.push(codesInOrder);
  }
  return { starts, codes, groups: order };
}

/** table[codes[i]] for every i. */
function lookUp(table: Int32Array, codes: Uint32Array): Int32Array {
  const found = new Int32Array(codes.length);
  for (let i = 0; i < codes.length; i++) found[i] = table[codes[i]];
  return found;
}

/** First and last leaf under every node's label, and its runs where one has more than one. Unread labels hold no leaf. */
function boundLabels(codes: Uint32Array, labels: readonly (Runs | null)[]) {
  const firstOf = Int32Array.from(labels, (runs) => (runs === null ? 0 : runs[0]));
  const lastOf = Int32Array.from(labels, (runs) => (runs === null ? -1 : runs[runs.length - 1]));
  const split = labels.some((runs) => runs !== null && runs.length > 2);
  return {
    first: lookUp(firstOf, codes),
    last: lookUp(lastOf, codes),
    many: split ? Array.from(codes, (code) => ((labels[code]?.length ?? 0) > 2 ? labels[code] : null)) : null,
  };
}
