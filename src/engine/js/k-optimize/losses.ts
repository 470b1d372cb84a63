import { floorOf, mayPay, mergeCells, minorityOf, planMerge } from './cells.js';
import {
  ATTRIBUTE_TABLE,
  ATTRIBUTE_WORDS,
  ATTRIBUTES,
  BUILT,
  CELL_COUNT,
  CELLS,
  CLASS_COUNT,
  CLASSIFY,
  CURSORS,
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
  LEAF_COUNTS,
  LINE_CELLS,
  LINE_LABELS,
  LINE_RANKS,
  LIMIT,
  LOSS_CELLS,
  LOSS_COUNT,
  LOSSES,
  ORDER_A,
  ORDER_B,
  RANK,
  REDUCED_CELLS,
  REDUCED_FLOOR,
  SET_WORDS,
  SORTED,
  STARTS,
  STRIDE,
  TAIL,
  TOTALS,
  VALUES,
  WORK_SETS,
} from '../../k-optimize-context.js';
import { clearDoubles, copyWords, type f64, fillWords, type Heap, type i32, quotient } from './heap.js';
import { hasValue, removeValue } from './sets.js';

/** Words that LOSSES takes per attribute: first known value, their number, address of the table (F; 0: no losses). */
export const LOSS_ENTRY = 3;

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

/** One stable counting pass over the order of the cells. */
function sortBy(h: Heap, attribute: i32): void {
  const { I } = h;
  const entry = I[ATTRIBUTE_TABLE] + attribute * ATTRIBUTE_WORDS;
  const word = I[entry];
  const shift = I[entry + 1];
  const mask = I[entry + 2];
  const leaves = I[entry + 4] + 1;
  const counts = I[LEAF_COUNTS] + I[entry + 3] + 2 * attribute;
  const count = I[LOSS_COUNT];
  if (I[counts + 1] == count) return;
  const cursors = I[CURSORS];
  copyWords(h, cursors, counts, leaves);
  const from = I[I[SORTED]];
  const to = from == I[ORDER_A] ? I[ORDER_B] : I[ORDER_A];
  for (let i: i32 = 0; i < count; i++) {
    const cell = I[from + i];
    const leaf = (I[cell + word] >>> shift) & mask;
    const at = I[cursors + leaf];
    I[cursors + leaf] = at + 1;
    I[to + at] = cell;
  }
  I[I[SORTED]] = to;
}

/**
 * For every attribute and every run of neighbouring intervals within one of the head's: what merging the run costs at
 * least, over the lines of cells that agree in all other attributes. docs/k-optimize.md, merge losses.
 */
export function makeLosses(h: Heap, frame: i32): void {
  const { I, F } = h;
  forgetLosses(h, frame);
  if (I[LIMIT] != 0) reduceCells(h, frame);
  else {
    I[LOSS_CELLS] = I[frame + CELLS];
    I[LOSS_COUNT] = I[frame + CELL_COUNT];
    F[(frame >> 1) + REDUCED_FLOOR] = F[(frame >> 1) + FLOOR];
  }
  const attributes = I[ATTRIBUTES];
  const count = I[LOSS_COUNT];
  const stride = I[STRIDE];
  const values = I[VALUES];
  fillWords(h, I[LEAF_COUNTS], values + 2 * attributes, 0);
  for (let i: i32 = 0; i < count; i++) {
    I[I[ORDER_A] + i] = I[LOSS_CELLS] + i * stride;
  }
  for (let a: i32 = 0; a < attributes; a++) {
    const entry = I[ATTRIBUTE_TABLE] + a * ATTRIBUTE_WORDS;
    const counts = I[LEAF_COUNTS] + I[entry + 3] + 2 * a;
    if (I[I[frame + LOSSES] + a * LOSS_ENTRY + 1] == 0) {
      I[counts + 1] = count;
      continue;
    }
    const shift = I[entry + 1];
    const mask = I[entry + 2];
    let at = I[LOSS_CELLS] + I[entry];
    for (let i: i32 = 0; i < count; i++, at += stride) I[counts + 1 + ((I[at] >>> shift) & mask)] += 1;
    for (let leaf: i32 = 0; leaf <= I[entry + 4]; leaf++) I[counts + leaf + 1] += I[counts + leaf];
  }
  I[I[SORTED]] = I[ORDER_A];
  // After a round over all attributes, one more pass makes the next attribute the least significant.
  for (let a: i32 = 0; a < attributes; a++) sortBy(h, a);
  let table = I[frame + LOSSES] + attributes * LOSS_ENTRY;
  table = (table + 1) >> 1;
  for (let a: i32 = 0; a < attributes; a++) {
    if (a > 0) sortBy(h, a - 1);
    const losses = I[frame + LOSSES] + a * LOSS_ENTRY;
    const known = I[losses];
    const size = I[losses + 1];
    let any = false;
    for (let j: i32 = 0; j < size; j++) if (hasValue(h, I[frame + TAIL], I[known + j])) any = true;
    if (!any) continue;
    I[losses + 2] = table;
    sumRuns(h, frame, a);
    const runs = size + 1;
    const width = runs + 1;
    const differences = I[DIFFERENCES];
    for (let i: i32 = 0; i < runs; i++) {
      let sum: f64 = 0;
      for (let j: i32 = 0; j < runs; j++) {
        if (i > 0) F[differences + i * width + j] += F[differences + (i - 1) * width + j];
        sum += F[differences + i * width + j];
        F[table + i * runs + j] = sum;
      }
    }
    table += runs * runs;
  }
}

/**
 * Copies the cells with those of each class merged along the cuts that are useless within it (broadly): the least that
 * the class can cost is the same without them. Notes the floor of what comes out.
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
        const small: f64 = below < above ? below : above;
        const large: f64 = below < above ? above : below;
        if ((below < k && above < k) || I[CLASSIFY] != 0 || !mayPay(h, small, large)) {
          removeValue(h, keep, first + j);
        }
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
  const { I, F } = h;
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
  const labels = I[LABELS];
  const classify = I[CLASSIFY] != 0;
  const k = I[K];
  const kRows: f64 = k;
  const count = I[LOSS_COUNT];
  const order = I[I[SORTED]];
  const line = I[LINE_CELLS];
  const ranks = I[LINE_RANKS];
  const sums = I[LINE_LABELS];
  const floors = I[FLOORS];
  let t: i32 = 0;
  while (t < count) {
    const cell = I[order + t];
    const head = I[headStart + ((I[cell + word] >>> shift) & mask)];
    let length: i32 = 0;
    let total = I[cell + keyWords];
    const key = I[cell + word];
    t++;
    while (t < count) {
      const next = I[order + t];
      if (((I[next + word] ^ key) & outside) != 0) break;
      let same = true;
      for (let w: i32 = 0; same && w < keyWords; w++) if (w != word && I[next + w] != I[cell + w]) same = false;
      if (!same || I[headStart + ((I[next + word] >>> shift) & mask)] != head) break;
      if (length == 0) {
        I[line] = cell + keyWords;
        I[ranks] = I[rank + ((key >>> shift) & mask)];
        length = 1;
      }
      I[line + length] = next + keyWords;
      I[ranks + length] = I[rank + ((I[next + word] >>> shift) & mask)];
      total += I[next + keyWords];
      length++;
      t++;
    }
    if (length == 0 || (!classify && total <= k)) continue;
    for (let x: i32 = 0; x < length; x++) F[floors + x] = floorOf(h, I[line + x]);
    const low = I[rank + head];
    for (let x: i32 = 0; x < length - 1; x++) {
      const from = I[line + x];
      let rows = I[from];
      let floor = F[floors + x];
      let minor: i32 = 0;
      if (classify && labels == 1) minor = I[from + 1];
      else if (classify) {
        for (let l: i32 = 0; l < labels; l++) I[sums + 1 + l] = I[from + 1 + l];
      }
      const above = (x > 0 ? I[ranks + x - 1] + 1 : low) * width;
      const below = (I[ranks + x] + 1) * width;
      let before: f64 = 0;
      for (let y = x + 1; y < length; y++) {
        const more = I[line + y];
        rows += I[more];
        floor += F[floors + y];
        let loss: f64 = 0;
        if (classify && labels == 1) {
          minor += I[more + 1];
          const second = rows - minor;
          loss = minor < second ? minor : second;
        } else if (classify) {
          for (let l: i32 = 0; l < labels; l++) I[sums + 1 + l] += I[more + 1 + l];
          loss = minorityOf(h, rows, sums + 1);
        } else {
          loss = rows;
          loss *= loss > kRows ? loss : kRows;
        }
        loss -= floor;
        const difference = loss - before;
        if (difference == 0) continue;
        before = loss;
        const column = differences + I[ranks + y];
        F[column + above] += difference;
        F[column + below] -= difference;
      }
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
