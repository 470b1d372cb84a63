/**
 * Merging rows by equal keys: the kernel behind frequency sets, roll-up, projection and class splitting. Distinct keys
 * are numbered by first appearance, so both engines agree exactly.
 *
 * state  u32 words, written by src/engine/wasm/grouping.ts
 *    0 columnsPtr (keys.ts)   1 columnCount   2 words   3 keysPtr u32[words][CHUNK_ROWS] scratch
 *    4 mode: 0 direct, 1 hashed, 2 wide
 *    5 slotsPtr   direct: u32[keySpace], number + 1 by key, all 0 at the start;
 *                 else u32[slots][2]: key (wide: its hash) and number + 1, 0 in an empty slot; half of them filled at most
 *    6 slots - 1 (a power of two less one)
 *    7 firstPtr u32[capacity + 1]   first row of every key
 *    8 countsPtr u32[capacity]   sum of weights; 0: not wanted
 *    9 keyOfPtr u32[capacity + 1][words]
 *   10 idsPtr u32[rows]          out, number of every row's key; 0: not wanted
 *   11 weightsPtr u32[rows]      0: every row counts 1
 *   12 length    13 capacity     14 numbersPtr u32[CHUNK_ROWS] scratch
 */
import { hashWord, hashWords } from './hash';
import { CHUNK_ROWS, makeKeysInto } from './keys';

const MODE_DIRECT: u32 = 0;
const MODE_HASHED: u32 = 1;

function word(state: usize, index: usize): u32 {
  return load<u32>(state + (index << 2));
}

/**
 * Merges rows from .. to - 1 in chunks of CHUNK_ROWS, each of which needs capacity for as many new keys. Returns the
 * row it stopped at: `to`, or less when the capacity must grow first. O(rows * columns).
 */
export function groupRows(state: usize, from: u32, to: u32): u32 {
  const mode = word(state, 4);
  const keysPtr = <usize>word(state, 3);
  const countsPtr = <usize>word(state, 8);
  const idsPtr = <usize>word(state, 10);
  const weightsPtr = <usize>word(state, 11);
  const numbersPtr = <usize>word(state, 14);
  assert(mode == MODE_DIRECT || (word(state, 6) & (word(state, 6) + 1)) == 0);
  while (from < to) {
    const count = <usize>min<u32>(to - from, <u32>CHUNK_ROWS);
    if (word(state, 13) - word(state, 12) < <u32>count) return from;
    makeKeysInto(<usize>word(state, 0), word(state, 1), word(state, 2), <usize>from, count, keysPtr);
    assert(word(state, 12) <= word(state, 13));
    const numbers = idsPtr == 0 ? numbersPtr : idsPtr + ((<usize>from) << 2);
    if (mode == MODE_DIRECT) numberDirect(state, from, count, keysPtr, numbers);
    else if (mode == MODE_HASHED) numberHashed(state, from, count, keysPtr, numbers);
    else numberWide(state, from, count, keysPtr, numbers);
    if (countsPtr == 0) {
      from += <u32>count;
      continue;
    }
    if (weightsPtr == 0) {
      for (let i: usize = 0; i < count; i++) {
        const at = countsPtr + ((<usize>load<u32>(numbers + (i << 2))) << 2);
        store<u32>(at, load<u32>(at) + 1);
      }
    } else {
      const weights = weightsPtr + ((<usize>from) << 2);
      for (let i: usize = 0; i < count; i++) {
        const at = countsPtr + ((<usize>load<u32>(numbers + (i << 2))) << 2);
        store<u32>(at, load<u32>(at) + load<u32>(weights + (i << 2)));
      }
    }
    from += <u32>count;
  }
  return from;
}

function numberDirect(state: usize, from: u32, count: usize, keysPtr: usize, numbers: usize): void {
  const slotsPtr = <usize>word(state, 5);
  const firstPtr = <usize>word(state, 7);
  const keyOfPtr = <usize>word(state, 9);
  let length = word(state, 12);
  for (let i: usize = 0; i < count; i++) {
    const key = load<u32>(keysPtr + (i << 2));
    const slot = slotsPtr + ((<usize>key) << 2);
    let number = load<u32>(slot);
    if (number == 0) {
      store<u32>(firstPtr + ((<usize>length) << 2), from + <u32>i);
      store<u32>(keyOfPtr + ((<usize>length) << 2), key);
      number = ++length;
      store<u32>(slot, number);
    }
    store<u32>(numbers + (i << 2), number - 1);
  }
  store<u32>(state, length, 48);
}

/** Whether a key is new is as good as random: it is entered without a branch, overwriting an entry with itself if old. */
function numberHashed(state: usize, from: u32, count: usize, keysPtr: usize, numbers: usize): void {
  const slotsPtr = <usize>word(state, 5);
  const mask = word(state, 6);
  const firstPtr = <usize>word(state, 7);
  const keyOfPtr = <usize>word(state, 9);
  let length = word(state, 12);
  for (let i: usize = 0; i < count; i++) {
    const key = load<u32>(keysPtr + (i << 2));
    let index = hashWord(key) & mask;
    let slot = slotsPtr + ((<usize>index) << 3);
    let number = load<u32>(slot, 4);
    while (u32(number != 0) & u32(load<u32>(slot) != key)) {
      index = (index + 1) & mask;
      slot = slotsPtr + ((<usize>index) << 3);
      number = load<u32>(slot, 4);
    }
    store<u32>(firstPtr + ((<usize>length) << 2), from + <u32>i);
    store<u32>(keyOfPtr + ((<usize>length) << 2), key);
    const isNew = u32(number == 0);
    length += isNew;
    number = select<u32>(length, number, isNew);
    store<u64>(slot, (<u64>key) | ((<u64>number) << 32));
    store<u32>(numbers + (i << 2), number - 1);
  }
  store<u32>(state, length, 48);
}

function numberWide(state: usize, from: u32, count: usize, keysPtr: usize, numbers: usize): void {
  const words = word(state, 2);
  const slotsPtr = <usize>word(state, 5);
  const mask = word(state, 6);
  const firstPtr = <usize>word(state, 7);
  const keyOfPtr = <usize>word(state, 9);
  let length = word(state, 12);
  for (let i: usize = 0; i < count; i++) {
    const keyPtr = keysPtr + (i << 2);
    const hash = hashWords(keyPtr, CHUNK_ROWS << 2, words);
    let index = hashWord(hash) & mask;
    let slot = slotsPtr + ((<usize>index) << 3);
    let number = load<u32>(slot, 4);
    while (number != 0) {
      if (load<u32>(slot) == hash && sameKey(keyOfPtr + ((<usize>(number - 1) * <usize>words) << 2), keyPtr, words))
        break;
      index = (index + 1) & mask;
      slot = slotsPtr + ((<usize>index) << 3);
      number = load<u32>(slot, 4);
    }
    if (number == 0) {
      store<u32>(firstPtr + ((<usize>length) << 2), from + <u32>i);
      let target = keyOfPtr + ((<usize>length * <usize>words) << 2);
      for (let w: usize = 0; w < <usize>words; w++, target += 4) {
        store<u32>(target, load<u32>(keyPtr + ((w * CHUNK_ROWS) << 2)));
      }
      number = ++length;
      store<u32>(slot, hash);
      store<u32>(slot, number, 4);
    }
    store<u32>(numbers + (i << 2), number - 1);
  }
  store<u32>(state, length, 48);
}

function sameKey(stored: usize, keyPtr: usize, words: u32): bool {
  for (let w: usize = 0; w < <usize>words; w++) {
    if (load<u32>(stored + (w << 2)) != load<u32>(keyPtr + ((w * CHUNK_ROWS) << 2))) return false;
  }
  return true;
}

/** Enters all known keys into empty slots, after the slots have grown. */
export function rehash(state: usize): void {
  const words = word(state, 2);
  const slotsPtr = <usize>word(state, 5);
  const mask = word(state, 6);
  const keyOfPtr = <usize>word(state, 9);
  const length = word(state, 12);
  for (let number: u32 = 0; number < length; number++) {
    const stored = keyOfPtr + ((<usize>number * <usize>words) << 2);
    const tag = words == 1 ? load<u32>(stored) : hashWords(stored, 4, words);
    let index = hashWord(tag) & mask;
    let slot = slotsPtr + ((<usize>index) << 3);
    while (load<u32>(slot, 4) != 0) {
      index = (index + 1) & mask;
      slot = slotsPtr + ((<usize>index) << 3);
    }
    store<u32>(slot, tag);
    store<u32>(slot, number + 1, 4);
  }
}

/** Zeroes the slots of a direct table that were used, so that it is clean for the next call. */
export function cleanDirect(state: usize): void {
  const slotsPtr = <usize>word(state, 5);
  const keyOfPtr = <usize>word(state, 9);
  const length = <usize>word(state, 12);
  for (let number: usize = 0; number < length; number++) {
    store<u32>(slotsPtr + ((<usize>load<u32>(keyOfPtr + (number << 2))) << 2), 0);
  }
}
