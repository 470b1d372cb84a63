import type { Steps } from '../../base/steps.js';
import type { Group } from '../local/groups.js';
import type { WeightedVectors } from './split-boxes.js';

/** Groups looked at between two yields. */
const YIELD_GROUPS = 1 << 9;

/** The group that takes rows for the least, and what that costs. */
export interface Target {
  /** -1 when none costs less than the limit. */
  readonly group: number;
  readonly increase: number;
}

/**
 * Groups with their released boxes, and a tree of boxes over them that finds the group to which a row can be added for the
 * least. The cost of a group is its rows times the cost of its box. Boxes only grow in the tree until it is built anew.
 */
export class GroupBoxes {
  readonly groups: Group[];
  readonly input: WeightedVectors;
  readonly #q: number;
  /** [groups] */
  rows: Float64Array;
  cost: Float64Array;
  /** [groups * attributes] */
  #lo: Uint32Array;
  #hi: Uint32Array;
  // The tree: node 0 is the root; inner nodes have two children, leaves a group.
  #left = new Int32Array(0);
  #right = new Int32Array(0);
  #parent = new Int32Array(0);
  #nodeGroup = new Int32Array(0);
  #nodeLo = new Uint32Array(0);
  #nodeHi = new Uint32Array(0);
  #nodes = 0;
  #leafOf = new Int32Array(0);
  #depth = 0;
  #stack = new Int32Array(2);
  #bounds = new Float64Array(2);
  readonly #one: Uint32Array;

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
    this.groups = groups.map(({ vectors, counts }) => ({ vectors: vectors.slice(), counts: counts.slice() }));
    const capacity = 2 * groups.length + 64;
    this.rows = new Float64Array(capacity);
    this.cost = new Float64Array(capacity);
    this.#lo = new Uint32Array(capacity * this.#q);
    this.#hi = new Uint32Array(capacity * this.#q);
    this.#one = new Uint32Array(this.#q);
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

  /** Measures a group anew after its members changed. */
  measure(g: number): void {
    const { codes, spans } = this.input;
    const { vectors, counts } = this.groups[g];
    const q = this.#q;
    let rows = 0;
    for (const count of counts) rows += count;
    let cost = 0;
    for (let a = 0; a < q; a++) {
      const column = codes[a];
      let lo = 0xffffffff;
      let hi = 0;
      for (let i = 0; i < vectors.length; i++) {
        const code = column[vectors[i]];
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
    this.#growLeaf(g);
  }

  /** Cost of the box of a group without its i-th vector, and with another vector where `more` is not -1. */
  costWithout(g: number, i: number, more: number): number {
    const { codes, spans } = this.input;
    const { vectors } = this.groups[g];
    let cost = 0;
    for (let a = 0; a < this.#q; a++) {
      const column = codes[a];
      let lo = more < 0 ? 0xffffffff : column[more];
      let hi = more < 0 ? 0 : column[more];
      for (let j = 0; j < vectors.length; j++) {
        if (j === i) continue;
        const code = column[vectors[j]];
        if (code < lo) lo = code;
        if (code > hi) hi = code;
      }
      if (lo <= hi) cost += spans[a].cost(lo, hi);
    }
    return cost;
  }

  /**
   * The group but `not` to which `count` rows of a vector can be added for the least, below `limit`. Ties: whichever is met
   * first.
   */
  nearest(vector: number, count: number, not: number, limit: number): Target {
    const { codes, spans } = this.input;
    const q = this.#q;
    const x = this.#one;
    for (let a = 0; a < q; a++) x[a] = codes[a][vector];
    const stack = this.#stack;
    const bounds = this.#bounds;
    let size = 0;
    let best = -1;
    if (this.#nodes > 0) {
      stack[size] = 0;
      bounds[size++] = 0;
    }
    while (size > 0) {
      const node = stack[--size];
      if (bounds[size] >= limit) continue;
      const g = this.#nodeGroup[node];
      if (g >= 0) {
        if (g === not || this.rows[g] === 0) continue;
        const before = this.rows[g] * this.cost[g];
        const most = (limit + before) / (this.rows[g] + count);
        let cost = 0;
        for (let a = 0; a < q && cost < most; a++) {
          const lo = this.#lo[g * q + a];
          const hi = this.#hi[g * q + a];
          const { table, size: leaves } = spans[a];
          const from = x[a] < lo ? x[a] : lo;
          const to = x[a] > hi ? x[a] : hi;
          cost += table === null ? spans[a].cost(from, to) : table[from * leaves + to];
        }
        const increase = (this.rows[g] + count) * cost - before;
        if (increase < limit) {
          limit = increase;
          best = g;
        }
        continue;
      }
      const left = this.#left[node];
      const right = this.#right[node];
      const leftBound = this.#bound(left, x, count);
      const rightBound = this.#bound(right, x, count);
      // The nearer child is looked at first.
      if (leftBound <= rightBound) {
        stack[size] = right;
        bounds[size++] = rightBound;
        stack[size] = left;
        bounds[size++] = leftBound;
      } else {
        stack[size] = left;
        bounds[size++] = leftBound;
        stack[size] = right;
        bounds[size++] = rightBound;
      }
    }
    return { group: best, increase: limit };
  }

  /** No group under a node takes `count` rows at x for less: they pay its cost, and its own rows the growth. */
  #bound(node: number, x: Uint32Array, count: number): number {
    const { spans, least } = this.input;
    const q = this.#q;
    let growth = 0;
    let cost = 0;
    for (let a = 0; a < q; a++) {
      const code = x[a];
      const lo = this.#nodeLo[node * q + a];
      const hi = this.#nodeHi[node * q + a];
      if (code >= lo && code <= hi) continue;
      const edge = code < lo ? lo : hi;
      const { table, size: leaves, growths } = spans[a];
      growth += growths === null ? spans[a].growth(code, edge) : growths[code * leaves + edge];
      cost += table === null ? spans[a].cost(Math.min(code, edge), Math.max(code, edge)) : table[code * leaves + edge];
    }
    return least * growth + count * cost;
  }

  /** The group that, with g, has at least `rows` rows and whose box together with that of g costs least; -1 without one. */
  partner(g: number, rows: number): number {
    const { spans } = this.input;
    const q = this.#q;
    const stack = this.#stack;
    const bounds = this.#bounds;
    const own = g * q;
    /** Cost of the smallest box that holds that of g and reaches lo .. hi. */
    const reach = (lows: Uint32Array, highs: Uint32Array, at: number, whole: boolean): number => {
      let cost = 0;
      for (let a = 0; a < q; a++) {
        const lo = this.#lo[own + a];
        const hi = this.#hi[own + a];
        const low = whole ? lows[at + a] : Math.min(hi, highs[at + a]);
        const high = whole ? highs[at + a] : Math.max(lo, lows[at + a]);
        const from = low < lo ? low : lo;
        const to = high > hi ? high : hi;
        const { table, size } = spans[a];
        cost += table === null ? spans[a].cost(from, to) : table[from * size + to];
      }
      return cost;
    };
    let best = -1;
    let least = Infinity;
    let size = 0;
    if (this.#nodes > 0) {
      stack[size] = 0;
      bounds[size++] = 0;
    }
    while (size > 0) {
      const node = stack[--size];
      if (bounds[size] >= least) continue;
      const h = this.#nodeGroup[node];
      if (h >= 0) {
        if (h === g || this.rows[h] + this.rows[g] < rows) continue;
        const cost = reach(this.#lo, this.#hi, h * q, true);
        if (cost < least) {
          least = cost;
          best = h;
        }
        continue;
      }
      let near = this.#left[node];
      let far = this.#right[node];
      let nearBound = reach(this.#nodeLo, this.#nodeHi, near * q, false);
      let farBound = reach(this.#nodeLo, this.#nodeHi, far * q, false);
      if (farBound < nearBound) {
        [near, far] = [far, near];
        [nearBound, farBound] = [farBound, nearBound];
      }
      stack[size] = far;
      bounds[size++] = farBound;
      stack[size] = near;
      bounds[size++] = nearBound;
    }
    return best;
  }

  /** Builds the tree over the groups that have rows, in steps. */
  *rebuild(): Steps<void> {
    const q = this.#q;
    const alive = Uint32Array.from(this.groups.keys()).filter((g) => this.rows[g] > 0);
    const most = Math.max(1, 2 * alive.length);
    this.#left = new Int32Array(most).fill(-1);
    this.#right = new Int32Array(most).fill(-1);
    this.#parent = new Int32Array(most).fill(-1);
    this.#nodeGroup = new Int32Array(most).fill(-1);
    this.#nodeLo = new Uint32Array(most * q).fill(0xffffffff);
    this.#nodeHi = new Uint32Array(most * q);
    this.#leafOf = new Int32Array(this.groups.length).fill(-1);
    this.#nodes = 0;
    this.#depth = 0;
    if (alive.length > 0) yield* this.#build(alive, 0, alive.length, -1, 0);
    // A search keeps one sibling a level.
    this.#stack = new Int32Array(this.#depth + 2);
    this.#bounds = new Float64Array(this.#depth + 2);
  }

  *#build(alive: Uint32Array, from: number, to: number, parent: number, depth: number): Steps<number> {
    if (to - from > YIELD_GROUPS) yield;
    this.#depth = Math.max(this.#depth, depth);
    const q = this.#q;
    const { spans } = this.input;
    const node = this.#nodes++;
    this.#parent[node] = parent;
    const at = node * q;
    for (let i = from; i < to; i++) {
      for (let a = 0; a < q; a++) {
        this.#nodeLo[at + a] = Math.min(this.#nodeLo[at + a], this.#lo[alive[i] * q + a]);
        this.#nodeHi[at + a] = Math.max(this.#nodeHi[at + a], this.#hi[alive[i] * q + a]);
      }
    }
    if (to - from === 1) {
      this.#nodeGroup[node] = alive[from];
      this.#leafOf[alive[from]] = node;
      return node;
    }
    let attribute = 0;
    let widest = -1;
    let pivot = 0;
    for (let a = 0; a < q; a++) {
      // Spread of the middles of the boxes, doubled.
      let lo = 0xffffffff;
      let hi = 0;
      for (let i = from; i < to; i++) {
        const middle = this.#lo[alive[i] * q + a] + this.#hi[alive[i] * q + a];
        if (middle < lo) lo = middle;
        if (middle > hi) hi = middle;
      }
      const spread = lo === hi ? -1 : spans[a].cost(lo >>> 1, hi >>> 1);
      if (spread > widest) {
        widest = spread;
        attribute = a;
        pivot = (lo + hi) / 2;
      }
    }
    let middle = from;
    if (widest < 0) middle = (from + to) >>> 1;
    else {
      let last = to;
      while (middle < last) {
        const g = alive[middle];
        if (this.#lo[g * q + attribute] + this.#hi[g * q + attribute] <= pivot) middle++;
        else {
          alive[middle] = alive[--last];
          alive[last] = g;
        }
      }
    }
    this.#left[node] = yield* this.#build(alive, from, middle, node, depth + 1);
    this.#right[node] = yield* this.#build(alive, middle, to, node, depth + 1);
    return node;
  }

  #growLeaf(g: number): void {
    const q = this.#q;
    for (let node = g < this.#leafOf.length ? this.#leafOf[g] : -1; node >= 0; node = this.#parent[node]) {
      let grew = false;
      for (let a = 0; a < q; a++) {
        const at = node * q + a;
        if (this.#lo[g * q + a] < this.#nodeLo[at]) {
          this.#nodeLo[at] = this.#lo[g * q + a];
          grew = true;
        }
        if (this.#hi[g * q + a] > this.#nodeHi[at]) {
          this.#nodeHi[at] = this.#hi[g * q + a];
          grew = true;
        }
      }
      if (!grew) return;
    }
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
