import type { Engine } from '../../engine/engine.js';

/**
 * Points in the order of a Hilbert curve.
 *
 * @param points - [dimensions][points] coordinates in [0, 2^bits)
 * @param bits - 1 to 16
 * @returns the points' numbers by ascending key, equal keys by ascending number
 */
export function hilbertOrder(engine: Engine, points: readonly Uint32Array[], bits: number): Uint32Array<ArrayBuffer> {
  if (points.length === 0) return new Uint32Array(0);
  return sortByWords(engine.hilbertKeys(points, bits), points[0].length);
}

/** Stable radix sort by words, the first word counting most: the order of the points' numbers. */
export function sortByWords(keys: readonly Uint32Array[], count: number): Uint32Array<ArrayBuffer> {
  let order = Uint32Array.from({ length: count }, (_, i) => i);
  let next = new Uint32Array(count);
  const starts = new Uint32Array(65537);
  for (let word = keys.length - 1; word >= 0; word--) {
    const key = keys[word];
    for (const shift of [0, 16]) {
      starts.fill(0);
      for (let i = 0; i < count; i++) starts[((key[i] >>> shift) & 0xffff) + 1]++;
      for (let digit = 0; digit < 65536; digit++) starts[digit + 1] += starts[digit];
      for (let i = 0; i < count; i++) next[starts[(key[order[i]] >>> shift) & 0xffff]++] = order[i];
      [order, next] = [next, order];
    }
  }
  return order;
}
