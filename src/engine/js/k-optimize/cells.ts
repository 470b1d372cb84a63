import {
  ATTRIBUTE_TABLE,
  ATTRIBUTE_WORDS,
  ATTRIBUTES,
  BEST,
  CHANGED,
  CLASSIFY,
  HASH,
  K,
  KEPT,
  KEY_WORDS,
  LABELS,
  RAW_CELLS,
  REDUCED,
  REMAP,
  ROWS,
  STRIDE,
} from '../../k-optimize/context.js';
import { copyWords, type f64, fillWords, type Heap, type i32, mul, quotient, squareRoot } from './heap.js';
import { takeSide } from './records.js';
import { hasValue } from './sets.js';

/** Rows outside of the majority label: `rows` in all, the counts of all labels but the last at `labels`. */
export function minorityOf(h: Heap, rows: i32, labels: i32): i32 {
  const { I } = h;
  const count = I[LABELS];
  let last = rows;
  let most: i32 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const at = I[labels + i];
    last -= at;
    if (at > most) most = at;
  }
  return rows - (last > most ? last : most);
}

/** The least that the rows of a cell cost, whatever released class they end in: rows and labels at `at`. */
export function floorOf(h: Heap, at: i32): f64 {
  const { I } = h;
  if (I[CLASSIFY] != 0) return minorityOf(h, I[at], at + 1);
  const rows: f64 = I[at];
  const k: f64 = I[K];
  return rows * (rows > k ? rows : k);
}

/** What a released class costs: rows and labels at `at`. */
export function costOf(h: Heap, at: i32): f64 {
  const { I } = h;
  if (I[CLASSIFY] != 0) return minorityOf(h, I[at], at + 1);
  const rows: f64 = I[at];
  return rows * rows;
}

/**
 * Under discernibility: whether suppressing rows of the small side of a split class may pay. It does not when a + 2b is at
 * most all rows, and not in a solution cheaper than the best either when no class of such a solution is large enough.
 */
export function mayPay(h: Heap, small: f64, large: f64): boolean {
  const { F } = h;
  const others = F[ROWS] - small;
  return 2 * large > others && others * others < 4 * F[BEST];
}

/**
 * Under discernibility: what a row suppressed below a node costs at least beyond the bound of the node's cells, when cuts
 * that split off fewer than k rows of a class are taken as not made there. Below 0 while no good solution is known.
 */
export function reducedExcess(h: Heap): f64 {
  const { F } = h;
  return F[ROWS] - F[BEST] / F[ROWS] - 2 * squareRoot(F[BEST]);
}

/** The same by the way that the tables of a frame were made. */
export function excessOf(h: Heap, frame: i32): f64 {
  const { I, F } = h;
  let excess = F[ROWS] - I[K];
  if (I[frame + REDUCED] != 0 && reducedExcess(h) < excess) excess = reducedExcess(h);
  return excess > 0 ? excess : 0;
}

/** Leaf of a cell in an attribute: the first of the interval it lies in. */
export function leafAt(h: Heap, cell: i32, attribute: i32): i32 {
  const { I } = h;
  const entry = I[ATTRIBUTE_TABLE] + attribute * ATTRIBUTE_WORDS;
  return (I[cell + I[entry]] >>> I[entry + 1]) & I[entry + 2];
}

/**
 * Fills the tables that mergeCells reads: where every interval starts when only the cuts of `keep` are left, given that
 * the cells are split by those of `keep` and of `built`.
 */
export function planMerge(h: Heap, keep: i32, built: i32): i32 {
  const { I } = h;
  const attributes = I[ATTRIBUTES];
  let changed: i32 = 0;
  let map = I[REMAP];
  for (let a: i32 = 0; a < attributes; a++) {
    const entry = I[ATTRIBUTE_TABLE] + a * ATTRIBUTE_WORDS;
    const first = I[entry + 3];
    const count = I[entry + 4];
    let start: i32 = 0;
    let moves = false;
    I[map] = 0;
    for (let x: i32 = 1; x <= count; x++) {
      const value = first + x - 1;
      if (hasValue(h, keep, value)) start = x;
      else if (hasValue(h, built, value)) moves = true;
      I[map + x] = start;
    }
    if (moves) {
      I[I[CHANGED] + changed * 4] = I[entry];
      I[I[CHANGED] + changed * 4 + 1] = I[entry + 1];
      I[I[CHANGED] + changed * 4 + 2] = I[entry + 2];
      I[I[CHANGED] + changed * 4 + 3] = map;
      changed++;
    }
    map += count + 1;
  }
  I[KEPT] = changed;
  return changed;
}

/**
 * Writes the cells of one class to `to`, merged as planMerge says, in order of first appearance. `attribute` >= 0 takes
 * only those before the leaf (`upper` 0) or from it on (1). May write in place. Returns the number of cells written.
 */
export function mergeCells(h: Heap, from: i32, count: i32, attribute: i32, leaf: i32, upper: i32, to: i32): i32 {
  const { I } = h;
  const stride = I[STRIDE];
  let word: i32 = 0;
  let shift: i32 = 0;
  let mask: i32 = 0;
  let least: i32 = 0;
  let side: i32 = 1;
  if (attribute >= 0) {
    const entry = I[ATTRIBUTE_TABLE] + attribute * ATTRIBUTE_WORDS;
    word = I[entry];
    shift = I[entry + 1];
    mask = I[entry + 2];
    least = leaf;
    side = upper;
  }
  // Only raw cells may agree when no cut is gone.
  if (I[KEPT] == 0 && from != I[RAW_CELLS]) {
    if (attribute < 0) {
      if (to != from) copyWords(h, to, from, count * stride);
      return count;
    }
    return takeSide(h, from, count, stride, word, shift, mask, least, side, to);
  }
  const keyWords = I[KEY_WORDS];
  const changedEnd = I[CHANGED] + 4 * I[KEPT];
  const hash = I[HASH];
  let capacity: i32 = 16;
  while (capacity < 2 * count) capacity <<= 1;
  fillWords(h, hash, capacity, -1);
  const places = capacity - 1;
  const end = from + count * stride;
  let slot = to;
  for (let cell = from; cell < end; cell += stride) {
    if ((((I[cell + word] >>> shift) & mask) >= least ? 1 : 0) != side) continue;
    if (slot != cell) for (let w: i32 = 0; w < stride; w++) I[slot + w] = I[cell + w];
    for (let entry = I[CHANGED]; entry < changedEnd; entry += 4) {
      const at = slot + I[entry];
      const low = I[entry + 1];
      const key = I[at];
      const before = (key >>> low) & I[entry + 2];
      I[at] = key ^ ((before ^ I[I[entry + 3] + before]) << low);
    }
    const first = I[slot];
    let mixed = mul(first, -1640531535);
    mixed ^= mixed >>> 15;
    for (let w: i32 = 1; w < keyWords; w++) {
      mixed = mul(mixed ^ I[slot + w], -1640531535);
      mixed ^= mixed >>> 15;
    }
    let place = mixed & places;
    while (true) {
      const other = I[hash + place];
      if (other < 0) {
        I[hash + place] = slot;
        slot += stride;
        break;
      }
      let same = I[other] == first;
      for (let w: i32 = 1; same && w < keyWords; w++) same = I[other + w] == I[slot + w];
      if (same) {
        for (let w = keyWords; w < stride; w++) I[other + w] += I[slot + w];
        break;
      }
      place = (place + 1) & places;
    }
  }
  return quotient(slot - to, stride);
}
