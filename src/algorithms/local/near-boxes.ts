/** Search for the box that costs least to join with another one: a tree of boxes whose branches have lower bounds. */
import { boxCost, type Span } from './spans.js';

/** A box of leaf codes with its rows. */
export interface RowBox {
  readonly lo: Uint32Array;
  readonly hi: Uint32Array;
  readonly rows: number;
  /** Cost of the box for one row. */
  readonly cost: number;
}

/** Boxes of a leaf of the tree, at most. */
const LEAF_BOXES = 8;

/** Share of a bound that is below its costs, however they are rounded. */
const ROUNDING = 1 - 2 ** -40;

/** A part of the tree. Bounds may be wider than its boxes allow: they stay lower bounds. */
interface Branch {
  readonly children: readonly [Branch, Branch] | null;
  readonly parent: Branch | null;
  /** Boxes of a leaf. */
  readonly boxes: readonly number[];
  /** Boxes that are left. */
  count: number;
  /** [attributes] the largest first code, and the smallest last one, of its boxes. */
  readonly lo: Uint32Array;
  readonly hi: Uint32Array;
}

/** Boxes of groups, of which two at a time become one. */
export class NearBoxes {
  /** Boxes and branches that were looked at. */
  looked = 0;
  readonly #spans: readonly Span[];
  readonly #boxes: (RowBox | null)[];
  readonly #leafOf: Branch[] = [];
  readonly #root: Branch;
  readonly #lo: Uint32Array;
  readonly #hi: Uint32Array;

  constructor(spans: readonly Span[], boxes: readonly RowBox[]) {
    this.#spans = spans;
    this.#boxes = boxes.slice();
    this.#lo = new Uint32Array(spans.length);
    this.#hi = new Uint32Array(spans.length);
    this.#root = this.#build(Array.from(boxes.keys()), 0, null);
  }

  /** The box that raises the cost of its rows and of those of `own` least when the two become one, the first of equal ones; -1 without another. */
  nearest(own: number): number {
    const { lo, hi, rows } = this.#boxes[own] as RowBox;
    let best = -1;
    let least = Infinity;
    const open: [bound: number, branch: Branch][] = [[0, this.#root]];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [bound, { children, boxes, count }] = next;
      if (count === 0 || bound * ROUNDING > least) continue;
      if (children !== null) {
        // The wider box costs its own rows at least what the bounds cover.
        const [first, second] = children.map(
          (child) => [this.#joined(lo, hi, child) * rows, child] as [number, Branch],
        );
        if (first[0] <= second[0]) open.push(second, first);
        else open.push(first, second);
        continue;
      }
      for (const other of boxes) {
        const box = this.#boxes[other];
        if (box === null || other === own) continue;
        const cost = this.#joined(lo, hi, box) * (rows + box.rows) - box.cost * box.rows;
        if (cost > least || (cost === least && other > best)) continue;
        least = cost;
        best = other;
      }
    }
    return best;
  }

  /** Joins a box to another one, whose number the joined box has. */
  join(own: number, other: number): void {
    const [one, two] = [this.#boxes[own], this.#boxes[other]] as [RowBox, RowBox];
    const lo = one.lo.map((code, a) => Math.min(code, two.lo[a]));
    const hi = one.hi.map((code, a) => Math.max(code, two.hi[a]));
    this.#boxes[own] = null;
    this.#boxes[other] = { lo, hi, rows: one.rows + two.rows, cost: boxCost(this.#spans, lo, hi) };
    for (let branch: Branch | null = this.#leafOf[own]; branch !== null; branch = branch.parent) branch.count--;
    for (const leaf of [this.#leafOf[own], this.#leafOf[other]]) {
      for (let branch: Branch | null = leaf; branch !== null; branch = branch.parent) this.#bound(branch);
    }
  }

  /** Cost of one row of the box that holds two. */
  #joined(lo: Uint32Array, hi: Uint32Array, other: Pick<RowBox, 'lo' | 'hi'>): number {
    this.looked++;
    for (let a = 0; a < lo.length; a++) {
      this.#lo[a] = Math.min(lo[a], other.lo[a]);
      this.#hi[a] = Math.max(hi[a], other.hi[a]);
    }
    return boxCost(this.#spans, this.#lo, this.#hi);
  }

  #build(boxes: number[], depth: number, parent: Branch | null): Branch {
    const [lo, hi] = [new Uint32Array(this.#lo.length), new Uint32Array(this.#lo.length)];
    if (boxes.length <= LEAF_BOXES) {
      const leaf: Branch = { children: null, parent, boxes, count: boxes.length, lo, hi };
      for (const box of boxes) this.#leafOf[box] = leaf;
      this.#bound(leaf);
      return leaf;
    }
    const a = depth % this.#lo.length;
    const middle = (box: number): number => (this.#boxes[box] as RowBox).lo[a] + (this.#boxes[box] as RowBox).hi[a];
    boxes.sort((one, two) => middle(one) - middle(two) || one - two);
    const branch = { parent, boxes: [], count: boxes.length, lo, hi } as unknown as Branch & {
      children: readonly [Branch, Branch];
    };
    const half = boxes.length >> 1;
    branch.children = [
      this.#build(boxes.slice(0, half), depth + 1, branch),
      this.#build(boxes.slice(half), depth + 1, branch),
    ];
    this.#bound(branch);
    return branch;
  }

  #bound({ children, boxes, lo, hi }: Branch): void {
    lo.fill(0);
    hi.fill(0xffffffff);
    const under = children?.filter(({ count }) => count > 0) ?? boxes.flatMap((box) => this.#boxes[box] ?? []);
    for (const own of under) {
      for (let a = 0; a < lo.length; a++) {
        if (own.lo[a] > lo[a]) lo[a] = own.lo[a];
        if (own.hi[a] < hi[a]) hi[a] = own.hi[a];
      }
    }
  }
}
