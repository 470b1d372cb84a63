import type { Steps } from '../../base/steps.js';

/**
 * The order of points by their keys, in steps.
 *
 * @param keys - [words][count] the first word counts most
 * @returns the points' numbers by ascending key, equal keys by ascending number
 */
export function* sortByWords(keys: readonly Uint32Array[], count: number): Steps<Uint32Array<ArrayBuffer>> {
  let order = Uint32Array.from({ length: count }, (_, i) => i);
  let next = new Uint32Array(count);
  const starts = new Uint32Array(65537);
  for (let word = keys.length - 1; word >= 0; word--) {
    const key = keys[word];
    for (const shift of [0, 16]) {
      yield;
      if (sortByDigit(key, shift, starts, order, next)) [order, next] = [next, order];
    }
  }
  return order;
}

/** Sorts `order` into `next` by one digit of the keys; false where all have the same. A loop in a generator is slower. */
function sortByDigit(
  key: Uint32Array,
  shift: number,
  starts: Uint32Array,
  order: Uint32Array,
  next: Uint32Array,
): boolean {
  const count = order.length;
  starts.fill(0);
  for (let i = 0; i < count; i++) starts[((key[i] >>> shift) & 0xffff) + 1]++;
  if (count === 0 || starts[((key[0] >>> shift) & 0xffff) + 1] === count) return false;
  for (let digit = 0; digit < 65536; digit++) starts[digit + 1] += starts[digit];
  for (let i = 0; i < count; i++) next[starts[(key[order[i]] >>> shift) & 0xffff]++] = order[i];
  return true;
}
