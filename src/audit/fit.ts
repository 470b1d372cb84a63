import type { Runs } from './domain.js';
import type { Grouping } from './grouping.js';
import type { Vectors } from './original-vectors.js';
import { countingOrder } from './counting-order.js';
import { contains } from './labels.js';

/** Input of a walk over all pairs (distinct original vector, released class whose box contains it). */
export interface FitInput {
  /** Original rows grouped by the quasi-identifiers, then the leaf code of every dictionary code, per column. */
  readonly vectors: Vectors;
  readonly leafOf: readonly Int32Array[];
  /** Released rows grouped by the same columns, then the leaves under every dictionary code, per column. */
  readonly classes: Grouping;
  readonly runsOf: readonly (readonly (Runs | null)[])[];
  /** Number of groups that both sides started from: only vectors and classes of one start group can match. */
  readonly roots: number;
  /** Most comparisons. */
  readonly budget: number;
}

/** Comparisons, and roots, between two pauses. */
const stepsAtOnce = 1 << 17;
const rootsAtOnce = 1 << 14;

/**
 * Calls `report` once for every distinct original vector with the released classes that contain it: the entries
 * [from, to) of a buffer that is overwritten afterwards. Walks both prefix trees at once, so that equal prefixes are
 * compared once. Yields between stretches of the work. Returns false when the budget ran out.
 */
export function* walkFits(input: FitInput, report: Report): Generator<void, boolean> {
  const vectors = yield* layOut(input.vectors, input.roots);
  const classes = yield* layOut(input.classes, input.roots);
  const leaves: Int32Array[] = [];
  const boxes: Boxes[] = [];
  for (const [depth, leafOf] of input.leafOf.entries()) {
    leaves.push(lookUp(leafOf, vectors.codes[depth]));
    boxes.push(boundLabels(classes.codes[depth], input.runsOf[depth]));
    yield;
  }
  const walk = new FitWalk(input, { vectors, classes, leaves, boxes }, report);
  for (let root = 0; root < input.roots; root++) {
    walk.begin(root);
    while (walk.run()) yield;
    if (root % rootsAtOnce === rootsAtOnce - 1) yield;
  }
  return !walk.spent;
}

type Boxes = ReturnType<typeof boundLabels>;

/** Both prefix trees, the leaf of every vector node and the leaves under every class node. */
interface Trees {
  readonly vectors: Layout;
  readonly classes: Layout;
  readonly leaves: readonly Int32Array[];
  readonly boxes: readonly Boxes[];
}

type Report = (vector: number, matches: Uint32Array, from: number, to: number) => void;

class FitWalk {
  /** True when the budget ran out. */
  spent = false;
  /** Comparisons so far, and with the vector nodes that were visited. */
  #steps = 0;
  #work = 0;
  readonly #vectors: Layout;
  readonly #classes: Layout;
  readonly #leaves: readonly Int32Array[];
  readonly #boxes: readonly Boxes[];
  /** Class nodes that match the nodes on the way down: of depth d those in [from[d], to[d]). */
  #stack = new Uint32Array(1 << 4);
  readonly #from: Uint32Array;
  readonly #to: Uint32Array;
  /** Next vector node of every depth, and the end of its siblings. */
  readonly #next: Uint32Array;
  readonly #end: Uint32Array;
  #depth = -1;

  constructor(
    readonly input: FitInput,
    trees: Trees,
    readonly report: Report,
  ) {
    this.#vectors = trees.vectors;
    this.#classes = trees.classes;
    this.#leaves = trees.leaves;
    this.#boxes = trees.boxes;
    const depths = input.leafOf.length;
    this.#from = new Uint32Array(depths);
    this.#to = new Uint32Array(depths);
    this.#next = new Uint32Array(depths);
    this.#end = new Uint32Array(depths);
  }

  /** Starts at a root. */
  begin(root: number): void {
    if (this.spent) return;
    this.#stack[0] = root;
    if (this.#from.length === 0) {
      this.#stack[0] = this.#classes.groups[root];
      this.report(this.#vectors.groups[root], this.#stack, 0, 1);
      return;
    }
    this.#descend(0, root, 0, 1);
  }

  #descend(depth: number, node: number, from: number, to: number): void {
    this.#depth = depth;
    this.#from[depth] = from;
    this.#to[depth] = to;
    this.#next[depth] = this.#vectors.starts[depth][node];
    this.#end[depth] = this.#vectors.starts[depth][node + 1];
  }

  /** Goes on for a while; false when there is nothing left. */
  run(): boolean {
    const last = this.#from.length - 1;
    const pauseAt = this.#work + stepsAtOnce;
    while (this.#depth >= 0) {
      const depth = this.#depth;
      if (this.#next[depth] === this.#end[depth]) {
        this.#depth--;
        continue;
      }
      const child = this.#next[depth]++;
      const to = this.#to[depth];
      const top = this.#match(depth, child, this.#from[depth], to);
      if (this.#steps > this.input.budget) {
        this.spent = true;
        this.#depth = -1;
        return false;
      }
      if (depth < last) this.#descend(depth + 1, child, to, top);
      else {
        const stack = this.#stack;
        const { groups } = this.#classes;
        for (let at = to; at < top; at++) stack[at] = groups[stack[at]];
        this.report(this.#vectors.groups[child], stack, to, top);
      }
      if (this.#work > pauseAt) return true;
    }
    return false;
  }

  /** Puts the children of the class nodes in [from, to) that hold the leaf of a vector node behind them; where they end. */
  #match(depth: number, child: number, from: number, to: number): number {
    const leaf = this.#leaves[depth][child];
    const start = this.#classes.starts[depth];
    const { first, last, many } = this.#boxes[depth];
    let stack = this.#stack;
    let top = to;
    let steps = 0;
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
          this.#stack = stack = larger;
        }
        stack[top++] = c;
      }
    }
    this.#steps += steps;
    this.#work += steps + 1;
    return top;
  }
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

function* layOut({ depths }: Vectors, roots: number): Generator<void, Layout> {
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
    yield;
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
