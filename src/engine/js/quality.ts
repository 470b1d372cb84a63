import type { ClassSums } from '../engine.js';

/** Classes after which the exact part sums move into the big integer, so that each stays below 2^53. */
const FLUSH = 1 << 20;

/** The twin of assembly/quality.ts: sizes are split into 16-bit halves, so that every sum is exact. */
export function sumClasses(sizes: Uint32Array, k: number): ClassSums {
  let classes = 0;
  let released = 0;
  let below = 0;
  let minimum = sizes.length === 0 ? 0 : 0xffffffff;
  let maximum = 0;
  let sumOfSquares = 0n;
  for (let from = 0; from < sizes.length; from += FLUSH) {
    const to = Math.min(sizes.length, from + FLUSH);
    let highSquares = 0;
    let crossTerms = 0;
    let lowSquares = 0;
    for (let i = from; i < to; i++) {
      const size = sizes[i];
      if (size < minimum) minimum = size;
      if (size > maximum) maximum = size;
      if (size >= k) {
        const high = size >>> 16;
        const low = size & 0xffff;
        classes++;
        released += size;
        highSquares += high * high;
        crossTerms += high * low;
        lowSquares += low * low;
      } else {
        below += size;
      }
    }
    sumOfSquares += (BigInt(highSquares) << 32n) + (BigInt(crossTerms) << 17n) + BigInt(lowSquares);
  }
  return { classes, released, below, minimum, maximum, sumOfSquares };
}

/** Sum over rows of the histogram of (sum - largest); the sum stays below 2^53. */
export function sumMinorities(histogram: Uint32Array, size: number): number {
  let sum = 0;
  for (let row = 0; row < histogram.length; row += size) {
    let largest = 0;
    let whole = 0;
    for (let at = row; at < row + size; at++) {
      const count = histogram[at];
      whole += count;
      if (count > largest) largest = count;
    }
    sum += whole - largest;
  }
  return sum;
}
