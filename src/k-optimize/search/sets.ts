import { countBits, type Heap, type i32 } from './heap.js';

/** Sets of values: one bit each. */
export function hasValue(h: Heap, set: i32, value: i32): boolean {
  const { I } = h;
  return ((I[set + (value >>> 5)] >>> (value & 31)) & 1) != 0;
}

export function addValue(h: Heap, set: i32, value: i32): void {
  const { I } = h;
  I[set + (value >>> 5)] |= 1 << (value & 31);
}

export function removeValue(h: Heap, set: i32, value: i32): void {
  const { I } = h;
  I[set + (value >>> 5)] &= ~(1 << (value & 31));
}

/** Number of values of a set of `words` words. */
export function countValues(h: Heap, set: i32, words: i32): i32 {
  const { I } = h;
  let count: i32 = 0;
  for (let i: i32 = 0; i < words; i++) count += countBits(I[set + i]);
  return count;
}

export function setsDiffer(h: Heap, set: i32, other: i32, words: i32): boolean {
  const { I } = h;
  for (let i: i32 = 0; i < words; i++) if (I[set + i] != I[other + i]) return true;
  return false;
}
