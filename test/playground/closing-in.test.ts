import { describe, expect, it } from 'vitest';
import { distanceText, excessOf, percentAtMost, proofOfSearch } from '../../playground/src/parts/proof.js';
import type { Moment } from '../../playground/src/shell/closing-in.js';
import { closingPaths, MOST_MOMENTS, withMoment } from '../../playground/src/shell/closing-in.js';

describe('how far a search is from the best, in words', () => {
  it('states the excess over the least possible cost, never too little', () => {
    // (cost - bound) / cost of a cost of 120 and a bound of 100.
    expect(distanceText(20 / 120)).toBe('at most 20 % above the best possible');
    expect(distanceText(1 / 3)).toBe('at most 50 % above the best possible');
    expect(distanceText(0)).toBe('proven best');
    expect(distanceText(1)).toContain('not known yet');
    for (let at = 1; at < 1000; at++) {
      const gap = at / 1000;
      const excess = excessOf(gap) ?? 0;
      expect(parseFloat(percentAtMost(excess)) / 100).toBeGreaterThanOrEqual(excess * (1 - 1e-9));
      expect(parseFloat(percentAtMost(excess)) / 100).toBeLessThanOrEqual(excess * 1.0101);
    }
  });

  it('says proven, not proven, and nothing of searches that prove nothing', () => {
    const search = { nodes: 1, checked: 1 };
    expect(proofOfSearch({ ...search, optimal: true, lowerBound: 5 })).toBe('proven best');
    expect(proofOfSearch({ ...search, optimal: false, lowerBound: 100, gap: 20 / 120 })).toBe(
      'not proven: at most 20 % above the best possible',
    );
    expect(proofOfSearch({ ...search, optimal: false, lowerBound: 0, gap: 1 })).toBe('not proven');
    expect(proofOfSearch({ ...search, optimal: false, lowerBound: 5 })).toBe('not proven');
    expect(proofOfSearch({ ...search, optimal: false, lowerBound: null })).toBeNull();
  });
});

describe('cost and bound as they close in', () => {
  it('keeps few moments of a long search, with its first and its last', () => {
    let moments: readonly Moment[] = [];
    for (let at = 0; at < 5000; at++) moments = withMoment(moments, { seconds: at, cost: 10_000 - at, lowerBound: at });
    expect(moments.length).toBeLessThanOrEqual(MOST_MOMENTS);
    expect(moments[0]).toEqual({ seconds: 0, cost: 10_000, lowerBound: 0 });
    expect(moments.at(-1)).toEqual({ seconds: 4999, cost: 5001, lowerBound: 4999 });
    const still = { cost: 3, lowerBound: 1 };
    let few: readonly Moment[] = [];
    for (let at = 0; at < 100; at++) few = withMoment(few, { seconds: at, ...still });
    expect(few.map(({ seconds }) => seconds)).toEqual([0, 99]);
  });

  it('draws steps: each is level until the next moment', () => {
    const moments = [
      { seconds: 1, cost: 100, lowerBound: 0 },
      { seconds: 2, cost: 60, lowerBound: 20 },
      { seconds: 5, cost: 50, lowerBound: 50 },
    ];
    expect(closingPaths(moments.slice(0, 1), 100, 10)).toBeNull();
    expect(closingPaths(moments, 100, 10)).toEqual({
      cost: 'M0 0H25V4H100V5',
      bound: 'M0 10H25V8H100V5',
      between: 'M0 0H25V4H100V5V5H100V8H25V10H0Z',
    });
  });
});
