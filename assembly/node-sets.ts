/**
 * Frequency sets of lattice nodes, rolled up from one another. A class is a key and a count; a key has fields of bits in
 * 32-bit words (src/engine/node-layout.ts). src/engine/js/node-sets.ts is the twin. Keys of one word ascend: nodeRuns, nodeBlocks and
 * nodeSmallBlocks merge them; nodeGroup and nodeGroupWide are for sets with histograms and for wider keys.
 *
 * Slots of the hash tables are never cleared: a slot holds `epoch` + the number of its class, and numbers are below the
 * epoch's length when they are of this roll-up. Epochs grow by the length each time, so older slots are out of range.
 */
import { hashWord } from './hash';

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
export function nodeMove(
  from: usize,
  to: usize,
  count: u32,
  low: u32,
  high: u32,
  down: u32,
  shift: u32,
  mask: u32,
  table: usize,
): void {
  const end = from + ((<usize>count) << 2);
  while (from < end) {
    store<u32>(to, moveKey(load<u32>(from), low, high, down, shift, mask, table));
    from += 4;
    to += 4;
  }
}

/**
 * Rewrites one field and merges equal keys of one word, numbered by first appearance.
 *
 * keys, counts        u32[entries]   in
 * outKeys, outCounts  u32[entries]   out   classes; one entry more than there are classes may be overwritten
 * ids                 u32[entries]   out   class of every entry; 0: not wanted
 * slots               u32 by key when slotMask is 0, else u32[slotMask + 1][2]: key, epoch + number
 *
 * Returns the number of classes. O(entries).
 */
export function nodeGroup(
  keys: usize,
  counts: usize,
  entries: u32,
  low: u32,
  high: u32,
  down: u32,
  shift: u32,
  mask: u32,
  table: usize,
  outKeys: usize,
  outCounts: usize,
  ids: usize,
  slots: usize,
  slotMask: u32,
  epoch: u32,
): u32 {
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

/**
 * The same for keys of several words, u32[words] addresses in `keysPtr` and `outKeysPtr`; fields were rewritten before.
 * slots u32[slotMask + 1][2]: a hash of the key, epoch + number.
 */
export function nodeGroupWide(
  words: u32,
  keysPtr: usize,
  counts: usize,
  entries: u32,
  outKeysPtr: usize,
  outCounts: usize,
  ids: usize,
  slots: usize,
  slotMask: u32,
  epoch: u32,
): u32 {
  let length: u32 = 0;
  for (let e: usize = 0; e < <usize>entries; e++) {
    let tag: u32 = 0;
    for (let w: usize = 0; w < <usize>words; w++) {
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
      for (let w: usize = 0; w < <usize>words; w++) {
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

function isSame(words: u32, keysPtr: usize, e: usize, outKeysPtr: usize, id: usize): bool {
  for (let w: usize = 0; w < <usize>words; w++) {
    const key = load<u32>(<usize>load<u32>(keysPtr + (w << 2)) + (e << 2));
    if (key != load<u32>(<usize>load<u32>(outKeysPtr + (w << 2)) + (id << 2))) return false;
  }
  return true;
}

/** Adds histograms u32[entries][size] of entries to those of their classes: to u32[classes][size], zeroed before. */
export function nodeMerge(ids: usize, entries: u32, size: u32, from: usize, to: usize): void {
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

/**
 * Sums over classes: those of at least `minimum` rows are accepted, or, where `accepted` is not 0, those with a 1 in
 * u8[length].
 *
 * result  f64[4]  out  accepted classes, rows of the others, sum of squares of accepted ones, and of all
 */
export function nodeSum(counts: usize, length: u32, minimum: u32, accepted: usize, result: usize): void {
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
    for (; id + 4 <= <usize>length; id += 4) {
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
  for (; id < <usize>length; id++) {
    const size = <u64>load<u32>(counts + (id << 2));
    const isAccepted = accepted == 0 ? u64(size >= <u64>minimum) : <u64>load<u8>(accepted + id);
    const square = size * size;
    classes += isAccepted;
    allSquares += square;
    squares += square * isAccepted;
    suppressed += size * (1 - isAccepted);
  }
  store<f64>(result, <f64>classes);
  store<f64>(result, <f64>suppressed, 8);
  store<f64>(result, <f64>squares, 16);
  store<f64>(result, <f64>allSquares, 24);
}

/**
 * The weight of failing classes, attribute by attribute, in the order of classes.
 *
 * fields  u32[attributes][4]  in   address of the key word, shift, mask, address of f64[nodes] weights
 * failing u32[length]         scratch
 * result  f64[attributes]     out
 */
export function nodeCells(
  counts: usize,
  length: u32,
  minimum: u32,
  accepted: usize,
  attributes: u32,
  fields: usize,
  failing: usize,
  result: usize,
): void {
  let end = failing;
  for (let id: usize = 0; id < <usize>length; id++) {
    const isFailing = accepted == 0 ? u32(load<u32>(counts + (id << 2)) < minimum) : u32(load<u8>(accepted + id) == 0);
    store<u32>(end, <u32>id);
    end += (<usize>isFailing) << 2;
  }
  let a: usize = 0;
  // Four sums at once: each waits for its own last addition only.
  for (; a + 4 <= <usize>attributes; a += 4) {
    const field = fields + (a << 4);
    const keys0 = <usize>load<u32>(field);
    const shift0 = load<u32>(field, 4);
    const mask0 = load<u32>(field, 8);
    const weights0 = <usize>load<u32>(field, 12);
    const keys1 = <usize>load<u32>(field, 16);
    const shift1 = load<u32>(field, 20);
    const mask1 = load<u32>(field, 24);
    const weights1 = <usize>load<u32>(field, 28);
    const keys2 = <usize>load<u32>(field, 32);
    const shift2 = load<u32>(field, 36);
    const mask2 = load<u32>(field, 40);
    const weights2 = <usize>load<u32>(field, 44);
    const keys3 = <usize>load<u32>(field, 48);
    const shift3 = load<u32>(field, 52);
    const mask3 = load<u32>(field, 56);
    const weights3 = <usize>load<u32>(field, 60);
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
    const to = result + (a << 3);
    store<f64>(to, sum0);
    store<f64>(to, sum1, 8);
    store<f64>(to, sum2, 16);
    store<f64>(to, sum3, 24);
  }
  for (; a < <usize>attributes; a++) {
    const field = fields + (a << 4);
    const keys = <usize>load<u32>(field);
    const shift = load<u32>(field, 4);
    const mask = load<u32>(field, 8);
    const weights = <usize>load<u32>(field, 12);
    let sum: f64 = 0;
    for (let at = failing; at < end; at += 4) {
      const offset = (<usize>load<u32>(at)) << 2;
      const node = (load<u32>(keys + offset) >> shift) & mask;
      sum += <f64>load<u32>(counts + offset) * load<f64>(weights + ((<usize>node) << 3));
    }
    store<f64>(result + (a << 3), sum);
  }
}

/**
 * Rewrites one field and merges equal neighbours; keys ascend, and so do those of the classes.
 * Returns the number of classes. O(entries).
 */
export function nodeRuns(
  keys: usize,
  counts: usize,
  entries: u32,
  low: u32,
  high: u32,
  down: u32,
  shift: u32,
  mask: u32,
  table: usize,
  outKeys: usize,
  outCounts: usize,
): u32 {
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
 * Rewrites one field and merges equal keys within blocks of neighbours that agree in all but the `lowBits` lowest bits; keys
 * ascend, and so do those of the classes.
 *
 * sums    u32[2^lowBits]       scratch  all 0 before and after
 * marks   u32[2^lowBits / 32]  scratch  all 0 before and after; at least one word
 *
 * Returns the number of classes. O(entries + blocks * 2^lowBits / 32) at most.
 */
export function nodeBlocks(
  keys: usize,
  counts: usize,
  entries: u32,
  low: u32,
  high: u32,
  down: u32,
  shift: u32,
  mask: u32,
  table: usize,
  outKeys: usize,
  outCounts: usize,
  lowBits: u32,
  sums: usize,
  marks: usize,
): u32 {
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
  assert(lowBits <= 16);
  return <u32>(at >> 2);
}

/**
 * The same as nodeBlocks where at most 5 bits lie below the field. Blocks are mostly of one to three entries there, so nothing
 * branches: a first pass notes which low bits appear in every block, a second one adds each entry to the class whose place
 * is the number of lower ones.
 *
 * moved  u32[entries]  scratch
 * marks  u32[entries]  scratch
 */
export function nodeSmallBlocks(
  keys: usize,
  counts: usize,
  entries: u32,
  low: u32,
  high: u32,
  down: u32,
  shift: u32,
  mask: u32,
  table: usize,
  outKeys: usize,
  outCounts: usize,
  moved: usize,
  marks: usize,
): u32 {
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

/**
 * Sorts keys with their counts by the digit of `bits` bits at `shift`, keeping the order of equal digits.
 *
 * starts  u32[2^bits]  scratch
 */
export function nodeSortDigit(
  keys: usize,
  counts: usize,
  entries: u32,
  shift: u32,
  bits: u32,
  outKeys: usize,
  outCounts: usize,
  starts: usize,
): void {
  const mask = ((<usize>1) << (<usize>bits)) - 1;
  memory.fill(starts, 0, (mask + 1) << 2);
  const bytes = (<usize>entries) << 2;
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
