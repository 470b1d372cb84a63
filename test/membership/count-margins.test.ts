import { describe, expect, it } from 'vitest';
import type { MarginProblem } from '../../src/membership/count-margins.js';
import { countMargins } from '../../src/membership/count-margins.js';
import type { RandomSource } from '../../src/base/random.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf } from '../shared.js';

/** Toth 2015, Algorithm 5, to the letter: every subset of the people, those with the bucket's frequencies counted. */
function listSubsets({ values, available, wanted }: MarginProblem): { possible: number; chosen: number[] } {
  const people = Array.from(available).flatMap((count, v) => Array.from({ length: count }, () => v));
  const size = wanted[0].reduce((sum, count) => sum + count, 0);
  let possible = 0;
  const chosen = people.map(() => 0);
  for (let subset = 0; subset < 2 ** people.length; subset++) {
    const members: [number, number][] = [];
    for (let i = 0; i < people.length; i++) if ((subset >> i) & 1) members.push([people[i], i]);
    if (members.length !== size) continue;
    const fits = values.every((column, c) => {
      const counts = new Uint32Array(wanted[c].length);
      for (const [v] of members) counts[column[v]]++;
      return counts.every((count, value) => count === wanted[c][value]);
    });
    if (!fits) continue;
    possible++;
    for (const [, i] of members) chosen[i]++;
  }
  const first = Array.from(available, (_, v) => people.indexOf(v));
  return { possible, chosen: first.map((i) => chosen[i]) };
}

function draw(random: RandomSource): MarginProblem {
  const columns = 1 + random.below(4);
  const size = 2 + random.below(2);
  const byKey = new Map<string, { vector: number[]; count: number; chosen: number }>();
  const people = 2 + random.below(7);
  for (let i = 0; i < people; i++) {
    const vector = Array.from({ length: columns }, () => random.below(size));
    const known = byKey.get(vector.join()) ?? { vector, count: 0, chosen: 0 };
    known.count++;
    if (random.below(2) === 0) known.chosen++;
    byKey.set(vector.join(), known);
  }
  const vectors = [...byKey.values()];
  const wanted = Array.from({ length: columns }, (_, c) => {
    const counts = new Uint32Array(size);
    for (const { vector, chosen } of vectors) counts[vector[c]] += chosen;
    return counts;
  });
  // Now and then a bucket that nobody can fill.
  if (random.below(8) === 0) wanted[0][random.below(size)]++;
  return {
    values: Array.from({ length: columns }, (_, c) => Uint32Array.from(vectors, ({ vector }) => vector[c])),
    available: Uint32Array.from(vectors, ({ count }) => count),
    wanted,
  };
}

describe('counting the ways to fill a bucket', () => {
  it('equals the listing of all subsets on random buckets, as fractions', () => {
    const random = seededRandom(11);
    let impossible = 0;
    let wrong = 0;
    for (let trial = 0; trial < casesOf(30_000, 150); trial++) {
      const problem = draw(random);
      const listed = listSubsets(problem);
      const counted = countMargins(problem, 1e6);
      expect(counted.isPossible).toBe(listed.possible > 0);
      if (listed.possible === 0) impossible++;
      else {
        counted.vectors.forEach(({ exact, low, high }, v) => {
          const isRight =
            exact !== null &&
            exact.numerator * BigInt(listed.possible) === exact.denominator * BigInt(listed.chosen[v]) &&
            Math.abs(low - listed.chosen[v] / listed.possible) < 1e-12 &&
            low === high;
          if (!isRight) wrong++;
        });
      }
    }
    expect(wrong).toBe(0);
    expect(impossible).toBeGreaterThan(10);
  });

  it('gives bounds that contain the truth when the budget is too small', () => {
    const random = seededRandom(12);
    let open = 0;
    for (let trial = 0; trial < 500; trial++) {
      const problem = draw(random);
      const listed = listSubsets(problem);
      if (listed.possible === 0) continue;
      countMargins(problem, 0).vectors.forEach(({ exact, low, high }, v) => {
        const truth = listed.chosen[v] / listed.possible;
        expect(low).toBeLessThanOrEqual(truth + 1e-12);
        expect(high).toBeGreaterThanOrEqual(truth - 1e-12);
        if (exact === null) open++;
      });
    }
    expect(open).toBeGreaterThan(10);
  });

  it('settles who is certain or excluded without counting, and is never wrong about it', () => {
    const random = seededRandom(13);
    let settled = 0;
    let undecided = 0;
    let wrong = 0;
    for (let trial = 0; trial < casesOf(20_000, 400); trial++) {
      const problem = draw(random);
      const listed = listSubsets(problem);
      if (listed.possible === 0) continue;
      countMargins(problem, 0, { isSettling: true }).vectors.forEach(({ exact, low, high, leavesOut, chooses }, v) => {
        const truth = listed.chosen[v] / listed.possible;
        if (leavesOut && truth === 1) wrong++;
        if (chooses && truth === 0) wrong++;
        if (low > truth + 1e-12 || high < truth - 1e-12) wrong++;
        if (exact === null && leavesOut && chooses) settled++;
        if (exact === null && !(leavesOut && chooses)) undecided++;
      });
    }
    expect(wrong).toBe(0);
    expect(settled).toBeGreaterThan(20);
    // Undecided vectors would need more than narrowing to be shown impossible.
    expect(undecided).toBeLessThan(settled / 50);
  });

  it('counts what no listing could: 60 of 120 people', () => {
    const problem: MarginProblem = {
      values: [Uint32Array.of(0, 0, 1, 1), Uint32Array.of(0, 1, 0, 1)],
      available: Uint32Array.of(30, 30, 30, 30),
      wanted: [Uint32Array.of(30, 30), Uint32Array.of(30, 30)],
    };
    // By symmetry every person is in with probability one half.
    const { vectors } = countMargins(problem, 1e6);
    for (const { exact } of vectors) expect(exact!.numerator * 2n).toBe(exact!.denominator);
  });
});
