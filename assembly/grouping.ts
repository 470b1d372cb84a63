/**
 * Merging rows by equal keys: the kernel behind frequency sets, roll-up, projection and class splitting. Distinct keys
 * are numbered by first appearance, so both engines agree exactly.
 */
import { hashWord, hashWords } from './hash';
import { CHUNK_ROWS, makeKeysInto } from './keys';
import { Grouping } from './layouts.generated';

const MODE_DIRECT: u32 = 0;
const MODE_HASHED: u32 = 1;

/**
 * Merges rows from .. to - 1 in chunks of CHUNK_ROWS, each of which needs capacity for as many new keys. Returns the
 * row it stopped at: `to`, or less when the capacity must grow first. O(rows * columns).
 */
export function groupRows(state: Grouping, from: u32, to: u32): u32 {
  const mode = state.mode;
  const keysPtr = state.keys;
  const countsPtr = state.counts;
  const idsPtr = state.ids;
  const weightsPtr = state.weights;
  const numbersPtr = state.numbers;
  assert(mode == MODE_DIRECT || (state.slotMask & (state.slotMask + 1)) == 0);
  while (from < to) {
    const count = <usize>min<u32>(to - from, <u32>CHUNK_ROWS);
    if (state.capacity - state.length < <u32>count) return from;
    makeKeysInto(keysPtr, state.words, state.columns, state.columnCount, <usize>from, count);
    assert(state.length <= state.capacity);
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

function numberDirect(state: Grouping, from: u32, count: usize, keysPtr: usize, numbers: usize): void {
  const slotsPtr = state.slots;
  const firstPtr = state.first;
  const keyOfPtr = state.keyOf;
  let length = state.length;
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
  state.length = length;
}

/** Enters every key without a branch, since new and old keys mix unpredictably; an old entry overwrites itself. */
function numberHashed(state: Grouping, from: u32, count: usize, keysPtr: usize, numbers: usize): void {
  const slotsPtr = state.slots;
  const mask = state.slotMask;
  const firstPtr = state.first;
  const keyOfPtr = state.keyOf;
  let length = state.length;
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
  state.length = length;
}

function numberWide(state: Grouping, from: u32, count: usize, keysPtr: usize, numbers: usize): void {
  const words = state.words;
  const slotsPtr = state.slots;
  const mask = state.slotMask;
  const firstPtr = state.first;
  const keyOfPtr = state.keyOf;
  let length = state.length;
  for (let i: usize = 0; i < count; i++) {
    const keyPtr = keysPtr + (i << 2);
    const hash = hashWords(keyPtr, CHUNK_ROWS << 2, words);
    let index = hashWord(hash) & mask;
    let slot = slotsPtr + ((<usize>index) << 3);
    let number = load<u32>(slot, 4);
    while (number != 0) {
      if (load<u32>(slot) == hash && sameKey(keyOfPtr + ((<usize>(number - 1) * words) << 2), keyPtr, words)) break;
      index = (index + 1) & mask;
      slot = slotsPtr + ((<usize>index) << 3);
      number = load<u32>(slot, 4);
    }
    if (number == 0) {
      store<u32>(firstPtr + ((<usize>length) << 2), from + <u32>i);
      let target = keyOfPtr + ((<usize>length * words) << 2);
      for (let w: usize = 0; w < words; w++, target += 4) {
        store<u32>(target, load<u32>(keyPtr + ((w * CHUNK_ROWS) << 2)));
      }
      number = ++length;
      store<u32>(slot, hash);
      store<u32>(slot, number, 4);
    }
    store<u32>(numbers + (i << 2), number - 1);
  }
  state.length = length;
}

function sameKey(stored: usize, keyPtr: usize, words: usize): bool {
  for (let w: usize = 0; w < words; w++) {
    if (load<u32>(stored + (w << 2)) != load<u32>(keyPtr + ((w * CHUNK_ROWS) << 2))) return false;
  }
  return true;
}

/** Enters all known keys into empty slots, after the slots have grown. */
export function rehash(state: Grouping): void {
  const words = state.words;
  const slotsPtr = state.slots;
  const mask = state.slotMask;
  const keyOfPtr = state.keyOf;
  const length = state.length;
  for (let number: u32 = 0; number < length; number++) {
    const stored = keyOfPtr + ((<usize>number * words) << 2);
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
export function cleanDirect(state: Grouping): void {
  const slotsPtr = state.slots;
  const keyOfPtr = state.keyOf;
  const length = <usize>state.length;
  for (let number: usize = 0; number < length; number++) {
    store<u32>(slotsPtr + ((<usize>load<u32>(keyOfPtr + (number << 2))) << 2), 0);
  }
}
