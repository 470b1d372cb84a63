import type { Steps } from '../../base/steps.js';
import type { Span } from '../local/spans.js';

/** Groups looked at between two yields. */
const YIELD_GROUPS = 1 << 9;

/** Bits of a word that hold codes, so that words stay whole numbers without a sign. */
const WORD_BITS = 31;

/** Boxes of groups, attribute by attribute, and what they cost. */
export interface MeasuredBoxes {
  /** [groups * attributes] */
  readonly lo: Uint32Array;
  readonly hi: Uint32Array;
  /** [groups] */
  readonly cost: Float64Array;
}

/**
 * A binary tree of boxes over groups, which bounds from below the cost of a group under a node when it grows. Boxes of the tree only grow until it is
 * rebuilt.
 *
 * Codes of a box stand side by side in words, a bit in front of each: one subtraction finds, for all attributes of a word, on which side of an edge a
 * code is.
 */
export class BoxTree {
  nodes = 0;
  /** Levels below the root. */
  depth = 0;
  /** [nodes] the group of a leaf as ~group; else the second child. The first child of a node is the node after it. */
  link = new Int32Array(0);
  readonly #spans: readonly Span[];
  readonly #q: number;
  readonly #words: number;
  readonly #wordOf: Int32Array;
  readonly #shiftOf: Int32Array;
  readonly #maskOf: Int32Array;
  /** [words] the bits in front of codes. */
  readonly #fronts: Int32Array;
  /** [words * 32] the attribute of a bit in front. */
  readonly #attributeOf: Uint32Array;
  #parent = new Int32Array(0);
  #leafOf = new Int32Array(0);
  /** [nodes * 2 * words] smallest codes, largest codes. */
  #boxes = new Int32Array(0);
  /** [nodes] no group below costs less. */
  #cost = new Float64Array(0);
  // The box or point that is asked about.
  readonly #low: Int32Array;
  readonly #high: Int32Array;
  readonly #lows: Uint32Array;
  readonly #highs: Uint32Array;
  #count = 0;
  #least = 0;
  #own = 0;
  readonly #costs: Float64Array;

  constructor(spans: readonly Span[]) {
    const q = spans.length;
    this.#spans = spans;
    this.#q = q;
    this.#wordOf = new Int32Array(q);
    this.#shiftOf = new Int32Array(q);
    this.#maskOf = new Int32Array(q);
    let word = 0;
    let used = 0;
    spans.forEach(({ size }, a) => {
      const bits = 32 - Math.clz32(Math.max(1, size - 1));
      if (used + bits + 1 > WORD_BITS) {
        word++;
        used = 0;
      }
      this.#wordOf[a] = word;
      this.#shiftOf[a] = used;
      this.#maskOf[a] = 2 ** bits - 1;
      used += bits + 1;
    });
    this.#words = word + 1;
    this.#fronts = new Int32Array(this.#words);
    this.#attributeOf = new Uint32Array(32 * this.#words);
    for (let a = 0; a < q; a++) {
      const bit = this.#shiftOf[a] + 32 - Math.clz32(this.#maskOf[a]);
      this.#fronts[this.#wordOf[a]] |= 1 << bit;
      this.#attributeOf[32 * this.#wordOf[a] + bit] = a;
    }
    this.#low = new Int32Array(this.#words);
    this.#high = new Int32Array(this.#words);
    this.#lows = new Uint32Array(q);
    this.#highs = new Uint32Array(q);
    this.#costs = new Float64Array(q);
  }

  /** Builds the tree over some groups, in steps. `groups`: all that there are. */
  *build(alive: Uint32Array, boxes: MeasuredBoxes, groups: number): Steps<void> {
    const most = Math.max(1, 2 * alive.length);
    this.link = new Int32Array(most).fill(-1);
    this.#parent = new Int32Array(most).fill(-1);
    this.#boxes = new Int32Array(most * 2 * this.#words);
    this.#cost = new Float64Array(most);
    this.#leafOf = new Int32Array(groups).fill(-1);
    this.nodes = 0;
    this.depth = 0;
    if (alive.length > 0) yield* this.#divide(alive, { from: 0, to: alive.length, parent: -1, depth: 0 }, boxes);
  }

  *#divide(
    alive: Uint32Array,
    part: { readonly from: number; readonly to: number; readonly parent: number; readonly depth: number },
    boxes: MeasuredBoxes,
  ): Steps<void> {
    const { from, to, depth } = part;
    if (to - from > YIELD_GROUPS) yield;
    this.depth = Math.max(this.depth, depth);
    const q = this.#q;
    const node = this.nodes++;
    this.#parent[node] = part.parent;
    if (to - from === 1) {
      this.#placeLeaf(node, alive[from], boxes);
      return;
    }
    const { attribute, pivot } = this.#widest(alive, from, to, boxes);
    let middle = from;
    if (attribute < 0) middle = (from + to) >>> 1;
    else {
      const { lo, hi } = boxes;
      let last = to;
      while (middle < last) {
        const g = alive[middle];
        if (lo[g * q + attribute] + hi[g * q + attribute] <= pivot) middle++;
        else {
          alive[middle] = alive[--last];
          alive[last] = g;
        }
      }
    }
    yield* this.#divide(alive, { from, to: middle, parent: node, depth: depth + 1 }, boxes);
    this.link[node] = this.nodes;
    yield* this.#divide(alive, { from: middle, to, parent: node, depth: depth + 1 }, boxes);
    this.#join(node, node + 1, this.link[node]);
  }

  /** The attribute in which the middles of boxes, doubled, lie farthest apart, and where it is parted; -1 where all are the same. */
  #widest(
    alive: Uint32Array,
    from: number,
    to: number,
    boxes: MeasuredBoxes,
  ): { readonly attribute: number; readonly pivot: number } {
    const q = this.#q;
    let attribute = -1;
    let widest = -1;
    let pivot = 0;
    for (let a = 0; a < q; a++) {
      let lo = 0xffffffff;
      let hi = 0;
      for (let i = from; i < to; i++) {
        const at = alive[i] * q + a;
        const middle = boxes.lo[at] + boxes.hi[at];
        if (middle < lo) lo = middle;
        if (middle > hi) hi = middle;
      }
      const spread = lo === hi ? -1 : this.#spans[a].cost(lo >>> 1, hi >>> 1);
      if (spread > widest) {
        widest = spread;
        attribute = a;
        pivot = (lo + hi) / 2;
      }
    }
    return { attribute, pivot };
  }

  #placeLeaf(node: number, g: number, { lo, hi, cost }: MeasuredBoxes): void {
    const words = this.#words;
    this.link[node] = ~g;
    this.#leafOf[g] = node;
    this.#cost[node] = cost[g];
    for (let a = 0; a < this.#q; a++) {
      const at = 2 * words * node + this.#wordOf[a];
      this.#boxes[at] |= lo[g * this.#q + a] << this.#shiftOf[a];
      this.#boxes[at + words] |= hi[g * this.#q + a] << this.#shiftOf[a];
    }
  }

  /** The box of a node from those of its children. */
  #join(node: number, left: number, right: number): void {
    const words = this.#words;
    const boxes = this.#boxes;
    this.#cost[node] = Math.min(this.#cost[left], this.#cost[right]);
    for (let a = 0; a < this.#q; a++) {
      const word = this.#wordOf[a];
      const mask = this.#maskOf[a] << this.#shiftOf[a];
      const one = 2 * words * left + word;
      const two = 2 * words * right + word;
      const own = 2 * words * node + word;
      boxes[own] |= Math.min(boxes[one] & mask, boxes[two] & mask);
      boxes[own + words] |= Math.max(boxes[one + words] & mask, boxes[two + words] & mask);
    }
  }

  /** Lets the nodes above a group hold its box, and know its cost. */
  grow(g: number, { lo, hi, cost }: MeasuredBoxes): void {
    const words = this.#words;
    const boxes = this.#boxes;
    for (let node = g < this.#leafOf.length ? this.#leafOf[g] : -1; node >= 0; node = this.#parent[node]) {
      let grew = cost[g] < this.#cost[node];
      if (grew) this.#cost[node] = cost[g];
      for (let a = 0; a < this.#q; a++) {
        const at = 2 * words * node + this.#wordOf[a];
        const shift = this.#shiftOf[a];
        const mask = this.#maskOf[a];
        const low = (boxes[at] >>> shift) & mask;
        const high = (boxes[at + words] >>> shift) & mask;
        const [first, last] = [lo[g * this.#q + a], hi[g * this.#q + a]];
        if (first < low) boxes[at] -= (low - first) << shift;
        if (last > high) boxes[at + words] += (last - high) << shift;
        grew ||= first < low || last > high;
      }
      if (!grew) return;
    }
  }

  /** Rows that `bound` is asked about: `count` at a point; groups have at least `least` rows. */
  askForRows(point: Uint32Array, count: number, least: number): void {
    this.#count = count;
    this.#least = least;
    this.#lows.set(point);
    this.#packInto(this.#low, point);
  }

  #packInto(words: Int32Array, codes: Uint32Array): void {
    words.fill(0);
    for (let a = 0; a < this.#q; a++) words[this.#wordOf[a]] |= codes[a] << this.#shiftOf[a];
  }

  /**
   * Writes into `bounds`, for both children of a node: what the groups below ask for the rows at least, since the rows pay the cost of the
   * box and its own rows the growth; and a larger bound, with what the cheapest of these groups costs. Infinity where that reaches the limit.
   */
  bound(node: number, limit: number, bounds: Float64Array): void {
    const words = this.#words;
    const boxes = this.#boxes;
    const lows = this.#low;
    const count = this.#count;
    const least = this.#least;
    for (let child = 0, own = node + 1; child < 4; child += 2, own = this.link[node]) {
      const base = count * this.#cost[own];
      let growth = 0;
      let cost = 0;
      let at = 2 * words * own;
      for (let w = 0; w < words && (least + count) * growth + base < limit; w++, at++) {
        const x = lows[w];
        const low = boxes[at];
        const high = boxes[at + words];
        const fronts = this.#fronts[w];
        let outside = fronts & ~(((x | fronts) - low) & ((high | fronts) - x));
        while (outside !== 0) {
          const bit = 31 - Math.clz32(outside);
          outside ^= 1 << bit;
          const a = this.#attributeOf[32 * w + bit];
          const code = this.#lows[a];
          const shift = this.#shiftOf[a];
          const mask = this.#maskOf[a];
          const first = (low >>> shift) & mask;
          const edge = code < first ? first : (high >>> shift) & mask;
          const span = this.#spans[a];
          const { table, size, growths } = span;
          growth += growths === null ? span.growth(code, edge) : growths[code * size + edge];
          if (table !== null) cost += table[code * size + edge];
          else cost += code < edge ? span.cost(code, edge) : span.cost(edge, code);
        }
      }
      const bound = least * growth + count * cost;
      const tight = (least + count) * growth + base;
      bounds[child] = bound;
      bounds[child + 1] = tight >= limit ? Infinity : tight > bound ? tight : bound;
    }
  }

  /** The group whose box `reach` is asked about. */
  askForGroup(g: number, { lo, hi }: MeasuredBoxes): void {
    const q = this.#q;
    this.#lows.set(lo.subarray(g * q, g * q + q));
    this.#highs.set(hi.subarray(g * q, g * q + q));
    this.#packInto(this.#low, this.#lows);
    this.#packInto(this.#high, this.#highs);
    this.#own = 0;
    for (let a = 0; a < q; a++) {
      this.#costs[a] = this.#spans[a].cost(this.#lows[a], this.#highs[a]);
      this.#own += this.#costs[a];
    }
  }

  /**
   * Writes into `bounds`, for both children of a node: what a box that holds that of the group and that of a group below costs at least; and a
   * larger bound, with what the cheapest of these groups costs.
   */
  reach(node: number, bounds: Float64Array): void {
    const words = this.#words;
    const boxes = this.#boxes;
    for (let child = 0, own = node + 1; child < 4; child += 2, own = this.link[node]) {
      let cost = this.#own;
      let at = 2 * words * own;
      for (let w = 0; w < words; w++, at++) {
        const low = boxes[at];
        const high = boxes[at + words];
        const fronts = this.#fronts[w];
        let outside = fronts & ~(((high | fronts) - this.#low[w]) & ((this.#high[w] | fronts) - low));
        while (outside !== 0) {
          const bit = 31 - Math.clz32(outside);
          outside ^= 1 << bit;
          const a = this.#attributeOf[32 * w + bit];
          const shift = this.#shiftOf[a];
          const mask = this.#maskOf[a];
          const last = (high >>> shift) & mask;
          const isBelow = last < this.#lows[a];
          const from = isBelow ? last : this.#lows[a];
          const to = isBelow ? this.#highs[a] : (low >>> shift) & mask;
          const { table, size } = this.#spans[a];
          cost += (table === null ? this.#spans[a].cost(from, to) : table[from * size + to]) - this.#costs[a];
        }
      }
      const least = this.#cost[own];
      bounds[child] = cost;
      bounds[child + 1] = least > cost ? least : cost;
    }
  }
}
