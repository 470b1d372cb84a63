import {
  ATTRIBUTE_WORDS,
  BY_LABEL,
  BY_WIDTH,
  CHANGE_MAP,
  CHANGE_WORDS,
  FIRST_VALUE,
  KEY_WORD,
  MASK,
  SHIFT,
  VALUE_COUNT,
} from './context.js';
import { copyWords, type f64, type Heap, type i32 } from './heap.js';
import { mergeRecords, takeSide } from './records.js';
import { hasValue } from './sets.js';
import { rowWidth } from './widths.js';

/** Rows outside of the majority label: `rows` in all, the counts of all labels but the last at `labels`. */
export function minorityOf(h: Heap, rows: i32, labels: i32): i32 {
  const { I } = h;
  const count = h.labels;
  let last = rows;
  let most: i32 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const at = I[labels + i];
    last -= at;
    if (at > most) most = at;
  }
  return rows - (last > most ? last : most);
}

/** The least that the rows of a cell cost, whatever released class they end in: rows and labels at `at`, its key before them. */
export function floorOf(h: Heap, at: i32): f64 {
  const { I } = h;
  if (h.costBy == BY_LABEL) return minorityOf(h, I[at], at + 1);
  const rows: f64 = I[at];
  if (h.costBy == BY_WIDTH) return rows * rowWidth(h, at - h.keyWords, h.cellWidths);
  const k: f64 = h.k;
  return rows * (rows > k ? rows : k);
}

/** The sum of these over the cells of [from, end), addresses of cells. */
export function floorsOf(h: Heap, from: i32, end: i32): f64 {
  const { I } = h;
  const stride = h.stride;
  const first = from + h.keyWords;
  const last = end + h.keyWords;
  let floor: f64 = 0;
  if (h.costBy == BY_LABEL) {
    if (h.labels == 1) {
      let sum: i32 = 0;
      for (let at = first; at < last; at += stride) {
        const one = I[at + 1];
        const two = I[at] - one;
        sum += one < two ? one : two;
      }
      return sum;
    }
    for (let at = first; at < last; at += stride) floor += minorityOf(h, I[at], at + 1);
    return floor;
  }
  if (h.costBy == BY_WIDTH) {
    for (let at = first; at < last; at += stride) floor += floorOf(h, at);
    return floor;
  }
  const k: f64 = h.k;
  for (let at = first; at < last; at += stride) {
    const rows: f64 = I[at];
    floor += rows * (rows > k ? rows : k);
  }
  return floor;
}

/** The cost of a released class of the head: rows and labels at `at`; `cell`: any of its cells. */
export function costOf(h: Heap, at: i32, cell: i32): f64 {
  const { I } = h;
  if (h.costBy == BY_LABEL) return minorityOf(h, I[at], at + 1);
  const rows: f64 = I[at];
  if (h.costBy == BY_WIDTH) return rows * rowWidth(h, cell, h.headWidths);
  return rows * rows;
}

/**
 * Under discernibility: whether suppressing rows of the small side of a split class may pay. It does not when a + 2b is at
 * most all rows, and not in a solution cheaper than the best either when no class of such a solution is large enough.
 */
export function mayPay(h: Heap, small: f64, large: f64): boolean {
  const others = h.rows - small;
  return 2 * large > others && others * others < 4 * h.best;
}

/** Leaf of a cell in an attribute: the first of the interval it lies in. */
export function leafAt(h: Heap, cell: i32, attribute: i32): i32 {
  const { I } = h;
  const entry = h.attributeTable + attribute * ATTRIBUTE_WORDS;
  return (I[cell + I[entry + KEY_WORD]] >>> I[entry + SHIFT]) & I[entry + MASK];
}

/**
 * Fills the tables that mergeCells reads: where every interval starts when only the cuts of `keep` are left, given that
 * the cells are split by those of `keep` and of `built`.
 */
export function planMerge(h: Heap, keep: i32, built: i32): i32 {
  const { I } = h;
  const attributes = h.attributes;
  let changed: i32 = 0;
  let map = h.remap;
  for (let a: i32 = 0; a < attributes; a++) {
    const entry = h.attributeTable + a * ATTRIBUTE_WORDS;
    const first = I[entry + FIRST_VALUE];
    const count = I[entry + VALUE_COUNT];
    let start: i32 = 0;
    let moves = false;
    // The first entry is 0, and stays so.
    for (let x: i32 = 1; x <= count; x++) {
      const value = first + x - 1;
      if (hasValue(h, keep, value)) start = x;
      else if (hasValue(h, built, value)) moves = true;
      I[map + x] = start;
    }
    if (moves) {
      const change = h.changed + changed * CHANGE_WORDS;
      I[change + KEY_WORD] = I[entry + KEY_WORD];
      I[change + SHIFT] = I[entry + SHIFT];
      I[change + MASK] = I[entry + MASK];
      I[change + CHANGE_MAP] = map;
      changed++;
    }
    map += count + 1;
  }
  h.kept = changed;
  return changed;
}

/**
 * Writes the cells of one class to `to`, merged as planMerge says, in order of first appearance. `attribute` >= 0 takes
 * only those before the leaf (`upper` 0) or from it on (1). May write in place. Returns the number of cells written.
 */
export function mergeCells(h: Heap, from: i32, count: i32, attribute: i32, leaf: i32, upper: i32, to: i32): i32 {
  const { I } = h;
  const stride = h.stride;
  let word: i32 = 0;
  let shift: i32 = 0;
  let mask: i32 = 0;
  let least: i32 = 0;
  let side: i32 = 1;
  if (attribute >= 0) {
    const entry = h.attributeTable + attribute * ATTRIBUTE_WORDS;
    word = I[entry + KEY_WORD];
    shift = I[entry + SHIFT];
    mask = I[entry + MASK];
    least = leaf;
    side = upper;
  }
  // Only raw cells may agree when no cut is gone.
  if (h.kept == 0 && from != h.rawCells) {
    if (attribute < 0) {
      if (to != from) copyWords(h, to, from, count * stride);
      return count;
    }
    return takeSide(h, from, count, stride, word, shift, mask, least, side, to);
  }
  return mergeRecords(h, from, count, word, shift, mask, least, side, to);
}
