/**
 * Merging rows with many distinct keys: rows are first dealt out to partitions by the hash of their key, so that the
 * table of one partition fits the cache. Numbers are provisional per partition; then they are put into the order of
 * first appearance, as grouping.ts gives them.
 *
 * state  u32 words, written by src/engine/wasm/partitioned.ts
 *    0 columnsPtr (keys.ts)       1 columnCount
 *    2 keysPtr u32[rows]          keys of all rows
 *    3 pairsPtr u32[rows][2]      key (later: provisional number) and row, by partition, rows ascending within each
 *    4 shift                      partition = hash >> shift
 *    5 cursorsPtr u32[partitions] counts, then where the next pair of each partition goes
 *    6 slotsPtr u32[slots][2]     key and provisional number + 1, for one partition
 *    7 slots - 1                  a power of two less one, for one partition
 *    8 firstPtr u32[capacity + 1] first row by provisional number
 *    9 countsPtr u32[capacity]    sum of weights by provisional number, 0 beyond length
 *   10 weightsPtr u32[rows]       0: every row counts 1
 *   11 length                     provisional numbers given out
 */
import { hashWord } from './hash';
import { CHUNK_ROWS, makeKeysInto } from './keys';

function word(state: usize, index: usize): u32 {
  return load<u32>(state + (index << 2));
}

/** Makes the keys of rows from .. to - 1 and counts them into the cursors of their partitions. */
export function countPartitions(state: usize, from: u32, to: u32): void {
  const shift = word(state, 4);
  const cursorsPtr = <usize>word(state, 5);
  while (from < to) {
    const count = <usize>min<u32>(to - from, <u32>CHUNK_ROWS);
    const keys = <usize>word(state, 2) + ((<usize>from) << 2);
    makeKeysInto(<usize>word(state, 0), word(state, 1), 1, <usize>from, count, keys);
    for (let i: usize = 0; i < count; i++) {
      const cursor = cursorsPtr + ((<usize>(hashWord(load<u32>(keys + (i << 2))) >> shift)) << 2);
      store<u32>(cursor, load<u32>(cursor) + 1);
    }
    from += <u32>count;
  }
}

/** Writes key and row of rows from .. to - 1 where the cursors point. */
export function scatterRows(state: usize, from: u32, to: u32): void {
  const keysPtr = <usize>word(state, 2);
  const pairsPtr = <usize>word(state, 3);
  const shift = word(state, 4);
  const cursorsPtr = <usize>word(state, 5);
  for (let row = from; row < to; row++) {
    const key = load<u32>(keysPtr + ((<usize>row) << 2));
    const cursor = cursorsPtr + ((<usize>(hashWord(key) >> shift)) << 2);
    const at = load<u32>(cursor);
    store<u32>(cursor, at + 1);
    store<u64>(pairsPtr + ((<usize>at) << 3), (<u64>key) | ((<u64>row) << 32));
  }
}

/** Numbers the keys of one partition, pairs from .. to - 1; its slots are all 0 and more than the pairs. */
export function numberPartition(state: usize, from: u32, to: u32): void {
  const slotsPtr = <usize>word(state, 6);
  const mask = word(state, 7);
  const firstPtr = <usize>word(state, 8);
  const countsPtr = <usize>word(state, 9);
  const weightsPtr = <usize>word(state, 10);
  let length = word(state, 11);
  let pair = <usize>word(state, 3) + ((<usize>from) << 3);
  const end = <usize>word(state, 3) + ((<usize>to) << 3);
  for (; pair < end; pair += 8) {
    const key = load<u32>(pair);
    const row = load<u32>(pair, 4);
    let index = hashWord(key) & mask;
    let slot = slotsPtr + ((<usize>index) << 3);
    let number = load<u32>(slot, 4);
    while (u32(number != 0) & u32(load<u32>(slot) != key)) {
      index = (index + 1) & mask;
      slot = slotsPtr + ((<usize>index) << 3);
      number = load<u32>(slot, 4);
    }
    // New or not is as good as random: no branch on it. Counts beyond `length` are 0.
    store<u32>(firstPtr + ((<usize>length) << 2), row);
    const isNew = u32(number == 0);
    length += isNew;
    number = select<u32>(length, number, isNew);
    store<u64>(slot, (<u64>key) | ((<u64>number) << 32));
    const weight: u32 = weightsPtr == 0 ? 1 : load<u32>(weightsPtr + ((<usize>row) << 2));
    const counter = countsPtr + ((<usize>(number - 1)) << 2);
    store<u32>(counter, load<u32>(counter) + weight);
    store<u32>(pair, number - 1);
  }
  store<u32>(state, length, 44);
}

/**
 * Puts provisional numbers into the order of first rows, by a bitmap of first rows and its ranks.
 *
 * bitsPtr     u32[words]   in/out  zeroed by the caller
 * ranksPtr    u32[words]   out     first rows before each word
 * words       rows / 32, rounded up
 * firstPtr    u32[length]  out     first row by number
 * countsPtr   u32[length]  out     sum of weights by number
 * numbersPtr  u32[length]  out     number by provisional number
 */
export function renumberInto(
  state: usize,
  bitsPtr: usize,
  ranksPtr: usize,
  words: u32,
  firstPtr: usize,
  countsPtr: usize,
  numbersPtr: usize,
): void {
  const oldFirstPtr = <usize>word(state, 8);
  const oldCountsPtr = <usize>word(state, 9);
  const length = <usize>word(state, 11);
  for (let i: usize = 0; i < length; i++) {
    const row = load<u32>(oldFirstPtr + (i << 2));
    const at = bitsPtr + ((<usize>(row >> 5)) << 2);
    store<u32>(at, load<u32>(at) | ((<u32>1) << (row & 31)));
  }
  let rank: u32 = 0;
  for (let i: usize = 0; i < <usize>words; i++) {
    store<u32>(ranksPtr + (i << 2), rank);
    rank += popcnt<u32>(load<u32>(bitsPtr + (i << 2)));
  }
  for (let i: usize = 0; i < length; i++) {
    const row = load<u32>(oldFirstPtr + (i << 2));
    const at = (<usize>(row >> 5)) << 2;
    const before = load<u32>(bitsPtr + at) & (((<u32>1) << (row & 31)) - 1);
    const number = load<u32>(ranksPtr + at) + popcnt<u32>(before);
    assert(<usize>number < length);
    store<u32>(firstPtr + ((<usize>number) << 2), row);
    store<u32>(countsPtr + ((<usize>number) << 2), load<u32>(oldCountsPtr + (i << 2)));
    store<u32>(numbersPtr + (i << 2), number);
  }
}

/** ids[row] = numbers[provisional number], for pairs from .. to - 1. */
export function spreadIds(state: usize, from: u32, to: u32, numbersPtr: usize, idsPtr: usize): void {
  let pair = <usize>word(state, 3) + ((<usize>from) << 3);
  const end = <usize>word(state, 3) + ((<usize>to) << 3);
  for (; pair < end; pair += 8) {
    const number = load<u32>(numbersPtr + ((<usize>load<u32>(pair)) << 2));
    store<u32>(idsPtr + ((<usize>load<u32>(pair, 4)) << 2), number);
  }
}
