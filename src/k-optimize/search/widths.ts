import {
  ATTRIBUTE_WORDS,
  FIRST_VALUE,
  KEY_WORD,
  KNOWN_COUNT,
  KNOWN_VALUES,
  LOSS_TABLE,
  LOSS_WORDS,
  MASK,
  SHIFT,
  VALUE_COUNT,
} from './context.js';
import { clearDoubles, type f64, type Heap, type i32, type Frame } from './heap.js';
import { hasValue } from './sets.js';

/** The cost of a row in the leaves `first` .. `last` of an attribute. */
export function widthOf(h: Heap, attribute: i32, first: i32, last: i32): f64 {
  const { I } = h;
  const leaves = I[h.attributeTable + attribute * ATTRIBUTE_WORDS + VALUE_COUNT] + 1;
  return I[I[h.widthTables + attribute] + first * leaves + last];
}

/** For every leaf of every attribute, what a row costs in its interval when the cuts of two sets are made. */
export function fillWidths(h: Heap, set: i32, other: i32, widths: i32): void {
  const { I, F } = h;
  const attributes = h.attributes;
  let to = widths;
  for (let a: i32 = 0; a < attributes; a++) {
    const entry = h.attributeTable + a * ATTRIBUTE_WORDS;
    const first = I[entry + FIRST_VALUE];
    const count = I[entry + VALUE_COUNT];
    let start: i32 = 0;
    for (let x: i32 = 1; x <= count + 1; x++) {
      const value = first + x - 1;
      if (x <= count && !hasValue(h, set, value) && !hasValue(h, other, value)) continue;
      const width = widthOf(h, a, start, x - 1);
      for (; start < x; start++) F[to + start] = width;
    }
    to += count + 1;
  }
}

/** The cost of a row of a cell by these widths. */
export function rowWidth(h: Heap, cell: i32, widths: i32): f64 {
  const { I, F } = h;
  const attributes = h.attributes;
  let at = widths;
  let sum: f64 = 0;
  let entry = h.attributeTable;
  for (let a: i32 = 0; a < attributes; a++, entry += ATTRIBUTE_WORDS) {
    sum += F[at + ((I[cell + I[entry + KEY_WORD]] >>> I[entry + SHIFT]) & I[entry + MASK])];
    at += I[entry + VALUE_COUNT] + 1;
  }
  return sum;
}

/**
 * [runs][runs], by last and first interval: what the rows of the cells cost more when runs of neighbouring intervals of one attribute are
 * merged, and with suppression since a class has fewer than k rows in a run. `carries` 1: rows of such runs count with what they cost in
 * attributes without a table, too.
 */
export function sumWidths(h: Heap, frame: Frame, attribute: i32, carries: i32): void {
  const { I, F } = h;
  const entry = h.attributeTable + attribute * ATTRIBUTE_WORDS;
  const first = I[entry + FIRST_VALUE];
  const count = I[entry + VALUE_COUNT];
  const losses = frame.losses + attribute * LOSS_WORDS;
  const known = I[losses + KNOWN_VALUES];
  const size = I[losses + KNOWN_COUNT];
  const table = I[losses + LOSS_TABLE];
  const runs = size + 1;
  const rank = h.rank;
  const rows = h.floors;
  let rankNow: i32 = 0;
  for (let y: i32 = 0; y <= count; y++) {
    if (rankNow < size && I[known + rankNow] == first + y - 1) rankNow++;
    I[rank + y] = rankNow;
  }
  // Below k rows are lost only where rows may be suppressed; without, what would lose them is in conflict.
  const few = h.limit != 0 && h.ruleTables == 2;
  const below = h.differences;
  if (few) {
    clearDoubles(h, below, runs * runs);
    if (carries != 0) clearDoubles(h, table, runs * runs);
    for (let x: i32 = 0; x < frame.classCount; x++) countBelow(h, frame, x, attribute, carries);
    sumDifferences(h, below, runs);
    if (carries != 0) sumDifferences(h, table, runs);
  }
  clearDoubles(h, rows, runs);
  countRuns(h, attribute, frame.cells, frame.cells + frame.cellCount * h.stride);
  const whole = h.penalty / h.attributes;
  for (let i: i32 = 0; i < runs; i++) {
    const begin: i32 = i == 0 ? 0 : I[known + i - 1] - first + 1;
    let start = begin;
    let sum: f64 = 0;
    let apart: f64 = 0;
    for (let j = i; j < runs; j++) {
      const last: i32 = j < size ? I[known + j] - first : count;
      const width = widthOf(h, attribute, begin, last);
      sum += F[rows + j];
      apart += F[rows + j] * widthOf(h, attribute, start, last);
      let loss: f64 = sum * width - apart;
      if (few) {
        loss += F[below + j * runs + i] * (whole - width);
        if (carries != 0) loss += F[table + j * runs + i];
      }
      F[table + j * runs + i] = loss;
      start = last + 1;
    }
  }
}

/** Adds the rows that the cells `from` .. `end` have in the runs of an attribute, by h.rank, in h.floors. */
function countRuns(h: Heap, attribute: i32, from: i32, end: i32): void {
  const { I, F } = h;
  const entry = h.attributeTable + attribute * ATTRIBUTE_WORDS;
  const word = I[entry + KEY_WORD];
  const shift = I[entry + SHIFT];
  const mask = I[entry + MASK];
  const stride = h.stride;
  const keyWords = h.keyWords;
  const rows = h.floors;
  const rank = h.rank;
  for (let cell = from; cell < end; cell += stride) {
    F[rows + I[rank + ((I[cell + word] >>> shift) & mask)]] += I[cell + keyWords];
  }
}

/**
 * Differences, along both ends of the runs of an attribute, of the rows that a class has in a run, where they are fewer than k: in
 * h.differences, and when it `carries`, times what such a row costs more in attributes without a table, in the table of losses.
 */
function countBelow(h: Heap, frame: Frame, x: i32, attribute: i32, carries: i32): void {
  const { I, F } = h;
  const rows = h.floors;
  const losses = frame.losses + attribute * LOSS_WORDS;
  const runs = I[losses + KNOWN_COUNT] + 1;
  const table = I[losses + LOSS_TABLE];
  const places = h.lineRanks;
  const below = h.differences;
  const k: f64 = h.k;
  clearDoubles(h, rows, runs);
  const cells = frame.cells;
  const stride = h.stride;
  countRuns(h, attribute, cells + I[frame.starts + x] * stride, cells + I[frame.starts + x + 1] * stride);
  const more: f64 = carries != 0 ? restWidth(h, frame, x) : 0;
  let length: i32 = 0;
  for (let r: i32 = 0; r < runs; r++) {
    if (F[rows + r] == 0) continue;
    I[places + length] = r;
    length++;
  }
  for (let i: i32 = 0; i < length; i++) {
    const begin: i32 = i > 0 ? I[places + i - 1] + 1 : 0;
    const after = I[places + i] + 1;
    let sum: f64 = 0;
    let before: f64 = 0;
    for (let j = i; j < length; j++) {
      const place = I[places + j];
      sum += F[rows + place];
      const now: f64 = sum < k ? sum : 0;
      const change = now - before;
      const row = place * runs;
      F[below + row + begin] += change;
      if (after < runs) F[below + row + after] -= change;
      if (carries != 0) {
        F[table + row + begin] += change * more;
        if (after < runs) F[table + row + after] -= change * more;
      }
      before = now;
      if (now == 0) break;
    }
  }
}

/** The cost of a suppressed row of a class, in the attributes without a table of losses, above the cost that is counted there. */
function restWidth(h: Heap, frame: Frame, x: i32): f64 {
  const { I, F } = h;
  const attributes = h.attributes;
  const whole = h.penalty / attributes;
  const cell = frame.cells + I[frame.starts + x] * h.stride;
  let at = h.headWidths;
  let sum: f64 = 0;
  for (let a: i32 = 0; a < attributes; a++) {
    const entry = h.attributeTable + a * ATTRIBUTE_WORDS;
    const leaf = (I[cell + I[entry + KEY_WORD]] >>> I[entry + SHIFT]) & I[entry + MASK];
    if (I[frame.losses + a * LOSS_WORDS + LOSS_TABLE] == 0) sum += whole - F[at + leaf];
    at += I[entry + VALUE_COUNT] + 1;
  }
  return sum;
}

/** [runs][runs] differences in two dimensions become sums. */
function sumDifferences(h: Heap, sums: i32, runs: i32): void {
  const { F } = h;
  for (let at = runs; at < runs * runs; at++) F[sums + at] += F[sums + at - runs];
  for (let i: i32 = 0; i < runs; i++) {
    for (let j: i32 = 1; j < runs; j++) F[sums + i * runs + j] += F[sums + i * runs + j - 1];
  }
}
