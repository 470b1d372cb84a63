import { ATTRIBUTE_WORDS, FIRST_VALUE, KEY_WORD, MASK, SHIFT, VALUE_COUNT } from '../../k-optimize/context.js';
import { clearDoubles, type f64, type Heap, type i32, type Frame } from './heap.js';
import { hasValue } from './sets.js';

/** What a row costs in the leaves `first` .. `last` of an attribute. */
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

/** What a row of a cell costs by such widths. */
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
 * [runs][runs] what the rows of the cells cost more when runs of neighbouring intervals of one attribute are merged. `known`: the `size`
 * values that part the intervals. `table`: F.
 */
export function sumWidths(h: Heap, frame: Frame, attribute: i32, known: i32, size: i32, table: i32): void {
  const { I, F } = h;
  const entry = h.attributeTable + attribute * ATTRIBUTE_WORDS;
  const first = I[entry + FIRST_VALUE];
  const count = I[entry + VALUE_COUNT];
  const runs = size + 1;
  const rank = h.rank;
  const rows = h.floors;
  let rankNow: i32 = 0;
  for (let y: i32 = 0; y <= count; y++) {
    if (rankNow < size && I[known + rankNow] == first + y - 1) rankNow++;
    I[rank + y] = rankNow;
  }
  clearDoubles(h, rows, runs);
  const stride = h.stride;
  const keyWords = h.keyWords;
  const end = frame.cells + frame.cellCount * stride;
  const word = I[entry + KEY_WORD];
  const shift = I[entry + SHIFT];
  const mask = I[entry + MASK];
  for (let cell = frame.cells; cell < end; cell += stride) {
    F[rows + I[rank + ((I[cell + word] >>> shift) & mask)]] += I[cell + keyWords];
  }
  for (let i: i32 = 0; i < runs; i++) {
    const begin: i32 = i == 0 ? 0 : I[known + i - 1] - first + 1;
    let start = begin;
    let sum: f64 = 0;
    let apart: f64 = 0;
    for (let j = i; j < runs; j++) {
      const last: i32 = j < size ? I[known + j] - first : count;
      sum += F[rows + j];
      apart += F[rows + j] * widthOf(h, attribute, start, last);
      F[table + j * runs + i] = sum * widthOf(h, attribute, begin, last) - apart;
      start = last + 1;
    }
  }
}
