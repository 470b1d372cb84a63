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
  REMAP,
  ROWS,
  STRIDE,
} from '../../k-optimize-context.js';
import { type f64, fillWords, type Heap, type i32, mul } from './heap.js';
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
  const keyWords = I[KEY_WORDS];
  const changedCount = I[KEPT];
  const changed = I[CHANGED];
  const hash = I[HASH];
  let capacity: i32 = 16;
  while (capacity < 2 * count) capacity <<= 1;
  fillWords(h, hash, capacity, -1);
  const mask = capacity - 1;
  let written: i32 = 0;
  let slot = to;
  for (let i: i32 = 0; i < count; i++) {
    const cell = from + i * stride;
    if (attribute >= 0 && (leafAt(h, cell, attribute) >= leaf ? 1 : 0) != upper) continue;
    if (slot != cell) for (let w: i32 = 0; w < stride; w++) I[slot + w] = I[cell + w];
    for (let j: i32 = 0; j < changedCount; j++) {
      const entry = changed + j * 4;
      const at = slot + I[entry];
      const shift = I[entry + 1];
      const field = I[entry + 2];
      const key = I[at];
      const before = (key >>> shift) & field;
      I[at] = key ^ ((before ^ I[I[entry + 3] + before]) << shift);
    }
    let mixed: i32 = 0;
    for (let w: i32 = 0; w < keyWords; w++) {
      mixed = mul(mixed ^ I[slot + w], -1640531535);
      mixed ^= mixed >>> 15;
    }
    let place = mixed & mask;
    while (true) {
      const other = I[hash + place];
      if (other < 0) {
        I[hash + place] = slot;
        written++;
        slot += stride;
        break;
      }
      let same = true;
      for (let w: i32 = 0; w < keyWords; w++) {
        if (I[other + w] != I[slot + w]) {
          same = false;
          break;
        }
      }
      if (same) {
        for (let w = keyWords; w < stride; w++) I[other + w] += I[slot + w];
        break;
      }
      place = (place + 1) & mask;
    }
  }
  return written;
}
