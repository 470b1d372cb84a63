import { describe, expect, it } from 'vitest';
import { ClassJudge } from '../../../src/algorithms/local/judge.js';
import type { Job } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';
import { bothEngines } from '../../engine/engines.js';
import { withProblem } from '../lattice/small-problems.js';

const engines = await bothEngines();

/** Six rows of one quasi-identifier with six values, and a sensitive value each: 0 1 2 0 1 2. */
const TABLE = {
  rows: [[0], [1], [2], [3], [4], [5]],
  hierarchies: [Array.from({ length: 6 }, (_, leaf) => [`v${leaf}`, '*'])],
  sensitive: [0, 1, 2, 0, 1, 2],
};
const kAnonymity = (k: number): Job['privacy'][number] => ({ model: 'k-anonymity', k });
const distinct = (l: number): Job['privacy'][number] => ({
  model: 'l-diversity',
  variant: 'distinct',
  l,
  attribute: 's',
});
const entropy = (l: number): Job['privacy'][number] => ({
  model: 'l-diversity',
  variant: 'entropy',
  l,
  attribute: 's',
});

describe.each(Object.entries(engines))('the judge of groups, engine %s', (_, engine) => {
  it.each([
    [[kAnonymity(2)], 2, true, true],
    [[kAnonymity(2), distinct(3)], 3, false, true],
    [[kAnonymity(5), distinct(3)], 5, false, true],
    [[kAnonymity(2), entropy(2.5)], 2, false, false],
  ] as const)('knows the fewest rows of a class, and what decides: %j', async (privacy, minimum, bySize, isUpward) => {
    await withProblem(TABLE, privacy, undefined, engine, (_run, problem) => {
      expect(new ClassJudge(problem, engine)).toMatchObject({ minimum, bySize, isUpward });
      return Promise.resolve();
    });
  });

  it.each([
    [[kAnonymity(2)], 2, 1],
    [[kAnonymity(2), distinct(2)], 2, 2],
    [[kAnonymity(4), distinct(3)], 4, 3],
  ] as const)('says of rows, one after the other, from where on they satisfy %j', async (privacy, k, l) => {
    await withProblem(TABLE, privacy, undefined, engine, (_run, problem) => {
      const judge = new ClassJudge(problem, engine);
      const random = seededRandom(7);
      for (let i = 0; i < 20; i++) {
        const vectors = Uint32Array.from({ length: 8 }, () => random.below(6));
        const values = l > 1 ? problem.set.codes(1) : [];
        const expected = Array.from(vectors, (_, last) => {
          const own = vectors.subarray(0, last + 1);
          return own.length >= k && new Set(Array.from(own, (v) => values[v])).size >= l;
        });
        expect(Array.from(judge.prefixes(vectors), (each) => each === 1)).toEqual(expected);
        judge.reset();
        vectors.forEach((v, last) => {
          judge.add(v, 1);
          expect(judge.holds()).toBe(expected[last]);
        });
      }
      return Promise.resolve();
    });
  });
}); // prettier-ignore
