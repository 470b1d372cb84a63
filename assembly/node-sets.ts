/**
 * Frequency sets of lattice nodes, rolled up from one another. A class is a key and a count; a key has fields of bits in
 * 32-bit words (src/engine/node-layout.ts). src/engine/js/node-sets.ts is the twin. Keys of one word ascend: nodeRuns, nodeBlocks and
 * nodeSmallBlocks merge them; nodeGroup and nodeGroupWide are for sets with histograms and for wider keys.
 *
 * Slots of the hash tables are never cleared: a slot holds `epoch` + the number of its class, and numbers are below the
 * epoch's length when they are of this roll-up. Epochs grow by the length each time, so older slots are out of range.
 */
import { hashWord } from './hash';
import { NodeMerge, NodeSort, NodeStep, NodeSum, WeighedField } from './layouts.generated';

/** A key with one field rewritten: what is below stays, the field goes through its table (0: it vanishes), the rest moves down. */
function moveKey(key: u32, low: u32, high: u32, down: u32, shift: u32, mask: u32, table: usize): u32 {
  let moved = (key & low) | ((key & high) >> down);
  if (table != 0) moved |= load<u32>(table + ((<usize>((key >> shift) & mask)) << 2)) << shift;
  return moved;
}

/**
 * Writes the field at `shift` of every key: codes of `width` bytes through u32 `map`.
 *
 * keys  u32[count]  in/out  the field is 0 before
 */
export function nodeField(codes: usize, width: u32, count: u32, map: usize, shift: u32, keys: usize): void {
  if (width == 1) writeField<u8>(codes, count, map, shift, keys);
  else if (width == 2) writeField<u16>(codes, count, map, shift, keys);
  else writeField<u32>(codes, count, map, shift, keys);
}

function writeField<T>(codes: usize, count: u32, map: usize, shift: u32, keys: usize): void {
  const end = keys + ((<usize>count) << 2);
  while (keys < end) {
    const node = load<u32>(map + ((<usize>load<T>(codes)) << 2));
    store<u32>(keys, load<u32>(keys) | (node << shift));
    codes += sizeof<T>();
    keys += 4;
  }
}

/** Rewrites one field of u32[count] keys. */
export function nodeMove(from: usize, to: usize, count: u32, step: NodeStep): void {
  const low = step.low;
  const high = step.high;
  const down = step.down;
  const shift = step.shift;
  const mask = step.mask;
  const table = step.table;
  const end = from + ((<usize>count) << 2);
  while (from < end) {
    store<u32>(to, moveKey(load<u32>(from), low, high, down, shift, mask, table));
    from += 4;
    to += 4;
  }
}

/**
 * Rewrites one field and merges equal keys of one word, numbered by first appearance. Returns the number of classes.
 * O(entries).
 */
export function nodeGroup(merge: NodeMerge): u32 {
  let keys = merge.keys;
  let counts = merge.counts;
  const entries = merge.entries;
  const outKeys = merge.outKeys;
  const outCounts = merge.outCounts;
  const step = changetype<NodeStep>(merge.step);
  const low = step.low;
  const high = step.high;
  const down = step.down;
  const shift = step.shift;
  const mask = step.mask;
  const table = step.table;
  const slots = merge.slots;
  const slotMask = merge.slotMask;
  const epoch = merge.epoch;
  let ids = merge.ids;
  let length: u32 = 0;
  const end = keys + ((<usize>entries) << 2);
  if (slotMask == 0) {
    while (keys < end) {
      const key = moveKey(load<u32>(keys), low, high, down, shift, mask, table);
      const slot = slots + ((<usize>key) << 2);
      const found = load<u32>(slot) - epoch;
      const isNew = u32(found >= length);
      const id = select<u32>(length, found, isNew);
      length += isNew;
      store<u32>(slot, epoch + id);
      const at = (<usize>id) << 2;
      store<u32>(outKeys + at, key);
      store<u32>(outCounts + at, select<u32>(0, load<u32>(outCounts + at), isNew) + load<u32>(counts));
      if (ids != 0) {
        store<u32>(ids, id);
        ids += 4;
      }
      keys += 4;
      counts += 4;
    }
    return length;
  }
  while (keys < end) {
    const key = moveKey(load<u32>(keys), low, high, down, shift, mask, table);
    let index = hashWord(key) & slotMask;
    let slot = slots + ((<usize>index) << 3);
    let found = load<u32>(slot, 4) - epoch;
    while (u32(found < length) & u32(load<u32>(slot) != key)) {
      index = (index + 1) & slotMask;
      slot = slots + ((<usize>index) << 3);
      found = load<u32>(slot, 4) - epoch;
    }
    const isNew = u32(found >= length);
    const id = select<u32>(length, found, isNew);
    length += isNew;
    store<u64>(slot, (<u64>key) | ((<u64>(epoch + id)) << 32));
    const at = (<usize>id) << 2;
    store<u32>(outKeys + at, key);
    store<u32>(outCounts + at, select<u32>(0, load<u32>(outCounts + at), isNew) + load<u32>(counts));
    if (ids != 0) {
      store<u32>(ids, id);
      ids += 4;
    }
    keys += 4;
    counts += 4;
  }
  return length;
}

/** Merges keys of several words, whose fields were rewritten before. Returns the number of classes. */
export function nodeGroupWide(merge: NodeMerge): u32 {
  const words = merge.words;
  const keysPtr = merge.keys;
  const counts = merge.counts;
  const entries = merge.entries;
  const outKeysPtr = merge.outKeys;
  const outCounts = merge.outCounts;
  const ids = merge.ids;
  const slots = merge.slots;
  const slotMask = merge.slotMask;
  const epoch = merge.epoch;
  let length: u32 = 0;
  for (let e: usize = 0; e < <usize>entries; e++) {
    let tag: u32 = 0;
    for (let w: usize = 0; w < words; w++) {
      tag = (tag * 0x85ebca6b) ^ load<u32>(<usize>load<u32>(keysPtr + (w << 2)) + (e << 2));
    }
    let index = hashWord(tag) & slotMask;
    let slot = slots + ((<usize>index) << 3);
    let found = load<u32>(slot, 4) - epoch;
    while (found < length && !(load<u32>(slot) == tag && isSame(words, keysPtr, e, outKeysPtr, <usize>found))) {
      index = (index + 1) & slotMask;
      slot = slots + ((<usize>index) << 3);
      found = load<u32>(slot, 4) - epoch;
    }
    const at = counts + (e << 2);
    if (found >= length) {
      found = length++;
      store<u32>(slot, tag);
      store<u32>(slot, epoch + found, 4);
      for (let w: usize = 0; w < words; w++) {
        const key = load<u32>(<usize>load<u32>(keysPtr + (w << 2)) + (e << 2));
        store<u32>(<usize>load<u32>(outKeysPtr + (w << 2)) + ((<usize>found) << 2), key);
      }
      store<u32>(outCounts + ((<usize>found) << 2), load<u32>(at));
    } else {
      const sum = outCounts + ((<usize>found) << 2);
      store<u32>(sum, load<u32>(sum) + load<u32>(at));
    }
    if (ids != 0) store<u32>(ids + (e << 2), found);
  }
  return length;
}

function isSame(words: usize, keysPtr: usize, e: usize, outKeysPtr: usize, id: usize): bool {
  for (let w: usize = 0; w < words; w++) {
    const key = load<u32>(<usize>load<u32>(keysPtr + (w << 2)) + (e << 2));
    if (key != load<u32>(<usize>load<u32>(outKeysPtr + (w << 2)) + (id << 2))) return false;
  }
  return true;
}

/** Adds histograms u32[entries][size] of entries to those of their classes: to u32[classes][size], zeroed before. */
export function nodeAddHistograms(ids: usize, entries: u32, size: u32, from: usize, to: usize): void {
  const rowBytes = (<usize>size) << 2;
  for (let e: usize = 0; e < <usize>entries; e++) {
    let target = to + <usize>load<u32>(ids + (e << 2)) * rowBytes;
    const end = from + rowBytes;
    const wholeEnd = from + (rowBytes & ~15);
    while (from < wholeEnd) {
      v128.store(target, i32x4.add(v128.load(target), v128.load(from)));
      from += 16;
      target += 16;
    }
    while (from < end) {
      store<u32>(target, load<u32>(target) + load<u32>(from));
      from += 4;
      target += 4;
    }
  }
}

function sumOfLanes(lanes: v128): u32 {
  return (
    i32x4.extract_lane(lanes, 0) +
    i32x4.extract_lane(lanes, 1) +
    i32x4.extract_lane(lanes, 2) +
    i32x4.extract_lane(lanes, 3)
  );
}

/** Sums over classes. */
export function nodeSum(sum: NodeSum): void {
  const counts = sum.counts;
  const length = sum.length;
  const minimum = sum.minimum;
  const accepted = sum.accepted;
  let classes: u64 = 0;
  let suppressed: u64 = 0;
  let squares: u64 = 0;
  let allSquares: u64 = 0;
  let id: usize = 0;
  if (accepted == 0) {
    const wanted = i32x4.splat(minimum);
    let classesOf = i32x4.splat(0);
    let rowsOf = i32x4.splat(0);
    let squaresOf = i64x2.splat(0);
    let allOf = i64x2.splat(0);
    for (; id + 4 <= length; id += 4) {
      const sizes = v128.load(counts + (id << 2));
      const holds = i32x4.ge_u(sizes, wanted);
      const taken = v128.and(sizes, holds);
      classesOf = i32x4.sub(classesOf, holds);
      rowsOf = i32x4.add(rowsOf, v128.andnot(sizes, holds));
      squaresOf = i64x2.add(squaresOf, i64x2.extmul_low_i32x4_u(taken, taken));
      squaresOf = i64x2.add(squaresOf, i64x2.extmul_high_i32x4_u(taken, taken));
      allOf = i64x2.add(allOf, i64x2.extmul_low_i32x4_u(sizes, sizes));
      allOf = i64x2.add(allOf, i64x2.extmul_high_i32x4_u(sizes, sizes));
    }
    classes = <u64>sumOfLanes(classesOf);
    suppressed = <u64>sumOfLanes(rowsOf);
    squares = i64x2.extract_lane(squaresOf, 0) + i64x2.extract_lane(squaresOf, 1);
    allSquares = i64x2.extract_lane(allOf, 0) + i64x2.extract_lane(allOf, 1);
  }
  for (; id < length; id++) {
    const size = <u64>load<u32>(counts + (id << 2));
    const isAccepted = accepted == 0 ? u64(size >= <u64>minimum) : <u64>load<u8>(accepted + id);
    const square = size * size;
    classes += isAccepted;
    allSquares += square;
    squares += square * isAccepted;
    suppressed += size * (1 - isAccepted);
  }
  sum.classes = <f64>classes;
  sum.suppressed = <f64>suppressed;
  sum.squares = <f64>squares;
  sum.allSquares = <f64>allSquares;
}

function fieldAt(sum: NodeSum, index: usize): WeighedField {
  return changetype<WeighedField>(sum.fields + index * offsetof<WeighedField>());
}

/** The weight of failing classes, attribute by attribute, in the order of classes. */
export function nodeWeights(sum: NodeSum): void {
  const counts = sum.counts;
  const failing = sum.failing;
  const fieldCount = sum.fieldCount;
  let end = failing;
  for (let id: usize = 0; id < sum.length; id++) {
    const isFailing =
      sum.accepted == 0 ? u32(load<u32>(counts + (id << 2)) < sum.minimum) : u32(load<u8>(sum.accepted + id) == 0);
    store<u32>(end, <u32>id);
    end += (<usize>isFailing) << 2;
  }
  let a: usize = 0;
  // Four sums at once: each waits for its own last addition only.
  for (; a + 4 <= fieldCount; a += 4) {
    const field0 = fieldAt(sum, a);
    const field1 = fieldAt(sum, a + 1);
    const field2 = fieldAt(sum, a + 2);
    const field3 = fieldAt(sum, a + 3);
    const keys0 = field0.keys;
    const shift0 = field0.shift;
    const mask0 = field0.mask;
    const weights0 = field0.weights;
    const keys1 = field1.keys;
    const shift1 = field1.shift;
    const mask1 = field1.mask;
    const weights1 = field1.weights;
    const keys2 = field2.keys;
    const shift2 = field2.shift;
    const mask2 = field2.mask;
    const weights2 = field2.weights;
    const keys3 = field3.keys;
    const shift3 = field3.shift;
    const mask3 = field3.mask;
    const weights3 = field3.weights;
    let sum0: f64 = 0;
    let sum1: f64 = 0;
    let sum2: f64 = 0;
    let sum3: f64 = 0;
    for (let at = failing; at < end; at += 4) {
      const offset = (<usize>load<u32>(at)) << 2;
      const size = <f64>load<u32>(counts + offset);
      const node0 = (load<u32>(keys0 + offset) >> shift0) & mask0;
      const node1 = (load<u32>(keys1 + offset) >> shift1) & mask1;
      const node2 = (load<u32>(keys2 + offset) >> shift2) & mask2;
      const node3 = (load<u32>(keys3 + offset) >> shift3) & mask3;
      sum0 += size * load<f64>(weights0 + ((<usize>node0) << 3));
      sum1 += size * load<f64>(weights1 + ((<usize>node1) << 3));
      sum2 += size * load<f64>(weights2 + ((<usize>node2) << 3));
      sum3 += size * load<f64>(weights3 + ((<usize>node3) << 3));
    }
    const to = sum.result + (a << 3);
    store<f64>(to, sum0);
    store<f64>(to, sum1, 8);
    store<f64>(to, sum2, 16);
    store<f64>(to, sum3, 24);
  }
  for (; a < fieldCount; a++) {
    const field = fieldAt(sum, a);
    const keys = field.keys;
    const shift = field.shift;
    const mask = field.mask;
    const weights = field.weights;
    let own: f64 = 0;
    for (let at = failing; at < end; at += 4) {
      const offset = (<usize>load<u32>(at)) << 2;
      const node = (load<u32>(keys + offset) >> shift) & mask;
      own += <f64>load<u32>(counts + offset) * load<f64>(weights + ((<usize>node) << 3));
    }
    store<f64>(sum.result + (a << 3), own);
  }
}

/**
 * Rewrites one field and merges equal neighbours; keys ascend, and so do those of the classes.
 * Returns the number of classes. O(entries).
 */
export function nodeRuns(merge: NodeMerge): u32 {
  let keys = merge.keys;
  let counts = merge.counts;
  const entries = merge.entries;
  const outKeys = merge.outKeys;
  const outCounts = merge.outCounts;
  const step = changetype<NodeStep>(merge.step);
  const low = step.low;
  const high = step.high;
  const down = step.down;
  const shift = step.shift;
  const mask = step.mask;
  const table = step.table;
  if (entries == 0) return 0;
  const end = keys + ((<usize>entries) << 2);
  let last = moveKey(load<u32>(keys), low, high, down, shift, mask, table);
  let at: usize = 0;
  let sum: u32 = 0;
  while (keys < end) {
    const key = moveKey(load<u32>(keys), low, high, down, shift, mask, table);
    const isNew = u32(key != last);
    at += (<usize>isNew) << 2;
    sum = select<u32>(0, sum, isNew) + load<u32>(counts);
    store<u32>(outKeys + at, key);
    store<u32>(outCounts + at, sum);
    last = key;
    keys += 4;
    counts += 4;
  }
  return <u32>(at >> 2) + 1;
}

/**
 * Rewrites one field and merges equal keys within blocks of neighbours that agree in all but the lowest bits, `low`; keys
 * ascend, and so do those of the classes. Returns the number of classes. O(entries + blocks * (low + 1) / 32) at most.
 */
export function nodeBlocks(merge: NodeMerge): u32 {
  let keys = merge.keys;
  let counts = merge.counts;
  const entries = merge.entries;
  const outKeys = merge.outKeys;
  const outCounts = merge.outCounts;
  const step = changetype<NodeStep>(merge.step);
  const low = step.low;
  const high = step.high;
  const down = step.down;
  const shift = step.shift;
  const mask = step.mask;
  const table = step.table;
  const sums = merge.sums;
  const marks = merge.marks;
  if (entries == 0) return 0;
  const end = keys + ((<usize>entries) << 2);
  let at: usize = 0;
  while (keys < end) {
    const block = moveKey(load<u32>(keys), low, high, down, shift, mask, table) & ~low;
    let first: u32 = 0xffffffff;
    let last: u32 = 0;
    while (keys < end) {
      const key = load<u32>(keys);
      if ((moveKey(key, low, high, down, shift, mask, table) & ~low) != block) break;
      const slot = key & low;
      const word = slot >> 5;
      const sum = sums + ((<usize>slot) << 2);
      store<u32>(sum, load<u32>(sum) + load<u32>(counts));
      const mark = marks + ((<usize>word) << 2);
      store<u32>(mark, load<u32>(mark) | ((<u32>1) << (slot & 31)));
      first = min<u32>(first, word);
      last = max<u32>(last, word);
      keys += 4;
      counts += 4;
    }
    for (let word = first; word <= last; word++) {
      const mark = marks + ((<usize>word) << 2);
      let bits = load<u32>(mark);
      if (bits == 0) continue;
      store<u32>(mark, 0);
      while (bits != 0) {
        const slot = (word << 5) + ctz<u32>(bits);
        bits &= bits - 1;
        const sum = sums + ((<usize>slot) << 2);
        store<u32>(outKeys + at, block | slot);
        store<u32>(outCounts + at, load<u32>(sum));
        store<u32>(sum, 0);
        at += 4;
      }
    }
  }
  return <u32>(at >> 2);
}

/**
 * Variant of nodeBlocks for at most 5 bits below the field. Blocks are mostly of one to three entries there, so nothing branches: a first pass notes
 * which low bits appear in every block, a second one adds each entry to the class whose place is the number of lower ones.
 */
export function nodeSmallBlocks(merge: NodeMerge): u32 {
  let keys = merge.keys;
  let counts = merge.counts;
  const entries = merge.entries;
  const outKeys = merge.outKeys;
  const outCounts = merge.outCounts;
  const step = changetype<NodeStep>(merge.step);
  const low = step.low;
  const high = step.high;
  const down = step.down;
  const shift = step.shift;
  const mask = step.mask;
  const table = step.table;
  const moved = merge.moved;
  const marks = merge.blockMarks;
  if (entries == 0) return 0;
  assert(low < 32);
  const bytes = (<usize>entries) << 2;
  let block = moveKey(load<u32>(keys), low, high, down, shift, mask, table) & ~low;
  let bits: u32 = 0;
  let mark = marks;
  for (let e: usize = 0; e < bytes; e += 4) {
    const key = moveKey(load<u32>(keys + e), low, high, down, shift, mask, table);
    store<u32>(moved + e, key);
    const isNew = u32((key & ~low) != block);
    block = key & ~low;
    mark += (<usize>isNew) << 2;
    bits = select<u32>(0, bits, isNew) | ((<u32>1) << (key & low));
    store<u32>(mark, bits);
  }
  memory.fill(outCounts, 0, bytes);
  block = load<u32>(moved) & ~low;
  mark = marks;
  bits = load<u32>(mark);
  let start: u32 = 0;
  for (let e: usize = 0; e < bytes; e += 4) {
    const key = load<u32>(moved + e);
    const isNew = u32((key & ~low) != block);
    block = key & ~low;
    start += select<u32>(popcnt<u32>(bits), 0, isNew);
    mark += (<usize>isNew) << 2;
    bits = load<u32>(mark);
    const at = (<usize>(start + popcnt<u32>(bits & (((<u32>1) << (key & low)) - 1)))) << 2;
    store<u32>(outKeys + at, key);
    store<u32>(outCounts + at, load<u32>(outCounts + at) + load<u32>(counts + e));
  }
  return start + popcnt<u32>(bits);
}

/** One pass of a sort. O(entries + 2^bits). */
export function nodeSortDigit(sort: NodeSort): void {
  const keys = sort.keys;
  const counts = sort.counts;
  const outKeys = sort.outKeys;
  const outCounts = sort.outCounts;
  const starts = sort.starts;
  const shift = sort.shift;
  const mask = ((<usize>1) << (<usize>sort.bits)) - 1;
  memory.fill(starts, 0, (mask + 1) << 2);
  const bytes = sort.entries << 2;
  for (let e: usize = 0; e < bytes; e += 4) {
    const digit = starts + (((<usize>(load<u32>(keys + e) >> shift)) & mask) << 2);
    store<u32>(digit, load<u32>(digit) + 1);
  }
  let start: u32 = 0;
  for (let digit: usize = 0; digit <= mask << 2; digit += 4) {
    const count = load<u32>(starts + digit);
    store<u32>(starts + digit, start);
    start += count;
  }
  for (let e: usize = 0; e < bytes; e += 4) {
    const key = load<u32>(keys + e);
    const digit = starts + (((<usize>(key >> shift)) & mask) << 2);
    const at = load<u32>(digit);
    store<u32>(digit, at + 1);
    store<u32>(outKeys + ((<usize>at) << 2), key);
    store<u32>(outCounts + ((<usize>at) << 2), load<u32>(counts + e));
  }
}
