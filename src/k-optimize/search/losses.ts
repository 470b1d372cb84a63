import {
  ATTRIBUTE_WORDS,
  BY_SIZE,
  BY_WIDTH,
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
import { minorityOf } from './cells.js';
import { clearDoubles, type f64, type Heap, type i32, type Frame } from './heap.js';
import { noteDifference, rowAbove, rowBelow, sumMinorities, sumSquares } from './lines.js';
import { sortPass } from './records.js';
import { addValue, hasValue } from './sets.js';
import { sumWidths } from './widths.js';

/** Bits that a pass of the sort takes at most, and records below which eight do. */
const DIGIT_BITS: i32 = 11;
const SHORT_SORT: i32 = 1024;

/** Notes the values that the cells are split by, per attribute, and that no loss is known. */
function forgetLosses(h: Heap, frame: Frame): void {
  const { I } = h;
  const attributes = h.attributes;
  let at: i32 = 0;
  for (let a: i32 = 0; a < attributes; a++) {
    const entry = h.attributeTable + a * ATTRIBUTE_WORDS;
    const first = I[entry + FIRST_VALUE];
    const end = first + I[entry + VALUE_COUNT];
    const losses = frame.losses + a * LOSS_WORDS;
    I[losses + KNOWN_VALUES] = frame.known + at;
    for (let v = first; v < end; v++) {
      if (!hasValue(h, frame.head, v) && !hasValue(h, frame.built, v)) continue;
      I[frame.known + at] = v;
      at++;
    }
    I[losses + KNOWN_COUNT] = frame.known + at - I[losses + KNOWN_VALUES];
    I[losses + LOSS_TABLE] = 0;
  }
}

/** First bit of an attribute's field, counted over the words of a key. */
function firstBit(h: Heap, attribute: i32): i32 {
  const { I } = h;
  const entry = h.attributeTable + attribute * ATTRIBUTE_WORDS;
  return 32 * I[entry + KEY_WORD] + I[entry + SHIFT];
}

/** Sorts the records stably by the bits [first, end) of their keys, in passes from the lowest. */
function sortBits(h: Heap, count: i32, first: i32, end: i32): void {
  const most = count < SHORT_SORT ? 8 : DIGIT_BITS;
  let bit = first;
  while (bit < end) {
    let width = 32 - (bit & 31);
    if (width > end - bit) width = end - bit;
    if (width > most) width = most;
    const to = h.sorted == h.recordsA ? h.recordsB : h.recordsA;
    const mask = (1 << width) - 1;
    if (sortPass(h, h.sorted, to, count, h.stride, bit >>> 5, bit & 31, mask, h.sortBins)) h.sorted = to;
    bit += width;
  }
}

/** Tests whether the loss of dropping values of the attribute is needed. */
function isLossy(h: Heap, frame: Frame, attribute: i32): boolean {
  const { I } = h;
  const losses = frame.losses + attribute * LOSS_WORDS;
  const known = I[losses + KNOWN_VALUES];
  const size = I[losses + KNOWN_COUNT];
  for (let j: i32 = 0; j < size; j++) if (hasValue(h, frame.tail, I[known + j])) return true;
  return false;
}

/**
 * For every attribute and every run of neighbouring intervals within one of the head's: what merging the run costs at
 * least, over the lines of cells that agree in all other attributes. docs/k-optimize.md, merge losses.
 */
export function makeLosses(h: Heap, frame: Frame): void {
  const { I, F } = h;
  forgetLosses(h, frame);
  const attributes = h.attributes;
  h.sorted = frame.cells;
  // The records are sorted with the attribute in the lowest place; a further pass over its bits takes it to the highest.
  let lowest: i32 = -1;
  let table = frame.losses + attributes * LOSS_WORDS;
  table = (table + 1) >> 1;
  for (let a: i32 = 0; a < attributes; a++) {
    if (!isLossy(h, frame, a)) continue;
    const losses = frame.losses + a * LOSS_WORDS;
    const runs = I[losses + KNOWN_COUNT] + 1;
    I[losses + LOSS_TABLE] = table;
    table += runs * runs;
    if (h.costBy == BY_WIDTH) continue;
    const bit = firstBit(h, a);
    if (lowest < 0) {
      sortBits(h, frame.cellCount, bit, 32 * h.keyWords);
      sortBits(h, frame.cellCount, 0, bit);
    } else sortBits(h, frame.cellCount, lowest, bit);
    lowest = bit;
    sumRuns(h, frame, a);
    const to = I[losses + LOSS_TABLE];
    const width = runs + 1;
    const differences = h.differences;
    // Runs go upwards: nothing lies below the diagonal.
    for (let i: i32 = 0; i < runs; i++) {
      let sum: f64 = 0;
      for (let j = i; j < runs; j++) {
        if (i > 0) F[differences + i * width + j] += F[differences + (i - 1) * width + j];
        sum += F[differences + i * width + j];
        F[to + j * runs + i] = sum;
      }
    }
  }
  if (h.costBy == BY_WIDTH) makeWidthLosses(h, frame);
}

/** By width: the tables that were laid out. The attribute of the most values carries what suppressed rows cost in those without a table. */
function makeWidthLosses(h: Heap, frame: Frame): void {
  const { I } = h;
  const attributes = h.attributes;
  let most: i32 = -1;
  for (let a: i32 = 0; a < attributes; a++) {
    const losses = frame.losses + a * LOSS_WORDS;
    if (I[losses + LOSS_TABLE] == 0) continue;
    if (most < 0 || I[losses + KNOWN_COUNT] > I[frame.losses + most * LOSS_WORDS + KNOWN_COUNT]) most = a;
  }
  for (let a: i32 = 0; a < attributes; a++) {
    if (I[frame.losses + a * LOSS_WORDS + LOSS_TABLE] == 0) continue;
    sumWidths(h, frame, a, a == most ? 1 : 0);
  }
}

/** Differences of the losses of runs [first .. last], along both ends, over the lines of one attribute. */
function sumRuns(h: Heap, frame: Frame, attribute: i32): void {
  const { I } = h;
  const losses = frame.losses + attribute * LOSS_WORDS;
  const known = I[losses + KNOWN_VALUES];
  const size = I[losses + KNOWN_COUNT];
  const width = size + 2;
  const differences = h.differences;
  clearDoubles(h, differences, width * width);
  const entry = h.attributeTable + attribute * ATTRIBUTE_WORDS;
  const first = I[entry + FIRST_VALUE];
  const headStart = h.headStart;
  const rank = h.rank;
  let start: i32 = 0;
  let rankNow: i32 = 0;
  for (let y: i32 = 0; y <= I[entry + VALUE_COUNT]; y++) {
    if (y > 0 && hasValue(h, frame.head, first + y - 1)) start = y;
    if (rankNow < size && I[known + rankNow] == first + y - 1) rankNow++;
    I[headStart + y] = start;
    I[rank + y] = rankNow;
  }
  const word = I[entry + KEY_WORD];
  const shift = I[entry + SHIFT];
  const mask = I[entry + MASK];
  const outside = ~(mask << shift);
  const keyWords = h.keyWords;
  const stride = h.stride;
  const labels = h.labels;
  const bySize = h.costBy == BY_SIZE;
  const k = h.k;
  const end = h.sorted + frame.cellCount * stride;
  const ranks = h.lineRanks;
  let at = h.sorted;
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
    if (length == 1 || (bySize && total <= k)) continue;
    I[ranks] = I[rank + ((key >>> shift) & mask)];
    const low = I[rank + head];
    if (bySize) sumSquares(h, line + keyWords, length, low, width);
    else if (labels == 1) sumMinorities(h, line + keyWords, length, total, low, width);
    else sumLabels(h, line + keyWords, length, low, width);
  }
}
function keysAgree(h: Heap, cell: i32, other: i32, except: i32, words: i32): boolean {
  const { I } = h;
  for (let w: i32 = 0; w < words; w++) if (w != except && I[cell + w] != I[other + w]) return false;
  return true;
}

/** The runs of one line for the minorities of any number of labels. */
function sumLabels(h: Heap, line: i32, length: i32, low: i32, width: i32): void {
  const { I } = h;
  const ranks = h.lineRanks;
  const differences = h.differences;
  const stride = h.stride;
  const labels = h.labels;
  const sums = h.lineLabels;
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
      noteDifference(h, above, below, differences + I[ranks + y], loss - before);
      before = loss;
    }
  }
}

/** Lower bound on the loss of the attribute when, of the known values, only those of `kept` are made. */
export function lossOf(h: Heap, frame: Frame, attribute: i32, kept: i32): f64 {
  const { I, F } = h;
  const losses = frame.losses + attribute * LOSS_WORDS;
  const table = I[losses + LOSS_TABLE];
  if (table == 0) return 0;
  const known = I[losses + KNOWN_VALUES];
  const size = I[losses + KNOWN_COUNT];
  const runs = size + 1;
  let start: i32 = 0;
  let loss: f64 = 0;
  for (let j: i32 = 0; j < size; j++) {
    const value = I[known + j];
    if (((I[kept + (value >>> 5)] >>> (value & 31)) & 1) == 0) continue;
    if (j > start) loss += F[table + j * runs + start];
    start = j + 1;
  }
  return size > start ? loss + F[table + size * runs + start] : loss;
}

/**
 * Lower bound on the loss of the attribute in a solution that makes the values of the head and some of `kept`, no two of them in conflict: the
 * shortest path over the runs between values that can be neighbours. `path`, unless it is 0: takes the values on it.
 */
export function leastLossOf(h: Heap, frame: Frame, attribute: i32, kept: i32, path: i32): f64 {
  const { I, F } = h;
  const losses = frame.losses + attribute * LOSS_WORDS;
  const table = I[losses + LOSS_TABLE];
  if (table == 0) return 0;
  const known = I[losses + KNOWN_VALUES];
  const size = I[losses + KNOWN_COUNT];
  const runs = size + 1;
  const head = frame.head;
  const words = h.setWords;
  const conflicts = frame.conflicts;
  const rises = h.costBy != BY_WIDTH || h.limit == 0;
  // The start and the values that are kept: the interval behind each, the least loss up to it, the one before it on the way there, and
  // the least of the losses up to any from the last of the head on.
  const begins = h.headStart;
  const lengths = h.floors;
  const before = h.rank;
  const shortest = h.splitCosts;
  let count: i32 = 1;
  // The last that every path passes.
  let last: i32 = 0;
  I[begins] = 0;
  F[lengths] = 0;
  F[shortest] = 0;
  for (let j: i32 = 0; j <= size; j++) {
    const value = j < size ? I[known + j] : -1;
    if (value >= 0 && ((I[kept + (value >>> 5)] >>> (value & 31)) & 1) == 0) continue;
    const excluded = conflicts + value * words;
    // Losses of the runs that end there, by their first interval.
    const row = table + j * runs;
    let from = last;
    let least = F[lengths + last] + F[row + I[begins + last]];
    for (let i = count - 1; i > last; i--) {
      const start = I[begins + i];
      // The longer the run, the more it loses, but for rows that are too few in shorter ones.
      const loss = F[row + start];
      if (rises && loss + F[shortest + i] >= least) break;
      if (loss + F[lengths + i] >= least) continue;
      if (value >= 0) {
        const other = I[known + start - 1];
        if (((I[excluded + (other >>> 5)] >>> (other & 31)) & 1) != 0) continue;
      }
      least = loss + F[lengths + i];
      from = i;
    }
    if (value < 0) {
      for (; path != 0 && from > 0; from = I[before + from]) addValue(h, path, I[known + I[begins + from] - 1]);
      return least;
    }
    if (((I[head + (value >>> 5)] >>> (value & 31)) & 1) != 0) last = count;
    I[begins + count] = j + 1;
    F[lengths + count] = least;
    F[shortest + count] = last < count && F[shortest + count - 1] < least ? F[shortest + count - 1] : least;
    I[before + count] = from;
    count++;
  }
  return 0;
}
