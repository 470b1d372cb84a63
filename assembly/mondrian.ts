/**
 * Mondrian (LeFevre, DeWitt and Ramakrishnan, ICDE 2006) over packed weighted vectors; src/engine/js/mondrian.ts is
 * its twin, record for record. Everything the search holds lies in one context block, so that an instance has no
 * mutable static data and a search can be stepped.
 *
 * context  u32 words, filled by the caller (src/engine/wasm/mondrian.ts)
 *   0 attributes            4 stackPtr u32[.][4]: start, count, weight, buffer     8 histogramPtr u32[largest size]
 *   1 stride (bytes)        5 stackTop                                             9 sideOfPtr u32[largest size]
 *   2 bufferPtr[0]          6 attributesPtr, 40 bytes each, see below             10 loPtr u32[16-byte blocks]
 *   3 bufferPtr[1]          7 minimum class size                                  11 hiPtr u32[16-byte blocks]
 *  12 triedPtr u8[q]       13 vectorPtr u32  14 classIdPtr u32  15 countPtr u32   16 partCount (relaxed; strict
 *     cuts keep vectors whole, so classId has one entry a vector and the other two are not written)
 *  17 sizesPtr u32         18 lowerPtr u32   19 upperPtr u32    20 classCount     21 cuts        22 refused
 *  23 relaxed              24 weightOffset   25 vectorOffset    26 blocks8        27 blocks16    28 blocks32
 *  29 sensitive            30 sensitivePtr u32[.][4]: offset, width, size, tablePtr
 *  31 conditions           32 conditionsPtr (conditions.ts)                       33 finishedRows
 *  34 weightsPtr u32[sides]  35 cursorPtr u32[sides + 1]  36 boxPtr: two blocks of 16 bytes
 * attribute  offset u32, width u32, rank u32, positionsPtr u32, range f64, treeLoPtr u32 (0: ordered cuts), treeHiPtr,
 *            childStartPtr, childrenPtr
 */
import { conditionsHold } from './conditions';

const ATTRIBUTE_BYTES: usize = 40;

function word(context: usize, index: usize): u32 {
  return load<u32>(context + (index << 2));
}

function setWord(context: usize, index: usize, value: u32): void {
  store<u32>(context + (index << 2), value);
}

function codeAt(ptr: usize, width: u32): u32 {
  if (width == 1) return load<u8>(ptr);
  if (width == 2) return load<u16>(ptr);
  return load<u32>(ptr);
}

/**
 * Writes one column into a field of every record.
 *
 * codesPtr   width bytes [count]   in
 * recordPtr  [count * stride]      out: field at `offset`, `targetWidth` bytes
 */
export function mondrianPack(
  codesPtr: usize,
  width: u32,
  count: u32,
  recordPtr: usize,
  stride: u32,
  offset: u32,
  targetWidth: u32,
): void {
  let target = recordPtr + <usize>offset;
  if (width == 1 && targetWidth == 1) {
    for (let i: usize = 0; i < <usize>count; i++, target += <usize>stride) store<u8>(target, load<u8>(codesPtr + i));
  } else {
    for (let i: usize = 0; i < <usize>count; i++, target += <usize>stride) {
      const code = codeAt(codesPtr + i * <usize>width, width);
      if (targetWidth == 1) store<u8>(target, <u8>code);
      else if (targetWidth == 2) store<u16>(target, <u16>code);
      else store<u32>(target, code);
    }
  }
}

/** Numbers the records: u32 at `offset` of record i becomes i. */
export function mondrianNumber(count: u32, recordPtr: usize, stride: u32, offset: u32): void {
  let target = recordPtr + <usize>offset;
  for (let i: u32 = 0; i < count; i++, target += <usize>stride) store<u32>(target, i);
}

/**
 * Takes nodes from the stack until about `budget` records were visited. Returns 1 when the search has ended, 0 when
 * there is more to do. O(vectors * depth * attributes).
 */
export function mondrianStep(context: usize, budget: f64): i32 {
  let left = budget;
  let top = word(context, 5);
  while (top > 0) {
    if (left <= 0) return 0;
    top--;
    setWord(context, 5, top);
    const entry = <usize>word(context, 4) + ((<usize>top) << 4);
    const start = load<u32>(entry);
    const count = load<u32>(entry, 4);
    const weight = load<u32>(entry, 8);
    const buffer = load<u32>(entry, 12);
    left -= <f64>count;
    measureBox(context, start, count, buffer);
    if (!cut(context, start, count, weight, buffer)) emit(context, start, count, weight, buffer);
    top = word(context, 5);
  }
  return 1;
}

function push(context: usize, start: u32, count: u32, weight: u32, buffer: u32): void {
  const top = word(context, 5);
  const entry = <usize>word(context, 4) + ((<usize>top) << 4);
  store<u32>(entry, start);
  store<u32>(entry, count, 4);
  store<u32>(entry, weight, 8);
  store<u32>(entry, buffer, 12);
  setWord(context, 5, top + 1);
}

function recordsOf(context: usize, buffer: u32, start: u32): usize {
  return <usize>word(context, 2 + <usize>buffer) + <usize>start * <usize>word(context, 1);
}

/** Smallest and largest code of every attribute into lo and hi. */
function measureBox(context: usize, start: u32, count: u32, buffer: u32): void {
  const stride = <usize>word(context, 1);
  const records = recordsOf(context, buffer, start);
  const end = records + <usize>count * stride;
  const attributes = word(context, 0);
  const loPtr = <usize>word(context, 10);
  const hiPtr = <usize>word(context, 11);
  const boxPtr = <usize>word(context, 36);
  const blocks8 = <usize>word(context, 26);
  const blocks16 = blocks8 + <usize>word(context, 27);
  const blocks = blocks16 + <usize>word(context, 28);
  let attribute = <usize>word(context, 6);
  for (let block: usize = 0; block < blocks; block++) {
    let at = records + (block << 4);
    let lo = v128.load(at);
    let hi = lo;
    at += stride;
    if (block < blocks8) {
      for (; at < end; at += stride) {
        const value = v128.load(at);
        lo = i8x16.min_u(lo, value);
        hi = i8x16.max_u(hi, value);
      }
    } else if (block < blocks16) {
      for (; at < end; at += stride) {
        const value = v128.load(at);
        lo = i16x8.min_u(lo, value);
        hi = i16x8.max_u(hi, value);
      }
    } else {
      for (; at < end; at += stride) {
        const value = v128.load(at);
        lo = i32x4.min_u(lo, value);
        hi = i32x4.max_u(hi, value);
      }
    }
    v128.store(boxPtr + (block << 5), lo);
    v128.store(boxPtr + (block << 5), hi, 16);
  }
  for (let a: usize = 0; a < <usize>attributes; a++, attribute += ATTRIBUTE_BYTES) {
    const offset = <usize>load<u32>(attribute);
    const width = load<u32>(attribute, 4);
    const box = boxPtr + ((offset >> 4) << 5) + (offset & 15);
    store<u32>(loPtr + (a << 2), codeAt(box, width));
    store<u32>(hiPtr + (a << 2), codeAt(box + 16, width));
  }
}

function emit(context: usize, start: u32, count: u32, weight: u32, buffer: u32): void {
  const stride = <usize>word(context, 1);
  const id = word(context, 20);
  const classIdPtr = <usize>word(context, 14);
  let at = recordsOf(context, buffer, start);
  const end = at + <usize>count * stride;
  const vectorOffset = <usize>word(context, 25);
  if (word(context, 23) == 0) {
    for (; at < end; at += stride) store<u32>(classIdPtr + ((<usize>load<u32>(at + vectorOffset)) << 2), id);
  } else {
    const weightOffset = <usize>word(context, 24);
    let part = (<usize>word(context, 16)) << 2;
    const vectorPtr = <usize>word(context, 13);
    const countPtr = <usize>word(context, 15);
    for (; at < end; at += stride, part += 4) {
      store<u32>(vectorPtr + part, load<u32>(at + vectorOffset));
      store<u32>(classIdPtr + part, id);
      store<u32>(countPtr + part, load<u32>(at + weightOffset));
    }
    setWord(context, 16, word(context, 16) + count);
  }
  store<u32>(<usize>word(context, 17) + ((<usize>id) << 2), weight);
  const attributes = <usize>word(context, 0);
  const lower = <usize>word(context, 18) + ((<usize>id * attributes) << 2);
  const upper = <usize>word(context, 19) + ((<usize>id * attributes) << 2);
  const loPtr = <usize>word(context, 10);
  const hiPtr = <usize>word(context, 11);
  for (let a: usize = 0; a < attributes; a++) {
    store<u32>(lower + (a << 2), load<u32>(loPtr + (a << 2)));
    store<u32>(upper + (a << 2), load<u32>(hiPtr + (a << 2)));
  }
  setWord(context, 20, id + 1);
  setWord(context, 33, word(context, 33) + weight);
}

/** Tries the attributes, widest first; true when the node was cut and its sides pushed. */
function cut(context: usize, start: u32, count: u32, weight: u32, buffer: u32): bool {
  const relaxed = word(context, 23) != 0;
  if (count < 2 && !relaxed) return false;
  if (<u64>weight < 2 * <u64>word(context, 7)) return false;
  const attributes = <usize>word(context, 0);
  const loPtr = <usize>word(context, 10);
  const hiPtr = <usize>word(context, 11);
  const triedPtr = <usize>word(context, 12);
  memory.fill(triedPtr, 0, attributes);
  while (true) {
    let best: usize = attributes;
    let bestWidth: f64 = 0;
    let bestRank: u32 = 0;
    let attribute = <usize>word(context, 6);
    for (let a: usize = 0; a < attributes; a++, attribute += ATTRIBUTE_BYTES) {
      const lo = <usize>load<u32>(loPtr + (a << 2));
      const hi = <usize>load<u32>(hiPtr + (a << 2));
      if (load<u8>(triedPtr + a) != 0 || lo == hi) continue;
      const positions = <usize>load<u32>(attribute, 12);
      const width = (load<f64>(positions + (hi << 3)) - load<f64>(positions + (lo << 3))) / load<f64>(attribute, 16);
      const rank = load<u32>(attribute, 8);
      if (best == attributes || width > bestWidth || (width == bestWidth && rank < bestRank)) {
        best = a;
        bestWidth = width;
        bestRank = rank;
      }
    }
    if (best == attributes) return false;
    store<u8>(triedPtr + best, 1);
    attribute = <usize>word(context, 6) + best * ATTRIBUTE_BYTES;
    const lo = load<u32>(loPtr + (best << 2));
    const hi = load<u32>(hiPtr + (best << 2));
    countCodes(context, start, count, buffer, attribute, lo, hi);
    let done: bool = false;
    if (relaxed) done = cutRelaxed(context, start, count, weight, buffer, attribute, lo);
    else if (load<u32>(attribute, 24) == 0) {
      done = cutOrdered(context, start, count, weight, buffer, attribute, lo, hi);
    } else done = cutTree(context, start, count, buffer, attribute, lo, hi);
    if (done) {
      setWord(context, 21, word(context, 21) + 1);
      return true;
    }
    setWord(context, 22, word(context, 22) + 1);
  }
}

/** Weights per code of one attribute into the histogram, over the codes lo .. hi. */
function countCodes(context: usize, start: u32, count: u32, buffer: u32, attribute: usize, lo: u32, hi: u32): void {
  const histogram = <usize>word(context, 8);
  memory.fill(histogram + ((<usize>lo) << 2), 0, (<usize>(hi - lo) + 1) << 2);
  const stride = <usize>word(context, 1);
  let at = recordsOf(context, buffer, start);
  const end = at + <usize>count * stride;
  const offset = <usize>load<u32>(attribute);
  const width = load<u32>(attribute, 4);
  const weightOffset = <usize>word(context, 24);
  if (width == 1) {
    for (; at < end; at += stride) {
      const cell = histogram + ((<usize>load<u8>(at + offset)) << 2);
      store<u32>(cell, load<u32>(cell) + load<u32>(at + weightOffset));
    }
  } else {
    for (; at < end; at += stride) {
      const cell = histogram + ((<usize>codeAt(at + offset, width)) << 2);
      store<u32>(cell, load<u32>(cell) + load<u32>(at + weightOffset));
    }
  }
}

function distance(double: u64, weight: u64): u64 {
  return double > weight ? double - weight : weight - double;
}

function cutOrdered(
  context: usize,
  start: u32,
  count: u32,
  weight: u32,
  buffer: u32,
  attribute: usize,
  lo: u32,
  hi: u32,
): bool {
  const histogram = <usize>word(context, 8);
  const minimum = word(context, 7);
  let median = lo;
  let below: u32 = 0;
  let through = load<u32>(histogram + ((<usize>lo) << 2));
  while (2 * <u64>through < <u64>weight) {
    below = through;
    median++;
    through += load<u32>(histogram + ((<usize>median) << 2));
  }
  // The two cuts beside the median: after it (as published), or before it. No other can be allowed on size alone.
  const afterFirst = below == 0 || distance(2 * <u64>through, weight) <= distance(2 * <u64>below, weight);
  for (let attempt = 0; attempt < 2; attempt++) {
    const after = (attempt == 0) == afterFirst;
    const leftWeight = after ? through : below;
    const last: i64 = after ? <i64>median : <i64>median - 1;
    if (leftWeight < minimum || weight - leftWeight < minimum) continue;
    if (word(context, 29) > 0) {
      const sideOf = <usize>word(context, 9);
      for (let code = lo; code <= hi; code++) store<u32>(sideOf + ((<usize>code) << 2), <i64>code > last ? 1 : 0);
      const weights = <usize>word(context, 34);
      store<u32>(weights, leftWeight);
      store<u32>(weights, weight - leftWeight, 4);
      if (!allows(context, start, count, buffer, attribute, 2)) continue;
    }
    const leftCount = moveTwo(context, start, count, buffer, attribute, <u32>last);
    push(context, start, leftCount, leftWeight, buffer ^ 1);
    push(context, start + leftCount, count - leftCount, weight - leftWeight, buffer ^ 1);
    return true;
  }
  return false;
}

function cutTree(context: usize, start: u32, count: u32, buffer: u32, attribute: usize, lo: u32, hi: u32): bool {
  const treeLo = <usize>load<u32>(attribute, 24);
  const treeHi = <usize>load<u32>(attribute, 28);
  const childStart = <usize>load<u32>(attribute, 32);
  const children = <usize>load<u32>(attribute, 36);
  const minimum = word(context, 7);
  let node: usize = 0;
  let deeper = true;
  while (deeper) {
    deeper = false;
    const end = load<u32>(childStart + (node << 2), 4);
    for (let c = load<u32>(childStart + (node << 2)); c < end; c++) {
      const child = <usize>load<u32>(children + ((<usize>c) << 2));
      if (load<u32>(treeLo + (child << 2)) <= lo && hi <= load<u32>(treeHi + (child << 2))) {
        node = child;
        deeper = true;
        break;
      }
    }
  }
  const histogram = <usize>word(context, 8);
  const sideOf = <usize>word(context, 9);
  const weights = <usize>word(context, 34);
  let sides: u32 = 0;
  const end = load<u32>(childStart + (node << 2), 4);
  for (let c = load<u32>(childStart + (node << 2)); c < end; c++) {
    const child = <usize>load<u32>(children + ((<usize>c) << 2));
    const from = max(lo, load<u32>(treeLo + (child << 2)));
    const to = min(hi, load<u32>(treeHi + (child << 2)));
    let weight: u32 = 0;
    for (let code = <i64>from; code <= <i64>to; code++) {
      weight += load<u32>(histogram + ((<usize>code) << 2));
      store<u32>(sideOf + ((<usize>code) << 2), sides);
    }
    if (weight == 0) continue;
    if (weight < minimum) return false;
    store<u32>(weights + ((<usize>sides) << 2), weight);
    sides++;
  }
  if (!allows(context, start, count, buffer, attribute, sides)) return false;
  moveMany(context, start, count, buffer, attribute, sides);
  return true;
}

function cutRelaxed(context: usize, start: u32, count: u32, weight: u32, buffer: u32, attribute: usize, lo: u32): bool {
  const leftWeight = weight - (weight >> 1);
  if (weight - leftWeight < word(context, 7)) return false;
  const histogram = <usize>word(context, 8);
  let median = lo;
  let below: u32 = 0;
  while (<u64>below + <u64>load<u32>(histogram + ((<usize>median) << 2)) < <u64>leftWeight) {
    below += load<u32>(histogram + ((<usize>median) << 2));
    median++;
  }
  const share = leftWeight - below;
  if (!allowsHalves(context, start, count, buffer, attribute, median, share, leftWeight, weight - leftWeight)) {
    return false;
  }
  const stride = <usize>word(context, 1);
  const records = recordsOf(context, buffer, start);
  const end = records + <usize>count * stride;
  const offset = <usize>load<u32>(attribute);
  const width = load<u32>(attribute, 4);
  const weightOffset = <usize>word(context, 24);
  let leftCount: u32 = 0;
  let rest = share;
  for (let at = records; at < end; at += stride) {
    const code = codeAt(at + offset, width);
    if (code < median) leftCount++;
    else if (code == median && rest > 0) {
      rest -= min(rest, load<u32>(at + weightOffset));
      leftCount++;
    }
  }
  rest = share;
  let left = recordsOf(context, buffer ^ 1, start);
  const rightStart = left + <usize>leftCount * stride;
  let right = rightStart;
  for (let at = records; at < end; at += stride) {
    const code = codeAt(at + offset, width);
    const whole = load<u32>(at + weightOffset);
    let toLeft: u32 = code < median ? whole : 0;
    if (code == median && rest > 0) {
      toLeft = min(rest, whole);
      rest -= toLeft;
    }
    if (toLeft > 0) {
      memory.copy(left, at, stride);
      store<u32>(left + weightOffset, toLeft);
      left += stride;
    }
    if (whole > toLeft) {
      memory.copy(right, at, stride);
      store<u32>(right + weightOffset, whole - toLeft);
      right += stride;
    }
  }
  push(context, start, leftCount, leftWeight, buffer ^ 1);
  push(context, start + leftCount, <u32>((right - rightStart) / stride), weight - leftWeight, buffer ^ 1);
  return true;
}

/** Counts the sensitive codes of every side of a cut by sideOf, then asks the conditions of every side. */
function allows(context: usize, start: u32, count: u32, buffer: u32, attribute: usize, sides: u32): bool {
  const sensitive = word(context, 29);
  if (sensitive == 0) return true;
  const stride = <usize>word(context, 1);
  const records = recordsOf(context, buffer, start);
  const end = records + <usize>count * stride;
  const offset = <usize>load<u32>(attribute);
  const width = load<u32>(attribute, 4);
  const sideOf = <usize>word(context, 9);
  const weightOffset = <usize>word(context, 24);
  for (let s: usize = 0; s < <usize>sensitive; s++) {
    const entry = <usize>word(context, 30) + (s << 4);
    const codeOffset = <usize>load<u32>(entry);
    const codeWidth = load<u32>(entry, 4);
    const size = <usize>load<u32>(entry, 8);
    const table = <usize>load<u32>(entry, 12);
    memory.fill(table, 0, (<usize>sides * size) << 2);
    for (let at = records; at < end; at += stride) {
      const side = <usize>load<u32>(sideOf + ((<usize>codeAt(at + offset, width)) << 2));
      const cell = table + ((side * size + <usize>codeAt(at + codeOffset, codeWidth)) << 2);
      store<u32>(cell, load<u32>(cell) + load<u32>(at + weightOffset));
    }
  }
  return sidesHold(context, sides);
}

function allowsHalves(
  context: usize,
  start: u32,
  count: u32,
  buffer: u32,
  attribute: usize,
  median: u32,
  share: u32,
  leftWeight: u32,
  rightWeight: u32,
): bool {
  const sensitive = word(context, 29);
  if (sensitive == 0) return true;
  const stride = <usize>word(context, 1);
  const records = recordsOf(context, buffer, start);
  const end = records + <usize>count * stride;
  const offset = <usize>load<u32>(attribute);
  const width = load<u32>(attribute, 4);
  const weightOffset = <usize>word(context, 24);
  for (let s: usize = 0; s < <usize>sensitive; s++) {
    const entry = <usize>word(context, 30) + (s << 4);
    const codeOffset = <usize>load<u32>(entry);
    const codeWidth = load<u32>(entry, 4);
    const size = <usize>load<u32>(entry, 8);
    const table = <usize>load<u32>(entry, 12);
    memory.fill(table, 0, size << 3);
    let rest = share;
    for (let at = records; at < end; at += stride) {
      const value = codeAt(at + offset, width);
      const whole = load<u32>(at + weightOffset);
      let toLeft: u32 = value < median ? whole : 0;
      if (value == median) {
        toLeft = min(rest, whole);
        rest -= toLeft;
      }
      const left = table + ((<usize>codeAt(at + codeOffset, codeWidth)) << 2);
      const right = left + (size << 2);
      store<u32>(left, load<u32>(left) + toLeft);
      store<u32>(right, load<u32>(right) + whole - toLeft);
    }
  }
  const weights = <usize>word(context, 34);
  store<u32>(weights, leftWeight);
  store<u32>(weights, rightWeight, 4);
  return sidesHold(context, 2);
}

function sidesHold(context: usize, sides: u32): bool {
  const weights = <usize>word(context, 34);
  for (let side: u32 = 0; side < sides; side++) {
    const weight = load<u32>(weights + ((<usize>side) << 2));
    if (!conditionsHold(<usize>word(context, 32), word(context, 31), <usize>word(context, 30), side, weight)) {
      return false;
    }
  }
  return true;
}

/**
 * Moves codes up to `last` to the left, the others to the right from the end downwards; returns the left count.
 * Branchless: every record is written at both cursors, and only one of them moves.
 */
function moveTwo(context: usize, start: u32, count: u32, buffer: u32, attribute: usize, last: u32): u32 {
  const stride = <usize>word(context, 1);
  let at = recordsOf(context, buffer, start);
  const end = at + <usize>count * stride;
  const first = recordsOf(context, buffer ^ 1, start);
  let left = first;
  let right = first + <usize>count * stride - stride;
  const offset = <usize>load<u32>(attribute);
  const width = load<u32>(attribute, 4);
  if (stride == 16 && width == 1) {
    for (; at < end; at += 16) {
      const isLeft = usize(<u32>load<u8>(at + offset) <= last);
      const record = v128.load(at);
      v128.store(left, record);
      v128.store(right, record);
      left += isLeft << 4;
      right -= (isLeft ^ 1) << 4;
    }
  } else {
    for (; at < end; at += stride) {
      const isLeft = usize(codeAt(at + offset, width) <= last);
      for (let block: usize = 0; block < stride; block += 8) {
        const part = load<u64>(at + block);
        store<u64>(left + block, part);
        store<u64>(right + block, part);
      }
      left += isLeft * stride;
      right -= (isLeft ^ 1) * stride;
    }
  }
  return <u32>((left - first) / stride);
}

/** Moves records to their sides by sideOf, every side ascending, and pushes the sides with their weights. */
function moveMany(context: usize, start: u32, count: u32, buffer: u32, attribute: usize, sides: u32): void {
  const stride = <usize>word(context, 1);
  const records = recordsOf(context, buffer, start);
  const end = records + <usize>count * stride;
  const offset = <usize>load<u32>(attribute);
  const width = load<u32>(attribute, 4);
  const sideOf = <usize>word(context, 9);
  const cursor = <usize>word(context, 35);
  const weights = <usize>word(context, 34);
  memory.fill(cursor, 0, (<usize>sides + 1) << 2);
  for (let at = records; at < end; at += stride) {
    const cell = cursor + ((<usize>load<u32>(sideOf + ((<usize>codeAt(at + offset, width)) << 2))) << 2);
    store<u32>(cell, load<u32>(cell, 4) + 1, 4);
  }
  store<u32>(cursor, start);
  for (let side: usize = 0; side < <usize>sides; side++) {
    const sideStart = load<u32>(cursor + (side << 2));
    const sideCount = load<u32>(cursor + (side << 2), 4);
    push(context, sideStart, sideCount, load<u32>(weights + (side << 2)), buffer ^ 1);
    store<u32>(cursor + (side << 2), sideStart + sideCount, 4);
  }
  for (let at = records; at < end; at += stride) {
    const cell = cursor + ((<usize>load<u32>(sideOf + ((<usize>codeAt(at + offset, width)) << 2))) << 2);
    const index = load<u32>(cell);
    store<u32>(cell, index + 1);
    memory.copy(recordsOf(context, buffer ^ 1, index), at, stride);
  }
}

/**
 * Numbers classes by first appearance over the parts, and turns what is stored per class accordingly.
 *
 * classIdPtr  u32[parts]                 in/out  class in order of emission -> number
 * orderPtr    u32[classes]               out     number -> class in order of emission
 * numberPtr   u32[classes]               scratch
 * context                                in      sizes, lower and upper in order of emission, class major
 * sizesPtr    u32[classes]               out     by number
 * lowerPtr, upperPtr  u32[attributes][classes]  out  by number, attribute major
 */
export function mondrianFinish(
  context: usize,
  classIdPtr: usize,
  parts: u32,
  orderPtr: usize,
  numberPtr: usize,
  sizesPtr: usize,
  lowerPtr: usize,
  upperPtr: usize,
): void {
  const classes = <usize>word(context, 20);
  memory.fill(numberPtr, 0xff, classes << 2);
  let next: u32 = 0;
  for (let at = classIdPtr, end = classIdPtr + ((<usize>parts) << 2); at < end; at += 4) {
    const id = <usize>load<u32>(at);
    let number = load<u32>(numberPtr + (id << 2));
    if (number == 0xffffffff) {
      number = next++;
      store<u32>(numberPtr + (id << 2), number);
      store<u32>(orderPtr + ((<usize>number) << 2), <u32>id);
    }
    store<u32>(at, number);
  }
  const attributes = <usize>word(context, 0);
  const sizes = <usize>word(context, 17);
  const lower = <usize>word(context, 18);
  const upper = <usize>word(context, 19);
  for (let c: usize = 0; c < classes; c++) {
    const id = <usize>load<u32>(orderPtr + (c << 2));
    store<u32>(sizesPtr + (c << 2), load<u32>(sizes + (id << 2)));
    const from = (id * attributes) << 2;
    for (let a: usize = 0; a < attributes; a++) {
      const to = (a * classes + c) << 2;
      store<u32>(lowerPtr + to, load<u32>(lower + from + (a << 2)));
      store<u32>(upperPtr + to, load<u32>(upper + from + (a << 2)));
    }
  }
}
