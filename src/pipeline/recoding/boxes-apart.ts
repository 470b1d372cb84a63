import type { Steps } from '../../base/steps.js';

/** [attributes][boxes] first and last cell of every box. */
export interface Boxes {
  readonly lower: readonly Uint32Array[];
  readonly upper: readonly Uint32Array[];
}

/** Maximum boxes for pairwise comparison. */
const FEW_BOXES = 24;
/** Most work, in looks at a box or a cell. */
const MOST_WORK = 1 << 26;
/** Work between two yields. */
const YIELD_WORK = 1 << 20;

/**
 * True when no two boxes have a point in common: boxes that can be divided at a cell which none of them crosses, and so on with the
 * parts, as those of a partition by cuts can. False where that was not shown, which does not mean that some have. Yields between
 * stretches.
 */
export function* areApart({ lower, upper }: Boxes, count: number): Steps<boolean> {
  const order = Uint32Array.from({ length: count }, (_, box) => box);
  const scratch = new Uint32Array(count);
  const cutters = lower.map((first, a) => new Cutter(first, upper[a]));
  const open = [[0, count]];
  let work = 0;
  let looked = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [from, to] = next;
    const part = order.subarray(from, to);
    if (part.length <= FEW_BOXES) {
      if (haveCommonPoint({ lower, upper }, part)) return false;
      looked += part.length * part.length;
    } else {
      let isCut = false;
      for (const cutter of cutters) {
        looked += cutter.look(part);
        isCut = cutter.parts > 1;
        if (!isCut) continue;
        for (const [start, end] of cutter.divide(part, scratch)) open.push([from + start, from + end]);
        break;
      }
      if (!isCut) return false;
    }
    if (looked < YIELD_WORK) continue;
    work += looked;
    if (work > MOST_WORK) return false;
    looked = 0;
    yield;
  }
  return true;
}

function haveCommonPoint({ lower, upper }: Boxes, boxes: Uint32Array): boolean {
  for (let i = 1; i < boxes.length; i++) {
    for (let j = 0; j < i; j++) {
      const [one, other] = [boxes[i], boxes[j]];
      let a = 0;
      while (a < lower.length && lower[a][one] <= upper[a][other] && lower[a][other] <= upper[a][one]) a++;
      if (a === lower.length) return true;
    }
  }
  return false;
}

/** Finds all cells of one attribute at which boxes can be divided, so that none lies on both sides. */
class Cutter {
  readonly #lower: Uint32Array;
  readonly #upper: Uint32Array;
  /** [cells] last cell of the boxes that begin there, -1: none does. */
  readonly #reach: Int32Array;
  /** [cells] part of the boxes that begin there. */
  readonly #partOf: Uint32Array;
  /** Parts that the boxes fall into which were looked at last. */
  parts = 0;

  constructor(lower: Uint32Array, upper: Uint32Array) {
    this.#lower = lower;
    this.#upper = upper;
    const size = upper.reduce((most, cell) => Math.max(most, cell + 1), 0);
    this.#reach = new Int32Array(size);
    this.#partOf = new Uint32Array(size);
  }

  /** Finds the parts; returns the work that it took. */
  look(boxes: Uint32Array): number {
    let first = Infinity;
    let last = 0;
    for (const box of boxes) {
      if (this.#lower[box] < first) first = this.#lower[box];
      if (this.#upper[box] > last) last = this.#upper[box];
    }
    this.#reach.fill(-1, first, last + 1);
    for (const box of boxes) {
      const cell = this.#lower[box];
      if (this.#upper[box] > this.#reach[cell]) this.#reach[cell] = this.#upper[box];
    }
    this.parts = 1;
    let end = this.#reach[first];
    for (let cell = first; cell <= last; cell++) {
      if (this.#reach[cell] < 0) continue;
      if (cell > end) this.parts++;
      if (this.#reach[cell] > end) end = this.#reach[cell];
      this.#partOf[cell] = this.parts - 1;
    }
    return boxes.length + last - first;
  }

  /** Puts the boxes that were looked at in the order of their parts; where every part starts and ends. */
  divide(boxes: Uint32Array, scratch: Uint32Array): [number, number][] {
    const next = new Uint32Array(this.parts + 1);
    for (const box of boxes) next[this.#partOf[this.#lower[box]] + 1]++;
    for (let part = 0; part < this.parts; part++) next[part + 1] += next[part];
    const bounds = Array.from({ length: this.parts }, (_, part): [number, number] => [next[part], next[part + 1]]);
    scratch.set(boxes);
    for (let i = 0; i < boxes.length; i++) boxes[next[this.#partOf[this.#lower[scratch[i]]]]++] = scratch[i];
    return bounds;
  }
}
