import { partitionBits, slotsFor } from '../key-plan.js';
import { hashWord } from './hash.js';
import { CHUNK_ROWS, type KeyMaker } from './keys.js';

/** Numbers by first appearance of many distinct keys. */
export interface PartitionedGrouping {
  readonly length: number;
  readonly first: Uint32Array;
  readonly counts: Uint32Array;
}

/**
 * Merges rows with many distinct keys of one word, partition by partition; the twin of assembly/partitioned.ts, where
 * the steps are described.
 */
export function groupPartitioned(
  rows: number,
  maker: KeyMaker,
  weights: Uint32Array | null,
  ids: Uint32Array | null,
): PartitionedGrouping {
  const bits = partitionBits(rows);
  const shift = 32 - bits;
  const keys = new Int32Array(rows);
  const starts = new Int32Array((1 << bits) + 1);
  for (let from = 0; from < rows; from += CHUNK_ROWS) {
    const count = Math.min(CHUNK_ROWS, rows - from);
    maker.make(from, count);
    keys.set(maker.keys.subarray(0, count), from);
    countPartitions(maker.keys, count, shift, starts);
  }
  for (let p = 0; p < 1 << bits; p++) starts[p + 1] += starts[p];

  const pairs = new Int32Array(2 * rows);
  scatterRows(keys, shift, starts.slice(), pairs);

  let largest = 0;
  for (let p = 0; p < 1 << bits; p++) largest = Math.max(largest, starts[p + 1] - starts[p]);
  const slots = new Int32Array(2 * slotsFor(largest));
  // As many provisional numbers as rows at most: the memory is only touched as far as it is used.
  const first = new Uint32Array(rows);
  const counts = new Uint32Array(rows);
  let length = 0;
  for (let p = 0; p < 1 << bits; p++) {
    const slotCount = slotsFor(starts[p + 1] - starts[p]);
    slots.fill(0, 0, 2 * slotCount);
    length = numberPartition(pairs, starts[p], starts[p + 1], slots, slotCount - 1, first, counts, weights, length);
  }

  const numbers = rankFirstRows(first, length, rows);
  const result = { length, first: new Uint32Array(length), counts: new Uint32Array(length) };
  for (let i = 0; i < length; i++) {
    result.first[numbers[i]] = first[i];
    result.counts[numbers[i]] = counts[i];
  }
  if (ids !== null) for (let at = 0; at < 2 * rows; at += 2) ids[pairs[at + 1]] = numbers[pairs[at]];
  return result;
}

/** Counts rows per partition into starts[partition + 1]. */
function countPartitions(keys: Int32Array, count: number, shift: number, starts: Int32Array): void {
  for (let i = 0; i < count; i++) starts[(hashWord(keys[i]) >>> shift) + 1]++;
}

function scatterRows(keys: Int32Array, shift: number, cursors: Int32Array, pairs: Int32Array): void {
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row];
    const at = cursors[hashWord(key) >>> shift]++ << 1;
    pairs[at] = key;
    pairs[at + 1] = row;
  }
}

function numberPartition(
  pairs: Int32Array,
  from: number,
  to: number,
  slots: Int32Array,
  mask: number,
  first: Uint32Array,
  counts: Uint32Array,
  weights: Uint32Array | null,
  length: number,
): number {
  const wrap = 2 * mask + 1;
  for (let at = 2 * from; at < 2 * to; at += 2) {
    const key = pairs[at];
    const row = pairs[at + 1];
    let slot = (hashWord(key) & mask) << 1;
    let number = slots[slot + 1];
    while (number !== 0 && slots[slot] !== key) {
      slot = (slot + 2) & wrap;
      number = slots[slot + 1];
    }
    if (number === 0) {
      first[length] = row;
      number = ++length;
      slots[slot] = key;
      slots[slot + 1] = number;
    }
    counts[number - 1] += weights === null ? 1 : weights[row];
    pairs[at] = number - 1;
  }
  return length;
}

/** The rank of every first row among all first rows, by a bitmap. */
function rankFirstRows(first: Uint32Array, length: number, rows: number): Int32Array {
  const bits = new Int32Array(Math.ceil(rows / 32));
  const ranks = new Int32Array(bits.length);
  for (let i = 0; i < length; i++) bits[first[i] >>> 5] |= 1 << (first[i] & 31);
  for (let word = 1; word < bits.length; word++) ranks[word] = ranks[word - 1] + countBits(bits[word - 1]);
  const numbers = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    const word = first[i] >>> 5;
    numbers[i] = ranks[word] + countBits(bits[word] & ((1 << (first[i] & 31)) - 1));
  }
  return numbers;
}

function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
