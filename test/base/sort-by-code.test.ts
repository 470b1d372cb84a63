/** Vectors by their codes, against a stable sort, with few codes and with many. */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { placesByCode, sortByCode } from '../../src/base/sort-by-code.js';

describe('vectors by their codes', () => {
  it('keep the order of those that are equal, with few codes and with many', () => {
    const random = seededRandom(5);
    for (const [count, under] of [
      [0, 1],
      [40, 3],
      [40, 100_000],
      [300, 1_200],
    ]) {
      const codes = Uint32Array.from({ length: 500 }, () => random.below(under));
      const vectors = Uint32Array.from({ length: count }, () => random.below(500));
      const places = [...vectors.keys()].sort((a, b) => codes[vectors[a]] - codes[vectors[b]]);
      expect([...placesByCode(vectors, codes)]).toEqual(places);
      expect([...sortByCode(vectors, codes)]).toEqual(places.map((place) => vectors[place]));
    }
  });
});
