import { countBits } from './heap';

/** Sets of values: one bit each. */
export function hasValue(h: usize, set: i32, value: i32): boolean {
  return ((load<i32>(h + ((<usize>(set + (value >>> 5))) << 2)) >>> (value & 31)) & 1) != 0;
}

export function addValue(h: usize, set: i32, value: i32): void {
  store<i32>(
    h + ((<usize>(set + (value >>> 5))) << 2),
    load<i32>(h + ((<usize>(set + (value >>> 5))) << 2)) | (1 << (value & 31)),
  );
}

export function removeValue(h: usize, set: i32, value: i32): void {
  store<i32>(
    h + ((<usize>(set + (value >>> 5))) << 2),
    load<i32>(h + ((<usize>(set + (value >>> 5))) << 2)) & ~(1 << (value & 31)),
  );
}

/** Number of values of a set of `words` words. */
export function countValues(h: usize, set: i32, words: i32): i32 {
  let count: i32 = 0;
  for (let i: i32 = 0; i < words; i++) count += countBits(load<i32>(h + ((<usize>(set + i)) << 2)));
  return count;
}

export function setsDiffer(h: usize, set: i32, other: i32, words: i32): boolean {
  for (let i: i32 = 0; i < words; i++)
    if (load<i32>(h + ((<usize>(set + i)) << 2)) != load<i32>(h + ((<usize>(other + i)) << 2))) return true;
  return false;
}
