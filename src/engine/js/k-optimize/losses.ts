import { floorOf, mergeCells, minorityOf, planMerge } from './cells.js';
import {
  ATTRIBUTE_TABLE,
  ATTRIBUTE_WORDS,
  ATTRIBUTES,
  BUILT,
  CELL_COUNT,
  CELLS,
  CLASS_COUNT,
  CLASSIFY,
  DIFFERENCES,
  FLOOR,
  FLOORS,
  HEAD,
  HEAD_START,
  HISTOGRAM,
  K,
  KEY_WORDS,
  KNOWN,
  LABELS,
  LINE_LABELS,
  LINE_RANKS,
  LOSS_CELLS,
  LOSS_COUNT,
  LOSSES,
  RANK,
  RECORDS_A,
  RECORDS_B,
  REDUCED,
  REDUCED_CELLS,
  REDUCED_FLOOR,
  SET_WORDS,
  SORT_BINS,
  SORTED,
  STARTS,
  STRIDE,
  TAIL,
  TOTALS,
  WORK_SETS,
} from '../../k-optimize/context.js';
import { clearDoubles, type f64, fillWords, type Heap, type i32, quotient } from './heap.js';
import { sortPass } from './records.js';
import { hasValue, removeValue } from './sets.js';

/** Words that LOSSES takes per attribute: first known value, their number, address of the table (F; 0: no losses). */
export const LOSS_ENTRY = 3;

/** Bits that a pass of the sort takes at most, and records below which eight do. */
const DIGIT_BITS: i32 = 11;
const SHORT_SORT: i32 = 1024;

/** Notes the values that the cells are split by, per attribute, and that no loss is known. */
export function forgetLosses(h: Heap, frame: i32): void {
  const { I } = h;
  const attributes = I[ATTRIBUTES];
  let at: i32 = 0;
  for (let a: i32 = 0; a < attributes; a++) {
    const entry = I[ATTRIBUTE_TABLE] + a * ATTRIBUTE_WORDS;
    const first = I[entry + 3];
    const end = first + I[entry + 4];
    const losses = I[frame + LOSSES] + a * LOSS_ENTRY;
    I[losses] = I[frame + KNOWN] + at;
    for (let v = first; v < end; v++) {
      if (!hasValue(h, I[frame + HEAD], v) && !hasValue(h, I[frame + BUILT], v)) continue;
      I[I[frame + KNOWN] + at] = v;
      at++;
    }
    I[losses + 1] = I[frame + KNOWN] + at - I[losses];
    I[losses + 2] = 0;
  }
}

/** First bit of an attribute's field, counted over the words of a key. */
function firstBit(h: Heap, attribute: i32): i32 {
  const { I } = h;
  const entry = I[ATTRIBUTE_TABLE] + attribute * ATTRIBUTE_WORDS;
  return 32 * I[entry] + I[entry + 1];
}

/** Sorts the records stably by the bits [first, end) of their keys, in passes from the lowest. */
function sortBits(h: Heap, first: i32, end: i32): void {
  const { I } = h;
  const count = I[LOSS_COUNT];
  const most = count < SHORT_SORT ? 8 : DIGIT_BITS;
  let bit = first;
  while (bit < end) {
    let width = 32 - (bit & 31);
    if (width > end - bit) width = end - bit;
    if (width > most) width = most;
    const to = I[SORTED] == I[RECORDS_A] ? I[RECORDS_B] : I[RECORDS_A];
    const mask = (1 << width) - 1;
    if (sortPass(h, I[SORTED], to, count, I[STRIDE], bit >>> 5, bit & 31, mask, I[SORT_BINS])) I[SORTED] = to;
    bit += width;
  }
}

/** Whether the loss of dropping values of the attribute is asked for. */
function isLossy(h: Heap, frame: i32, attribute: i32): boolean {
  const { I } = h;
  const losses = I[frame + LOSSES] + attribute * LOSS_ENTRY;
  const known = I[losses];
  const size = I[losses + 1];
  for (let j: i32 = 0; j < size; j++) if (hasValue(h, I[frame + TAIL], I[known + j])) return true;
  return false;
}

/**
 * For every attribute and every run of neighbouring intervals within one of the head's: what merging the run costs at
 * least, over the lines of cells that agree in all other attributes. docs/k-optimize.md, merge losses.
 */
export function makeLosses(h: Heap, frame: i32): void {
  const { I, F } = h;
  forgetLosses(h, frame);
  if (I[frame + REDUCED] != 0) reduceCells(h, frame);
  else {
    I[LOSS_CELLS] = I[frame + CELLS];
    I[LOSS_COUNT] = I[frame + CELL_COUNT];
    F[(frame >> 1) + REDUCED_FLOOR] = F[(frame >> 1) + FLOOR];
  }
  const attributes = I[ATTRIBUTES];
  I[SORTED] = I[LOSS_CELLS];
  // The records are sorted with the attribute in the lowest place; a further pass over its bits takes it to the highest.
  let lowest: i32 = -1;
  let table = I[frame + LOSSES] + attributes * LOSS_ENTRY;
  table = (table + 1) >> 1;
  for (let a: i32 = 0; a < attributes; a++) {
    if (!isLossy(h, frame, a)) continue;
    const bit = firstBit(h, a);
    if (lowest < 0) {
      sortBits(h, bit, 32 * I[KEY_WORDS]);
      sortBits(h, 0, bit);
    } else sortBits(h, lowest, bit);
    lowest = bit;
    const losses = I[frame + LOSSES] + a * LOSS_ENTRY;
    I[losses + 2] = table;
    sumRuns(h, frame, a);
    const runs = I[losses + 1] + 1;
    const width = runs + 1;
    const differences = I[DIFFERENCES];
    // Runs go upwards: nothing lies below the diagonal.
    for (let i: i32 = 0; i < runs; i++) {
      let sum: f64 = 0;
      for (let j = i; j < runs; j++) {
        if (i > 0) F[differences + i * width + j] += F[differences + (i - 1) * width + j];
        sum += F[differences + i * width + j];
        F[table + i * runs + j] = sum;
      }
    }
    table += runs * runs;
  }
}

/**
 * Copies the cells with those of each class merged along the cuts that split off fewer than k of its rows: no solution
 * that matters costs less with them (docs/k-optimize.md, suppressed rows). Notes the floor of what comes out.
 */
function reduceCells(h: Heap, frame: i32): void {
  const { I, F } = h;
  const words = I[SET_WORDS];
  const stride = I[STRIDE];
  const keyWords = I[KEY_WORDS];
  const attributes = I[ATTRIBUTES];
  const classes = I[frame + CLASS_COUNT];
  const k = I[K];
  const histogram = I[HISTOGRAM];
  const keep = I[WORK_SETS];
  let floor: f64 = 0;
  let to = I[REDUCED_CELLS];
  for (let x: i32 = 0; x < classes; x++) {
    const from = I[frame + CELLS] + I[I[frame + STARTS] + x] * stride;
    const cells = I[I[frame + STARTS] + x + 1] - I[I[frame + STARTS] + x];
    const total = I[I[frame + TOTALS] + x * (1 + I[LABELS])];
    for (let w: i32 = 0; w < words; w++) I[keep + w] = I[I[frame + HEAD] + w] | I[I[frame + BUILT] + w];
    for (let a: i32 = 0; a < attributes; a++) {
      const entry = I[ATTRIBUTE_TABLE] + a * ATTRIBUTE_WORDS;
      const first = I[entry + 3];
      const count = I[entry + 4];
      if (I[I[frame + LOSSES] + a * LOSS_ENTRY + 1] == 0) continue;
      fillWords(h, histogram, count + 1, 0);
      let cell = from;
      for (let i: i32 = 0; i < cells; i++, cell += stride) {
        I[histogram + ((I[cell + I[entry]] >>> I[entry + 1]) & I[entry + 2])] += I[cell + keyWords];
      }
      let below: i32 = 0;
      for (let j: i32 = 0; j < count; j++) {
        below += I[histogram + j];
        const above = total - below;
        if (below == 0 || above == 0 || (below >= k && above >= k)) continue;
        if (!hasValue(h, I[frame + BUILT], first + j)) continue;
        removeValue(h, keep, first + j);
      }
    }
    planMerge(h, keep, I[frame + BUILT]);
    const written = mergeCells(h, from, cells, -1, 0, 0, to);
    for (let i: i32 = 0; i < written; i++, to += stride) floor += floorOf(h, to + keyWords);
  }
  I[LOSS_CELLS] = I[REDUCED_CELLS];
  I[LOSS_COUNT] = quotient(to - I[REDUCED_CELLS], stride);
  F[(frame >> 1) + REDUCED_FLOOR] = floor;
}

/** Differences of the losses of runs [first .. last], along both ends, over the lines of one attribute. */
function sumRuns(h: Heap, frame: i32, attribute: i32): void {
  const { I } = h;
  const losses = I[frame + LOSSES] + attribute * LOSS_ENTRY;
  const known = I[losses];
  const size = I[losses + 1];
  const width = size + 2;
  const differences = I[DIFFERENCES];
  clearDoubles(h, differences, width * width);
  const entry = I[ATTRIBUTE_TABLE] + attribute * ATTRIBUTE_WORDS;
  const first = I[entry + 3];
  const headStart = I[HEAD_START];
  const rank = I[RANK];
  let start: i32 = 0;
  let rankNow: i32 = 0;
  for (let y: i32 = 0; y <= I[entry + 4]; y++) {
    if (y > 0 && hasValue(h, I[frame + HEAD], first + y - 1)) start = y;
    if (rankNow < size && I[known + rankNow] == first + y - 1) rankNow++;
    I[headStart + y] = start;
    I[rank + y] = rankNow;
  }
  const word = I[entry];
  const shift = I[entry + 1];
  const mask = I[entry + 2];
  const outside = ~(mask << shift);
  const keyWords = I[KEY_WORDS];
  const stride = I[STRIDE];
  const labels = I[LABELS];
  const classify = I[CLASSIFY] != 0;
  const k = I[K];
  const end = I[SORTED] + I[LOSS_COUNT] * stride;
  const ranks = I[LINE_RANKS];
  let at = I[SORTED];
  while (at < end) {
    const line = at;
    const key = I[line + word];
    at += stride;
    if (at == end || ((I[at + word] ^ key) & outside) != 0) continue;
    const head = I[headStart + ((key >>> shift) & mask)];
    let total = I[line + keyWords];
    let length: i32 = 1;
    while (at < end && ((I[at + word] ^ key) & outside) == 0) {
      if (keyWords > 1 && !keysAgree(h, at, line, word, keyWords)) break;
      const leaf = (I[at + word] >>> shift) & mask;
      if (I[headStart + leaf] != head) break;
      I[ranks + length] = I[rank + leaf];
      total += I[at + keyWords];
      length++;
      at += stride;
    }
    if (length == 1 || (!classify && total <= k)) continue;
    I[ranks] = I[rank + ((key >>> shift) & mask)];
    const low = I[rank + head];
    if (!classify) sumSquares(h, line + keyWords, length, low, width);
    else if (labels == 1) sumMinorities(h, line + keyWords, length, total, low, width);
    else sumLabels(h, line + keyWords, length, low, width);
  }
}
function keysAgree(h: Heap, cell: i32, other: i32, except: i32, words: i32): boolean {
  const { I } = h;
  for (let w: i32 = 0; w < words; w++) if (w != except && I[cell + w] != I[other + w]) return false;
  return true;
}

/** Notes by how much the loss of a run from record x on changes at record y; `above` and `below` are rows of DIFFERENCES. */
function noteDifference(h: Heap, above: i32, below: i32, y: i32, difference: f64): void {
  const { I, F } = h;
  const column = I[DIFFERENCES] + I[I[LINE_RANKS] + y];
  F[column + above] += difference;
  F[column + below] -= difference;
}

/** Rows of DIFFERENCES from which runs that begin with record x of a line count, and from which they do no more. */
function rowAbove(h: Heap, x: i32, low: i32, width: i32): i32 {
  const { I } = h;
  return (x > 0 ? I[I[LINE_RANKS] + x - 1] + 1 : low) * width;
}

function rowBelow(h: Heap, x: i32, width: i32): i32 {
  const { I } = h;
  return (I[I[LINE_RANKS] + x] + 1) * width;
}

/** The runs of one line under discernibility: the rows of its first record at `line`, more than k in all. */
function sumSquares(h: Heap, line: i32, length: i32, low: i32, width: i32): void {
  const { I, F } = h;
  const stride = I[STRIDE];
  const k: f64 = I[K];
  const floors = I[FLOORS];
  for (let x: i32 = 0; x < length; x++) {
    const rows: f64 = I[line + x * stride];
    F[floors + x] = rows * (rows > k ? rows : k);
  }
  for (let x: i32 = 0; x < length - 1; x++) {
    let rows = I[line + x * stride];
    let floor = F[floors + x];
    const above = rowAbove(h, x, low, width);
    const below = rowBelow(h, x, width);
    let before: f64 = 0;
    for (let y = x + 1; y < length; y++) {
      rows += I[line + y * stride];
      floor += F[floors + y];
      let loss: f64 = rows;
      loss *= loss > k ? loss : k;
      loss -= floor;
      if (loss == before) continue;
      noteDifference(h, above, below, y, loss - before);
      before = loss;
    }
  }
}

/** The same for the minorities of two labels, `total` rows in all. */
function sumMinorities(h: Heap, line: i32, length: i32, total: i32, low: i32, width: i32): void {
  const { I } = h;
  const stride = I[STRIDE];
  let floorAll: i32 = 0;
  let firstAll: i32 = 0;
  for (let x: i32 = 0; x < length; x++) {
    const one = I[line + x * stride + 1];
    const two = I[line + x * stride] - one;
    firstAll += one;
    floorAll += one < two ? one : two;
  }
  const secondAll = total - firstAll;
  // No run of a line loses more than the line.
  if ((firstAll < secondAll ? firstAll : secondAll) == floorAll) return;
  for (let x: i32 = 0; x < length - 1; x++) {
    let one = I[line + x * stride + 1];
    let two = I[line + x * stride] - one;
    let floor = one < two ? one : two;
    const above = rowAbove(h, x, low, width);
    const below = rowBelow(h, x, width);
    let before: i32 = 0;
    for (let y = x + 1; y < length; y++) {
      const more = I[line + y * stride + 1];
      const others = I[line + y * stride] - more;
      one += more;
      two += others;
      floor += more < others ? more : others;
      const loss = (one < two ? one : two) - floor;
      if (loss == before) continue;
      noteDifference(h, above, below, y, loss - before);
      before = loss;
    }
  }
}

/** The same for the minorities of any number of labels. */
function sumLabels(h: Heap, line: i32, length: i32, low: i32, width: i32): void {
  const { I } = h;
  const stride = I[STRIDE];
  const labels = I[LABELS];
  const sums = I[LINE_LABELS];
  for (let x: i32 = 0; x < length - 1; x++) {
    let rows = I[line + x * stride];
    let floor = minorityOf(h, rows, line + x * stride + 1);
    for (let l: i32 = 0; l < labels; l++) I[sums + l] = I[line + x * stride + 1 + l];
    const above = rowAbove(h, x, low, width);
    const below = rowBelow(h, x, width);
    let before: i32 = 0;
    for (let y = x + 1; y < length; y++) {
      const more = line + y * stride;
      rows += I[more];
      floor += minorityOf(h, I[more], more + 1);
      for (let l: i32 = 0; l < labels; l++) I[sums + l] += I[more + 1 + l];
      const loss = minorityOf(h, rows, sums) - floor;
      if (loss == before) continue;
      noteDifference(h, above, below, y, loss - before);
      before = loss;
    }
  }
}

/** What the attribute loses at least when, of the known values, only those of `kept` are made. */
export function lossOf(h: Heap, frame: i32, attribute: i32, kept: i32): f64 {
  const { I, F } = h;
  const losses = I[frame + LOSSES] + attribute * LOSS_ENTRY;
  const table = I[losses + 2];
  if (table == 0) return 0;
  const known = I[losses];
  const size = I[losses + 1];
  const runs = size + 1;
  let start: i32 = 0;
  let loss: f64 = 0;
  for (let j: i32 = 0; j < size; j++) {
    const value = I[known + j];
    if (((I[kept + (value >>> 5)] >>> (value & 31)) & 1) == 0) continue;
    if (j > start) loss += F[table + start * runs + j];
    start = j + 1;
  }
  return size > start ? loss + F[table + start * runs + size] : loss;
}
