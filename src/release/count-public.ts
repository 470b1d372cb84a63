import type { Steps } from '../base/steps.js';
import type { SeenClasses } from './see-classes.js';

/** Words of classes looked at between two yields. */
const YIELD_WORDS = 1 << 20;

/** Public rows by released region. */
export interface RegionCounts {
  /** [classes] public rows whose vector lies in the region of the class. */
  readonly population: Float64Array;
  /** Public rows that lie in no region, and in more than one. */
  readonly outside: number;
  readonly overlapping: number;
}

/**
 * Counts public vectors under the released classes. One bit a class and leaf: a vector lies in the classes that all of its
 * leaves have in common. O(vectors * attributes * classes / 32). Yields between stretches of the work.
 *
 * @param vectors - leaf codes of the quasi-identifiers, and rows, of the distinct public vectors
 */
export function* countPublic(
  seen: SeenClasses,
  vectors: { readonly codes: readonly ArrayLike<number>[]; readonly counts: Uint32Array },
): Steps<RegionCounts> {
  const words = (seen.count + 31) >>> 5;
  let looked = 0;
  const covers: Uint32Array[] = [];
  for (const { size, values, valueOf } of seen.searched) {
    const bits = new Uint32Array(size * words);
    for (let c = 0; c < seen.count; c++) {
      const { lo, hi } = values[valueOf[c]];
      for (let leaf = lo; leaf <= hi; leaf++) bits[leaf * words + (c >>> 5)] |= 1 << (c & 31);
      looked += hi - lo + 1;
      if (looked >= YIELD_WORDS) {
        looked = 0;
        yield;
      }
    }
    covers.push(bits);
  }
  const population = new Float64Array(seen.count);
  let outside = 0;
  let overlapping = 0;
  for (let v = 0; v < vectors.counts.length; v++) {
    looked += words * covers.length;
    if (looked >= YIELD_WORDS) {
      looked = 0;
      yield;
    }
    let found = 0;
    for (let word = 0; word < words; word++) {
      let common = -1;
      for (let a = 0; a < covers.length; a++) common &= covers[a][vectors.codes[a][v] * words + word];
      for (; common !== 0; common &= common - 1) {
        population[(word << 5) + 31 - Math.clz32(common & -common)] += vectors.counts[v];
        found++;
      }
    }
    if (found === 0) outside += vectors.counts[v];
    else if (found > 1) overlapping += vectors.counts[v];
  }
  return { population, outside, overlapping };
}
