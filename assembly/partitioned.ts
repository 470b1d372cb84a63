/**
 * Merging rows with many distinct keys: rows are first dealt out to partitions by the hash of their key, so that the
 * table of one partition fits the cache. Numbers are provisional per partition; then they are put into the order of
 * first appearance, as grouping.ts gives them.
 */
import { hashWord } from './hash';
import { CHUNK_ROWS, makeKeysInto } from './keys';
import { PartitionedGrouping } from './layouts.generated';

/** Makes the keys of rows from .. to - 1 and counts them into the cursors of their partitions. */
export function countPartitions(state: PartitionedGrouping, from: u32, to: u32): void {
  const shift = state.shift;
  const cursorsPtr = state.cursors;
  while (from < to) {
    const count = <usize>min<u32>(to - from, <u32>CHUNK_ROWS);
    const keys = state.keys + ((<usize>from) << 2);
    makeKeysInto(keys, 1, state.columns, state.columnCount, <usize>from, count);
    for (let i: usize = 0; i < count; i++) {
      const cursor = cursorsPtr + ((<usize>(hashWord(load<u32>(keys + (i << 2))) >> shift)) << 2);
      store<u32>(cursor, load<u32>(cursor) + 1);
    }
    from += <u32>count;
  }
}

/** Writes key and row of rows from .. to - 1 where the cursors point. */
export function scatterRows(state: PartitionedGrouping, from: u32, to: u32): void {
  const keysPtr = state.keys;
  const pairsPtr = state.pairs;
  const shift = state.shift;
  const cursorsPtr = state.cursors;
  for (let row = from; row < to; row++) {
    const key = load<u32>(keysPtr + ((<usize>row) << 2));
    const cursor = cursorsPtr + ((<usize>(hashWord(key) >> shift)) << 2);
    const at = load<u32>(cursor);
    store<u32>(cursor, at + 1);
    store<u64>(pairsPtr + ((<usize>at) << 3), (<u64>key) | ((<u64>row) << 32));
  }
}

/** Numbers the keys of one partition, pairs from .. to - 1; its slots are all 0 and more than the pairs. */
export function numberPartition(state: PartitionedGrouping, from: u32, to: u32): void {
  const slotsPtr = state.slots;
  const mask = state.slotMask;
  const firstPtr = state.first;
  const countsPtr = state.counts;
  const weightsPtr = state.weights;
  let length = state.length;
  let pair = state.pairs + ((<usize>from) << 3);
  const end = state.pairs + ((<usize>to) << 3);
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
  state.length = length;
}

/** Puts provisional numbers into the order of first rows, by a bitmap of first rows and its ranks. */
export function renumber(state: PartitionedGrouping): void {
  const bits = state.bits;
  const ranks = state.ranks;
  const length = <usize>state.length;
  for (let i: usize = 0; i < length; i++) {
    const row = load<u32>(state.first + (i << 2));
    const at = bits + ((<usize>(row >> 5)) << 2);
    store<u32>(at, load<u32>(at) | ((<u32>1) << (row & 31)));
  }
  let rank: u32 = 0;
  for (let i: usize = 0; i < state.bitWords; i++) {
    store<u32>(ranks + (i << 2), rank);
    rank += popcnt<u32>(load<u32>(bits + (i << 2)));
  }
  for (let i: usize = 0; i < length; i++) {
    const row = load<u32>(state.first + (i << 2));
    const at = (<usize>(row >> 5)) << 2;
    const before = load<u32>(bits + at) & (((<u32>1) << (row & 31)) - 1);
    const number = load<u32>(ranks + at) + popcnt<u32>(before);
    assert(<usize>number < length);
    store<u32>(state.firstByNumber + ((<usize>number) << 2), row);
    store<u32>(state.countByNumber + ((<usize>number) << 2), load<u32>(state.counts + (i << 2)));
    store<u32>(state.numbers + (i << 2), number);
  }
}

/** ids[row] = numbers[provisional number], for pairs from .. to - 1. */
export function spreadIds(state: PartitionedGrouping, from: u32, to: u32, ids: usize): void {
  const numbers = state.numbers;
  let pair = state.pairs + ((<usize>from) << 3);
  const end = state.pairs + ((<usize>to) << 3);
  for (; pair < end; pair += 8) {
    const number = load<u32>(numbers + ((<usize>load<u32>(pair)) << 2));
    store<u32>(ids + ((<usize>load<u32>(pair, 4)) << 2), number);
  }
}
