import { describe, expect, it } from 'vitest';
import { informationGain, lossGain, type ValueGain } from '../../../src/algorithms/greedy/value-gain.js';
import { seededRandom } from '../../../src/base/random.js';
import type { Domain } from '../../../src/hierarchy/domain.js';

const domainOf = (size: number): Domain =>
  ({ size, hierarchy: null, order: 'listed', numbers: null }) as unknown as Domain;
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Rows times entropy of their labels, in bits, from the definition. */
const entropy = (labels: readonly number[]): number => {
  const rows = sum(labels);
  return -sum(labels.filter((count) => count > 0).map((count) => count * Math.log2(count / rows)));
};

/** The cut that is worth most of those with rows on both sides, right before a leaf that has rows; ties: the most even, then the first. */
function bestOf(counts: readonly number[], lo: number, hi: number, costOf: (from: number, to: number) => number): number {
  const cuts = Array.from({ length: hi - lo }, (_, i) => lo + 1 + i)
    .map((cut) => ({ cut, left: sum(counts.slice(lo, cut)), right: sum(counts.slice(cut, hi + 1)), cost: costOf(lo, cut) + costOf(cut, hi + 1) }))
    .filter(({ cut, left, right }) => left > 0 && right > 0 && counts[cut] > 0);
  const least = Math.min(...cuts.map(({ cost }) => cost));
  const cheapest = cuts.filter(({ cost }) => cost < least + 1e-9);
  const even = Math.max(...cheapest.map(({ left, right }) => Math.min(left, right)));
  return cheapest.find(({ left, right }) => Math.min(left, right) === even)?.cut ?? -1;
} // prettier-ignore

describe('what a cut of an ordered domain gains', () => {
  it.each([0, 1, 2, 3])('is as its definition says, and the best cut is that of all cuts, leaves without rows among them (%i)', (part) => {
    for (let seed = part; seed < 400; seed += 4) {
      const random = seededRandom(seed);
      const size = 1 + random.below(7);
      const kinds = 1 + random.below(3);
      const labels = Array.from({ length: size }, () =>
        Array.from({ length: kinds }, () => (random.below(3) === 0 ? 1 + random.below(4) : 0)),
      );
      const counts = labels.map(sum);
      const all = sum(counts);
      const share = (from: number, to: number): number => (size === 1 ? 0 : (to - 1 - from) / (size - 1));
      const lossIn = (from: number, to: number): number => sum(counts.slice(from, to)) * share(from, to);
      const totals = (from: number, to: number): number[] =>
        Array.from({ length: kinds }, (_, kind) => sum(labels.slice(from, to).map((own) => own[kind])));
      const disorder = (from: number, to: number): number => entropy(totals(from, to));
      const measures: [ValueGain, (from: number, to: number) => number, (lo: number, hi: number) => number][] = [
        [lossGain(domainOf(size), Float64Array.from(counts)), lossIn, () => all],
        [informationGain(domainOf(size), Uint32Array.from(labels.flat()), kinds), disorder, (lo, hi) => sum(counts.slice(lo, hi + 1))],
      ];
      for (const [gain, costOf, over] of measures) {
        const ranges = Array.from({ length: size * size }, (_, i) => [Math.floor(i / size), i % size]).filter(([lo, hi]) => lo <= hi);
        for (const [lo, hi] of ranges) {
          const best = gain.bestCut(lo, hi);
          expect([seed, lo, hi, best]).toEqual([seed, lo, hi, bestOf(counts, lo, hi, costOf)]);
          if (best < 0) continue;
          const runs = [{ lo, hi: best - 1 }, { lo: best, hi }];
          const expected = (costOf(lo, hi + 1) - costOf(lo, best) - costOf(best, hi + 1)) / over(lo, hi);
          expect(gain.of(lo, hi, runs)).toBeCloseTo(Math.max(0, expected), 9);
        }
      }
    }
  }); // prettier-ignore
});
