import type { Steps } from '../../base/steps.js';
import type { Group } from '../local/groups.js';
import { BoxTree, type MeasuredBoxes } from './box-tree.js';
import { cellsOf, type Cells, type WeightedVectors } from './split-boxes.js';

/** Groups looked at between two yields. */
const YIELD_GROUPS = 1 << 9;

/** The group that takes rows for the least, and what that costs. */
export interface Target {
  /** -1 when none costs less than the limit. */
  readonly group: number;
  readonly increase: number;
}

/**
 * Groups with their released boxes, and a tree of boxes over them that finds the group to which a row can be added for the least. The cost of a group
 * is its rows times the cost of its box. Boxes only grow in the tree until it is rebuilt.
 */
export class GroupBoxes {
  readonly groups: Group[];
  readonly input: WeightedVectors;
  readonly #q: number;
  readonly #cells: Cells;
  /** [groups] */
  rows: Float64Array;
  cost: Float64Array;
  /** [groups * attributes] */
  #lo: Uint32Array;
  #hi: Uint32Array;
  readonly #tree: BoxTree;
  #stack = new Int32Array(2);
  #bounds = new Float64Array(2);
  /** [2 * 2] two lower bounds, the second the larger, for each child of the current node. */
  readonly #pair = new Float64Array(4);
  readonly #one: Uint32Array;
  /** Two smallest and two largest codes, per attribute, of the two groups used last. */
  readonly #ends: { group: number; readonly codes: Uint32Array }[];

  /** Groups with their tree, made in steps. */
  static *make(input: WeightedVectors, groups: readonly Group[]): Steps<GroupBoxes> {
    const boxes = new GroupBoxes(input, groups);
    for (let g = 0; g < groups.length; g++) {
      if (g % YIELD_GROUPS === 0) yield;
      boxes.measure(g);
    }
    yield* boxes.rebuild();
    return boxes;
  }

  private constructor(input: WeightedVectors, groups: readonly Group[]) {
    this.input = input;
    this.#q = input.codes.length;
    this.#cells = cellsOf(input);
    this.groups = groups.map(({ vectors, counts }) => ({ vectors: vectors.slice(), counts: counts.slice() }));
    const capacity = 2 * groups.length + 64;
    this.rows = new Float64Array(capacity);
    this.cost = new Float64Array(capacity);
    this.#lo = new Uint32Array(capacity * this.#q);
    this.#hi = new Uint32Array(capacity * this.#q);
    this.#ends = [0, 1].map(() => ({ group: -1, codes: new Uint32Array(4 * this.#q) }));
    this.#one = new Uint32Array(this.#q);
    this.#tree = new BoxTree(input.spans);
  }

  /** Rows times cost of a group. */
  total(g: number): number {
    return this.rows[g] * this.cost[g];
  }

  /** Puts a group in the place of another, or, with g = groups.length, adds one (which the tree knows after a rebuild). */
  replace(g: number, group: Group): void {
    this.groups[g] = group;
    if (g >= this.rows.length) {
      this.rows = grown(this.rows);
      this.cost = grown(this.cost);
      this.#lo = doubled(this.#lo);
      this.#hi = doubled(this.#hi);
    }
    this.measure(g);
  }

  /** Adds rows of a vector to a group. */
  add(g: number, vector: number, count: number): void {
    const { vectors, counts } = this.groups[g];
    const at = vectors.indexOf(vector);
    if (at >= 0) {
      counts[at] += count;
      this.rows[g] += count;
      return;
    }
    vectors.push(vector);
    counts.push(count);
    this.measure(g);
  }

  /** Takes rows of the i-th vector of a group away. */
  remove(g: number, i: number, count: number): void {
    const { vectors, counts } = this.groups[g];
    counts[i] -= count;
    this.rows[g] -= count;
    if (counts[i] > 0) return;
    vectors.splice(i, 1);
    counts.splice(i, 1);
    this.measure(g);
  }

  /** Updates the rows and the cost of a group after its members changed. */
  measure(g: number): void {
    const { spans } = this.input;
    const { vectors, counts } = this.groups[g];
    const q = this.#q;
    const cells = this.#cells;
    for (const ends of this.#ends) if (ends.group === g) ends.group = -1;
    let rows = 0;
    for (const count of counts) rows += count;
    let cost = 0;
    for (let a = 0; a < q; a++) {
      let lo = 0xffffffff;
      let hi = 0;
      for (let i = 0; i < vectors.length; i++) {
        const code = cells[vectors[i] * q + a];
        if (code < lo) lo = code;
        if (code > hi) hi = code;
      }
      if (vectors.length === 0) lo = hi = 0;
      cost += spans[a].cost(lo, hi);
      const { released } = spans[a];
      if (released !== null) [lo, hi] = released(lo, hi);
      this.#lo[g * q + a] = lo;
      this.#hi[g * q + a] = hi;
    }
    this.rows[g] = rows;
    this.cost[g] = cost;
    this.#tree.grow(g, this.#boxes);
  }

  /** Cost of the box of a group without its i-th vector, and with another vector where `more` is not -1. */
  costWithout(g: number, i: number, more: number): number {
    const { spans } = this.input;
    const q = this.#q;
    const cells = this.#cells;
    const ends = this.#endsOf(g);
    const own = this.groups[g].vectors[i] * q;
    let cost = 0;
    for (let a = 0, at = 0; a < q; a++, at += 4) {
      const code = cells[own + a];
      let lo = ends[code === ends[at] ? at + 1 : at];
      let hi = ends[code === ends[at + 2] ? at + 3 : at + 2];
      if (more >= 0) {
        const other = cells[more * q + a];
        if (other < lo) lo = other;
        if (other > hi) hi = other;
      }
      if (lo <= hi) cost += spans[a].cost(lo, hi);
    }
    return cost;
  }

  /** [attributes * 4] the two smallest and the two largest codes of a group, which may be equal. */
  #endsOf(g: number): Uint32Array {
    const known = this.#ends.find(({ group }) => group === g);
    if (known !== undefined) return known.codes;
    this.#ends.reverse();
    const [found] = this.#ends;
    const { codes: ends } = found;
    found.group = g;
    const q = this.#q;
    const cells = this.#cells;
    const { vectors } = this.groups[g];
    for (let a = 0, at = 0; a < q; a++, at += 4) {
      let [first, second, last, beforeLast] = [0xffffffff, 0xffffffff, 0, 0];
      for (let i = 0; i < vectors.length; i++) {
        const code = cells[vectors[i] * q + a];
        if (code < second) second = code;
        if (code < first) [first, second] = [code, first];
        if (code > beforeLast) beforeLast = code;
        if (code > last) [last, beforeLast] = [code, last];
      }
      ends[at] = first;
      ends[at + 1] = second;
      ends[at + 2] = last;
      ends[at + 3] = beforeLast;
    }
    return ends;
  }

  /**
   * The group but `not` to which `count` rows of a vector can be added for the least, below `limit`. Ties: whichever is met
   * first.
   */
  nearest(vector: number, count: number, not: number, limit: number): Target {
    const { spans, least } = this.input;
    const q = this.#q;
    const x = this.#one;
    for (let a = 0; a < q; a++) x[a] = this.#cells[vector * q + a];
    const tree = this.#tree;
    tree.askForRows(x, count, least);
    const { link } = tree;
    const stack = this.#stack;
    const bounds = this.#bounds;
    let size = 0;
    let best = -1;
    if (tree.nodes > 0) {
      stack[size] = 0;
      bounds[size++] = 0;
    }
    while (size > 0) {
      const node = stack[--size];
      if (bounds[size] >= limit) continue;
      const g = ~link[node];
      if (g >= 0) {
        if (g === not || this.rows[g] === 0) continue;
        const before = this.rows[g] * this.cost[g];
        const most = (limit + before) / (this.rows[g] + count);
        let cost = 0;
        for (let a = 0; a < q && cost < most; a++) {
          const lo = this.#lo[g * q + a];
          const hi = this.#hi[g * q + a];
          cost += spans[a].cost(x[a] < lo ? x[a] : lo, x[a] > hi ? x[a] : hi);
        }
        const increase = (this.rows[g] + count) * cost - before;
        if (increase < limit) {
          limit = increase;
          best = g;
        }
        continue;
      }
      tree.bound(node, limit, this.#pair);
      size = this.#push(node, size, limit);
    }
    return { group: best, increase: limit };
  }

  /** The group that, with g, has at least `rows` rows and whose box together with that of g costs least; -1 without one. */
  partner(g: number, rows: number): number {
    const tree = this.#tree;
    tree.askForGroup(g, this.#boxes);
    const { link } = tree;
    const stack = this.#stack;
    const bounds = this.#bounds;
    let best = -1;
    let least = Infinity;
    let size = 0;
    if (tree.nodes > 0) {
      stack[size] = 0;
      bounds[size++] = 0;
    }
    while (size > 0) {
      const node = stack[--size];
      if (bounds[size] >= least) continue;
      const h = ~link[node];
      if (h >= 0) {
        if (h === g || this.rows[h] + this.rows[g] < rows) continue;
        const cost = this.#unionCost(g, h);
        if (cost < least) {
          least = cost;
          best = h;
        }
        continue;
      }
      tree.reach(node, this.#pair);
      size = this.#push(node, size, least);
    }
    return best;
  }

  /** Puts those children of a node on the stack whose bounds in `pair` are below the limit, the nearer one on top. Returns its size. */
  #push(node: number, size: number, limit: number): number {
    const pair = this.#pair;
    let child = pair[0] <= pair[2] ? 2 : 0;
    for (let turn = 0; turn < 2; turn++, child = 2 - child) {
      const bound = pair[child + 1];
      if (bound >= limit) continue;
      this.#stack[size] = child === 0 ? node + 1 : this.#tree.link[node];
      this.#bounds[size++] = bound;
    }
    return size;
  }

  /** Cost of the smallest box that holds those of two groups. */
  #unionCost(g: number, h: number): number {
    const { spans } = this.input;
    const q = this.#q;
    let cost = 0;
    for (let a = 0; a < q; a++) {
      const one = g * q + a;
      const two = h * q + a;
      const from = this.#lo[one] < this.#lo[two] ? this.#lo[one] : this.#lo[two];
      const to = this.#hi[one] > this.#hi[two] ? this.#hi[one] : this.#hi[two];
      cost += spans[a].cost(from, to);
    }
    return cost;
  }

  /** Builds the tree over the groups that have rows, in steps. */
  *rebuild(): Steps<void> {
    const alive = Uint32Array.from(this.groups.keys()).filter((g) => this.rows[g] > 0);
    yield* this.#tree.build(alive, this.#boxes, this.groups.length);
    // A search keeps one sibling a level.
    this.#stack = new Int32Array(this.#tree.depth + 2);
    this.#bounds = new Float64Array(this.#tree.depth + 2);
  }

  get #boxes(): MeasuredBoxes {
    return { lo: this.#lo, hi: this.#hi, cost: this.cost };
  }
}

function grown(values: Float64Array): Float64Array {
  const larger = new Float64Array(2 * values.length);
  larger.set(values);
  return larger;
}

function doubled(values: Uint32Array): Uint32Array {
  const larger = new Uint32Array(2 * values.length);
  larger.set(values);
  return larger;
}
