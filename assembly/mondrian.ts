/**
 * Mondrian (LeFevre, DeWitt and Ramakrishnan, ICDE 2006) over packed weighted vectors; src/engine/js/mondrian.ts is
 * its twin, record for record. Everything the search holds lies in one block, so that an instance has no mutable static data and a
 * search can be stepped.
 */
import { conditionsHold } from './conditions';
import { Mondrian, MondrianAttribute, MondrianNode, MondrianResult, SensitiveColumn } from './layouts.generated';

function attributeAt(context: Mondrian, index: usize): MondrianAttribute {
  return changetype<MondrianAttribute>(context.attributes + index * offsetof<MondrianAttribute>());
}

function sensitiveAt(context: Mondrian, index: usize): SensitiveColumn {
  return changetype<SensitiveColumn>(context.sensitive + index * offsetof<SensitiveColumn>());
}

function codeAt(ptr: usize, width: u32): u32 {
  if (width == 1) return load<u8>(ptr);
  if (width == 2) return load<u16>(ptr);
  return load<u32>(ptr);
}

/**
 * Writes one column into a field of `targetWidth` bytes of every record.
 *
 * codesPtr  width bytes [count]   in
 * fieldPtr  [count]               out, `stride` bytes apart
 */
export function mondrianPack(
  codesPtr: usize,
  width: u32,
  count: usize,
  fieldPtr: usize,
  stride: usize,
  targetWidth: u32,
): void {
  if (width == 1 && targetWidth == 1) {
    for (let i: usize = 0; i < count; i++, fieldPtr += stride) store<u8>(fieldPtr, load<u8>(codesPtr + i));
  } else {
    for (let i: usize = 0; i < count; i++, fieldPtr += stride) {
      const code = codeAt(codesPtr + i * <usize>width, width);
      if (targetWidth == 1) store<u8>(fieldPtr, <u8>code);
      else if (targetWidth == 2) store<u16>(fieldPtr, <u16>code);
      else store<u32>(fieldPtr, code);
    }
  }
}

/** Numbers the records: u32 at `fieldPtr` of the first one, and so on, becomes 0, 1, ... */
export function mondrianNumber(count: u32, fieldPtr: usize, stride: usize): void {
  for (let i: u32 = 0; i < count; i++, fieldPtr += stride) store<u32>(fieldPtr, i);
}

/**
 * Takes nodes from the stack until about `budget` records were visited. Returns 1 when the search has ended, 0 when
 * there is more to do. O(vectors * depth * attributes).
 */
export function mondrianStep(context: Mondrian, budget: f64): i32 {
  let left = budget;
  while (context.stackTop > 0) {
    if (left <= 0) return 0;
    const top = nodeAt(context, --context.stackTop);
    // A copy, since its sides take its place on the stack.
    context.start = top.start;
    context.count = top.count;
    context.weight = top.weight;
    context.buffer = top.buffer;
    left -= <f64>context.count;
    measureBox(context);
    if (!cut(context)) emit(context);
  }
  return 1;
}

function nodeAt(context: Mondrian, index: u32): MondrianNode {
  return changetype<MondrianNode>(context.stack + <usize>index * offsetof<MondrianNode>());
}

/** Puts a side of the node, which was moved to the other buffer, on the stack. */
function push(context: Mondrian, start: u32, count: u32, weight: u32): void {
  const side = nodeAt(context, context.stackTop++);
  side.start = start;
  side.count = count;
  side.weight = weight;
  side.buffer = context.buffer ^ 1;
}

function recordAt(context: Mondrian, buffer: u32, index: u32): usize {
  return (buffer == 0 ? context.buffer0 : context.buffer1) + <usize>index * context.stride;
}

/** The first record of the node, and the byte behind the last. */
function firstRecord(context: Mondrian): usize {
  return recordAt(context, context.buffer, context.start);
}

function endOfRecords(context: Mondrian): usize {
  return recordAt(context, context.buffer, context.start + context.count);
}

/** Smallest and largest code of every attribute into lo and hi. */
function measureBox(context: Mondrian): void {
  const stride = context.stride;
  const records = firstRecord(context);
  const end = endOfRecords(context);
  const boxPtr = context.box;
  const blocks8 = context.blocks8;
  const blocks16 = blocks8 + context.blocks16;
  const blocks = blocks16 + context.blocks32;
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
  const loPtr = context.lo;
  const hiPtr = context.hi;
  for (let a: usize = 0, count = context.attributeCount; a < count; a++) {
    const attribute = attributeAt(context, a);
    const offset = attribute.offset;
    const width = attribute.width;
    const box = boxPtr + ((offset >> 4) << 5) + (offset & 15);
    store<u32>(loPtr + (a << 2), codeAt(box, width));
    store<u32>(hiPtr + (a << 2), codeAt(box + 16, width));
  }
}

function emit(context: Mondrian): void {
  const stride = context.stride;
  const id = context.classCount;
  const classIdPtr = context.partClass;
  let at = firstRecord(context);
  const end = endOfRecords(context);
  const vectorOffset = context.vectorOffset;
  if (context.relaxed == 0) {
    for (; at < end; at += stride) store<u32>(classIdPtr + ((<usize>load<u32>(at + vectorOffset)) << 2), id);
  } else {
    const weightOffset = context.weightOffset;
    let part = context.partCount << 2;
    const vectorPtr = context.partVector;
    const countPtr = context.partRows;
    for (; at < end; at += stride, part += 4) {
      store<u32>(vectorPtr + part, load<u32>(at + vectorOffset));
      store<u32>(classIdPtr + part, id);
      store<u32>(countPtr + part, load<u32>(at + weightOffset));
    }
    context.partCount += context.count;
  }
  store<u32>(context.sizes + ((<usize>id) << 2), context.weight);
  const attributes = context.attributeCount;
  const lower = context.lower + ((<usize>id * attributes) << 2);
  const upper = context.upper + ((<usize>id * attributes) << 2);
  const loPtr = context.lo;
  const hiPtr = context.hi;
  for (let a: usize = 0; a < attributes << 2; a += 4) {
    store<u32>(lower + a, load<u32>(loPtr + a));
    store<u32>(upper + a, load<u32>(hiPtr + a));
  }
  context.classCount = id + 1;
  context.finishedRows += context.weight;
}

/** Tries the attributes, widest first; true when the node was cut and its sides pushed. */
function cut(context: Mondrian): bool {
  const relaxed = context.relaxed != 0;
  if (context.count < 2 && !relaxed) return false;
  if (<u64>context.weight < 2 * <u64>context.minimumSize) return false;
  const attributes = context.attributeCount;
  const loPtr = context.lo;
  const hiPtr = context.hi;
  const triedPtr = context.tried;
  memory.fill(triedPtr, 0, attributes);
  while (true) {
    let best: usize = attributes;
    let bestWidth: f64 = 0;
    let bestRank: u32 = 0;
    for (let a: usize = 0; a < attributes; a++) {
      const lo = <usize>load<u32>(loPtr + (a << 2));
      const hi = <usize>load<u32>(hiPtr + (a << 2));
      if (load<u8>(triedPtr + a) != 0 || lo == hi) continue;
      const attribute = attributeAt(context, a);
      const positions = attribute.positions;
      const width = (load<f64>(positions + (hi << 3)) - load<f64>(positions + (lo << 3))) / attribute.range;
      const rank = attribute.rank;
      if (best == attributes || width > bestWidth || (width == bestWidth && rank < bestRank)) {
        best = a;
        bestWidth = width;
        bestRank = rank;
      }
    }
    if (best == attributes) return false;
    store<u8>(triedPtr + best, 1);
    const attribute = attributeAt(context, best);
    const lo = load<u32>(loPtr + (best << 2));
    const hi = load<u32>(hiPtr + (best << 2));
    countCodes(context, attribute, lo, hi);
    let done: bool = false;
    if (relaxed) done = cutRelaxed(context, attribute, lo);
    else if (attribute.treeLo == 0) done = cutOrdered(context, attribute, lo, hi);
    else done = cutTree(context, attribute, lo, hi);
    if (done) {
      context.cuts++;
      return true;
    }
    context.refused++;
  }
}

/** Weights per code of one attribute into the histogram, over the codes lo .. hi. */
function countCodes(context: Mondrian, attribute: MondrianAttribute, lo: u32, hi: u32): void {
  const histogram = context.histogram;
  memory.fill(histogram + ((<usize>lo) << 2), 0, (<usize>(hi - lo) + 1) << 2);
  const stride = context.stride;
  let at = firstRecord(context);
  const end = endOfRecords(context);
  const offset = attribute.offset;
  const width = attribute.width;
  const weightOffset = context.weightOffset;
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

function cutOrdered(context: Mondrian, attribute: MondrianAttribute, lo: u32, hi: u32): bool {
  const weight = context.weight;
  const histogram = context.histogram;
  const minimum = context.minimumSize;
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
    if (context.sensitiveCount > 0) {
      const sideOf = context.sideOf;
      for (let code = lo; code <= hi; code++) store<u32>(sideOf + ((<usize>code) << 2), <i64>code > last ? 1 : 0);
      const weights = context.weights;
      store<u32>(weights, leftWeight);
      store<u32>(weights, weight - leftWeight, 4);
      if (!allows(context, attribute, 2)) continue;
    }
    const leftCount = moveTwo(context, attribute, <u32>last);
    push(context, context.start, leftCount, leftWeight);
    push(context, context.start + leftCount, context.count - leftCount, weight - leftWeight);
    return true;
  }
  return false;
}

function cutTree(context: Mondrian, attribute: MondrianAttribute, lo: u32, hi: u32): bool {
  const treeLo = attribute.treeLo;
  const treeHi = attribute.treeHi;
  const childStart = attribute.childStart;
  const children = attribute.children;
  const minimum = context.minimumSize;
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
  const histogram = context.histogram;
  const sideOf = context.sideOf;
  const weights = context.weights;
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
  if (!allows(context, attribute, sides)) return false;
  moveMany(context, attribute, sides);
  return true;
}

function cutRelaxed(context: Mondrian, attribute: MondrianAttribute, lo: u32): bool {
  const weight = context.weight;
  const leftWeight = weight - (weight >> 1);
  if (weight - leftWeight < context.minimumSize) return false;
  const histogram = context.histogram;
  let median = lo;
  let below: u32 = 0;
  while (<u64>below + <u64>load<u32>(histogram + ((<usize>median) << 2)) < <u64>leftWeight) {
    below += load<u32>(histogram + ((<usize>median) << 2));
    median++;
  }
  const share = leftWeight - below;
  const weights = context.weights;
  store<u32>(weights, leftWeight);
  store<u32>(weights, weight - leftWeight, 4);
  if (!allowsHalves(context, attribute, median, share)) return false;
  const stride = context.stride;
  const records = firstRecord(context);
  const end = endOfRecords(context);
  const offset = attribute.offset;
  const width = attribute.width;
  const weightOffset = context.weightOffset;
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
  let left = recordAt(context, context.buffer ^ 1, context.start);
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
  push(context, context.start, leftCount, leftWeight);
  push(context, context.start + leftCount, <u32>((right - rightStart) / stride), weight - leftWeight);
  return true;
}

/** Counts the sensitive codes of every side of a cut by sideOf, then asks the conditions of every side. */
function allows(context: Mondrian, attribute: MondrianAttribute, sides: u32): bool {
  const columns = context.sensitiveCount;
  if (columns == 0) return true;
  for (let s: usize = 0; s < columns; s++) {
    const column = sensitiveAt(context, s);
    if (column.least > 0 && !haveEnough(context, attribute, column, sides)) return false;
  }
  const stride = context.stride;
  const records = firstRecord(context);
  const end = endOfRecords(context);
  const offset = attribute.offset;
  const width = attribute.width;
  const sideOf = context.sideOf;
  const weightOffset = context.weightOffset;
  for (let s: usize = 0; s < columns; s++) {
    const column = sensitiveAt(context, s);
    if (column.starts != 0) listCodes(context, attribute, column, sides);
    const table = column.histograms;
    if (table == 0) continue;
    const codeOffset = column.offset;
    const codeWidth = column.width;
    const size = column.size;
    memory.fill(table, 0, (<usize>sides * size) << 2);
    for (let at = records; at < end; at += stride) {
      const side = <usize>load<u32>(sideOf + ((<usize>codeAt(at + offset, width)) << 2));
      const cell = table + ((side * size + <usize>codeAt(at + codeOffset, codeWidth)) << 2);
      store<u32>(cell, load<u32>(cell) + load<u32>(at + weightOffset));
    }
  }
  return sidesHold(context, sides);
}

/** Returns true when every side has enough distinct codes of a column; ends as soon as all have. */
function haveEnough(context: Mondrian, attribute: MondrianAttribute, column: SensitiveColumn, sides: u32): bool {
  const stride = context.stride;
  const end = endOfRecords(context);
  const offset = attribute.offset;
  const width = attribute.width;
  const sideOf = context.sideOf;
  const codeOffset = column.offset;
  const codeWidth = column.width;
  let open = sides;
  for (let at = firstRecord(context); at < end && open > 0; at += stride) {
    const side = <usize>load<u32>(sideOf + ((<usize>codeAt(at + offset, width)) << 2));
    open -= note(column, side, codeAt(at + codeOffset, codeWidth));
  }
  forget(column, sides);
  return open == 0;
}

/** The mark of a code that several sides have, or one of many sides; below it the only side that has it, from 1. */
const SEVERAL: u32 = 255;

/** Notes a code of a side; returns 1 where the side has enough from now on, else 0. */
function note(column: SensitiveColumn, side: usize, code: u32): u32 {
  const least = column.least;
  const count = load<u32>(column.counts + (side << 2));
  if (count == least || code >= column.known) return 0;
  const list = column.found + ((side * <usize>least) << 2);
  const end = list + ((<usize>count) << 2);
  const mark = column.marks + <usize>code;
  const known = <u32>load<u8>(mark);
  const own: u32 = side < SEVERAL - 1 ? <u32>side + 1 : SEVERAL;
  if (known == own && own < SEVERAL) return 0;
  // Several sides have it, or one that is not this.
  if (known == SEVERAL) {
    for (let at = list; at < end; at += 4) if (load<u32>(at) == code) return 0;
  }
  store<u8>(mark, <u8>(known == 0 ? own : SEVERAL));
  store<u32>(end, code);
  store<u32>(column.counts + (side << 2), count + 1);
  return u32(count + 1 == least);
}

/** Forgets the codes that were noted. */
function forget(column: SensitiveColumn, sides: u32): void {
  const marks = column.marks;
  for (let side: usize = 0; side < <usize>sides; side++) {
    const list = column.found + ((side * <usize>column.least) << 2);
    const count = load<u32>(column.counts + (side << 2));
    for (let i: usize = 0; i < <usize>count; i++) store<u8>(marks + <usize>load<u32>(list + (i << 2)), 0);
    store<u32>(column.counts + (side << 2), 0);
  }
}

/** Lists the codes of a column side by side, in the order of the records. */
function listCodes(context: Mondrian, attribute: MondrianAttribute, column: SensitiveColumn, sides: u32): void {
  const stride = context.stride;
  const records = firstRecord(context);
  const end = endOfRecords(context);
  const offset = attribute.offset;
  const width = attribute.width;
  const sideOf = context.sideOf;
  const weightOffset = context.weightOffset;
  const codeOffset = column.offset;
  const codeWidth = column.width;
  const starts = column.starts;
  memory.fill(starts, 0, (<usize>sides + 2) << 2);
  for (let at = records; at < end; at += stride) {
    const cell = starts + ((<usize>load<u32>(sideOf + ((<usize>codeAt(at + offset, width)) << 2))) << 2);
    store<u32>(cell, load<u32>(cell, 8) + 1, 8);
  }
  for (let side: usize = 0; side < <usize>sides; side++) {
    const cell = starts + (side << 2);
    store<u32>(cell, load<u32>(cell, 4) + load<u32>(cell, 8), 8);
  }
  for (let at = records; at < end; at += stride) {
    const cell = starts + ((<usize>load<u32>(sideOf + ((<usize>codeAt(at + offset, width)) << 2))) << 2);
    const place = load<u32>(cell, 4);
    store<u32>(cell, place + 1, 4);
    store<u32>(column.codes + ((<usize>place) << 2), codeAt(at + codeOffset, codeWidth));
    store<u32>(column.rows + ((<usize>place) << 2), load<u32>(at + weightOffset));
  }
}

/** The conditions of a relaxed cut: below `median`, and `share` rows of it, to the left. */
function allowsHalves(context: Mondrian, attribute: MondrianAttribute, median: u32, share: u32): bool {
  for (let s: usize = 0; s < context.sensitiveCount; s++) {
    const column = sensitiveAt(context, s);
    if (!countHalves(context, attribute, column, median, share)) return false;
  }
  return sidesHold(context, 2);
}

/** Counts the codes of a column in both halves; false where one has too few distinct ones. */
function countHalves(
  context: Mondrian,
  attribute: MondrianAttribute,
  column: SensitiveColumn,
  median: u32,
  share: u32,
): bool {
  const stride = context.stride;
  const end = endOfRecords(context);
  const offset = attribute.offset;
  const width = attribute.width;
  const weightOffset = context.weightOffset;
  const codeOffset = column.offset;
  const codeWidth = column.width;
  const size = column.size;
  const table = column.histograms;
  const starts = column.starts;
  const least = column.least;
  if (table != 0) memory.fill(table, 0, size << 3);
  let open: u32 = least > 0 ? 2 : 0;
  let rest = share;
  let left: usize = 0;
  // The right half is listed from the end of the lists downwards.
  let right = (<usize>context.count + 1) << 2;
  const endOfLists = right;
  for (let at = firstRecord(context); at < end; at += stride) {
    const value = codeAt(at + offset, width);
    const whole = load<u32>(at + weightOffset);
    let toLeft: u32 = value < median ? whole : 0;
    if (value == median) {
      toLeft = min(rest, whole);
      rest -= toLeft;
    }
    const code = codeAt(at + codeOffset, codeWidth);
    if (least > 0) {
      if (toLeft > 0) open -= note(column, 0, code);
      if (whole > toLeft) open -= note(column, 1, code);
    }
    if (starts != 0) {
      if (toLeft > 0) {
        store<u32>(column.codes + left, code);
        store<u32>(column.rows + left, toLeft);
        left += 4;
      }
      if (whole > toLeft) {
        right -= 4;
        store<u32>(column.codes + right, code);
        store<u32>(column.rows + right, whole - toLeft);
      }
    }
    if (table == 0) continue;
    const cell = table + ((<usize>code) << 2);
    store<u32>(cell, load<u32>(cell) + toLeft);
    store<u32>(cell + (size << 2), load<u32>(cell + (size << 2)) + whole - toLeft);
  }
  if (starts != 0) {
    // A list without rows fills the gap.
    for (; left < right; left += 4) {
      store<u32>(column.codes + left, 0);
      store<u32>(column.rows + left, 0);
    }
    store<u32>(starts, 0);
    store<u32>(starts, <u32>(right >> 2), 4);
    store<u32>(starts, <u32>(endOfLists >> 2), 8);
  }
  if (least > 0) forget(column, 2);
  return open == 0;
}

function sidesHold(context: Mondrian, sides: u32): bool {
  const weights = context.weights;
  for (let side: u32 = 0; side < sides; side++) {
    const weight = load<u32>(weights + ((<usize>side) << 2));
    if (!conditionsHold(context.conditions, context.conditionCount, context.sensitive, side, weight)) return false;
  }
  return true;
}

/**
 * Moves codes up to `last` to the left, the others to the right from the end downwards; returns the left count.
 * Branchless: every record is written at both cursors, and only one of them moves.
 */
function moveTwo(context: Mondrian, attribute: MondrianAttribute, last: u32): u32 {
  const stride = context.stride;
  let at = firstRecord(context);
  const end = endOfRecords(context);
  const first = recordAt(context, context.buffer ^ 1, context.start);
  let left = first;
  let right = first + (end - at) - stride;
  const offset = attribute.offset;
  const width = attribute.width;
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
function moveMany(context: Mondrian, attribute: MondrianAttribute, sides: u32): void {
  const stride = context.stride;
  const records = firstRecord(context);
  const end = endOfRecords(context);
  const offset = attribute.offset;
  const width = attribute.width;
  const sideOf = context.sideOf;
  const cursor = context.cursor;
  const weights = context.weights;
  memory.fill(cursor, 0, (<usize>sides + 1) << 2);
  for (let at = records; at < end; at += stride) {
    const cell = cursor + ((<usize>load<u32>(sideOf + ((<usize>codeAt(at + offset, width)) << 2))) << 2);
    store<u32>(cell, load<u32>(cell, 4) + 1, 4);
  }
  store<u32>(cursor, context.start);
  for (let side: usize = 0; side < <usize>sides; side++) {
    const sideStart = load<u32>(cursor + (side << 2));
    const sideCount = load<u32>(cursor + (side << 2), 4);
    push(context, sideStart, sideCount, load<u32>(weights + (side << 2)));
    store<u32>(cursor + (side << 2), sideStart + sideCount, 4);
  }
  const target = recordAt(context, context.buffer ^ 1, 0);
  for (let at = records; at < end; at += stride) {
    const cell = cursor + ((<usize>load<u32>(sideOf + ((<usize>codeAt(at + offset, width)) << 2))) << 2);
    const index = load<u32>(cell);
    store<u32>(cell, index + 1);
    memory.copy(target + <usize>index * stride, at, stride);
  }
}

/** Numbers classes by first appearance over the parts, and turns what is stored per class accordingly. */
export function mondrianFinish(context: Mondrian, result: MondrianResult): void {
  const classes = <usize>context.classCount;
  const order = result.order;
  const numbers = result.number;
  memory.fill(numbers, 0xff, classes << 2);
  let next: u32 = 0;
  for (let at = result.classId, end = at + (result.parts << 2); at < end; at += 4) {
    const id = <usize>load<u32>(at);
    let number = load<u32>(numbers + (id << 2));
    if (number == 0xffffffff) {
      number = next++;
      store<u32>(numbers + (id << 2), number);
      store<u32>(order + ((<usize>number) << 2), <u32>id);
    }
    store<u32>(at, number);
  }
  const attributes = context.attributeCount;
  const lower = context.lower;
  const upper = context.upper;
  const lowerOut = result.lower;
  const upperOut = result.upper;
  for (let c: usize = 0; c < classes; c++) {
    const id = <usize>load<u32>(order + (c << 2));
    store<u32>(result.sizes + (c << 2), load<u32>(context.sizes + (id << 2)));
    const from = (id * attributes) << 2;
    for (let a: usize = 0; a < attributes; a++) {
      const to = (a * classes + c) << 2;
      store<u32>(lowerOut + to, load<u32>(lower + from + (a << 2)));
      store<u32>(upperOut + to, load<u32>(upper + from + (a << 2)));
    }
  }
}
