import { describe, expect, it } from 'vitest';
import { createModels } from '../../src/privacy/create-models.js';
import { drawing } from '../random.js';

describe.each(['k-map', 'weak-k-anonymity'] as const)('%s of counted classes', (model) => {
  const judgeOf = (k: number) => createModels([{ model, k, public: 'people' }])[0];

  it('is the fewest public people of a class', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const below = drawing(seed);
      const population = Array.from({ length: 1 + below(4) }, () => 1 + below(9));
      const sizes = Uint32Array.from(population, (people) => 1 + below(people));
      const k = 1 + below(6);
      const found = judgeOf(k).achieved(sizes, null, null, { population, outside: below(3), suppressed: 0 });
      const fewest = Math.min(...population);
      expect(found).toMatchObject({ required: { k }, achieved: { k: fewest }, holds: fewest >= k });
    }
  });

  it('holds of no class at all, and says nothing of it', () => {
    const counts = { population: [], outside: 5, suppressed: 2 };
    expect(judgeOf(3).achieved(new Uint32Array(0), null, null, counts)).toMatchObject({ achieved: {}, holds: true });
  });

  it('asks the kernels for as many public people, by the regions of classes', () => {
    expect(judgeOf(7).public).toBe('regions');
    expect(judgeOf(7).condition(2, new Uint32Array(0))).toEqual({ kind: 'population', column: 2, minimum: 7 });
    expect(() => judgeOf(7).achieved(Uint32Array.of(3), null, null)).toThrow('public rows per class');
  });
});

describe('the risk of a class', () => {
  const ask = (model: 'maximum-risk' | 'average-risk', risk: number, sizes: readonly number[]) =>
    createModels([{ model, risk }])[0].achieved(Uint32Array.from(sizes), null, null);

  it('is one by the rows of the smallest class, or classes by rows', () => {
    expect(ask('maximum-risk', 0.25, [9, 4, 6])).toMatchObject({ achieved: { risk: 1 / 4 }, holds: true });
    expect(ask('maximum-risk', 0.249, [9, 4, 6])).toMatchObject({ achieved: { risk: 1 / 4 }, holds: false });
    expect(ask('average-risk', 0.3, [2, 8])).toMatchObject({ achieved: { risk: 0.2 }, holds: true });
    expect(ask('average-risk', 0.19, [2, 8])).toMatchObject({ achieved: { risk: 0.2 }, holds: false });
  });
});
