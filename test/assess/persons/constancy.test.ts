import { describe, expect, it } from 'vitest';
import { measureConstancy, pairOf, strengthOf } from '../../../src/assess/persons/constancy.js';
import { drawing } from '../../random.js';

/** Counts of `measureConstancy`, by lists of the cells of every group. */
function countNaively(key: readonly number[], own: readonly number[], weights: readonly number[], slack: number) {
  const cells = new Map<number, number[]>();
  const all: number[] = [];
  key.forEach((group, i) => {
    if (group === 0 || own[i] === 0) return;
    for (let times = 0; times < weights[i]; times++) {
      cells.set(group, [...(cells.get(group) ?? []), own[i]]);
      all.push(own[i]);
    }
  });
  let groups = 0;
  let constant = 0;
  let expected = 0;
  const isAlike = (values: readonly number[]): boolean => Math.max(...values) - Math.min(...values) <= slack;
  /** Every list of m cells of the table, each as likely as another. */
  const chance = (m: number, drawn: readonly number[] = []): number =>
    m === 0
      ? Number(isAlike(drawn))
      : all.reduce((sum, value) => sum + chance(m - 1, [...drawn, value]) / all.length, 0);
  for (const values of cells.values()) {
    if (values.length < 2) continue;
    groups++;
    constant += Number(isAlike(values));
    expected += chance(values.length);
  }
  return { groups, constant, expected };
}

const grouping = (codes: readonly number[]) => ({ codes, size: Math.max(0, ...codes) + 1, missing: 0 });

describe('measureConstancy', () => {
  it.each([0, 1])('counts what lists of cells say, with values that may differ by %i', (slack) => {
    const below = drawing(7 + slack);
    for (let table = 0; table < 30; table++) {
      const entries = Array.from({ length: 1 + below(6) }, () => [below(4), below(5), 1 + below(2)] as const);
      const [key, own, weights] = [0, 1, 2].map((at) => entries.map((entry) => entry[at]));
      const numbers = slack === 0 ? null : Float64Array.from({ length: 6 }, (_, code) => code);
      const found = measureConstancy(grouping(key), grouping(own), Uint32Array.from(weights), { numbers })!;
      const naive = countNaively(key, own, weights, slack);
      expect([found.groups, found.constant]).toEqual([naive.groups, naive.constant]);
      expect(found.expected).toBeCloseTo(naive.expected, 9);
    }
  });

  it('gives up where more groups vary than may', () => {
    const key = grouping([1, 1, 2, 2]);
    expect(measureConstancy(key, grouping([1, 2, 1, 2]), null, { most: 1 })).toBeNull();
    expect(measureConstancy(key, grouping([1, 2, 1, 1]), null, { most: 1 })?.constant).toBe(1);
  });

  it('calls constancy that chance explains weak, and that of many groups strong', () => {
    expect(strengthOf({ groups: 100, constant: 50, expected: 50 })).toBe(0);
    expect(strengthOf({ groups: 2, constant: 2, expected: 1 })).toBeCloseTo(2 * Math.LN2, 9);
    expect(strengthOf({ groups: 200, constant: 200, expected: 100 })).toBeCloseTo(200 * Math.LN2, 9);
  });
});

describe('pairOf', () => {
  it('numbers pairs of groups by first appearance, those without a value as one', () => {
    const pair = pairOf(grouping([1, 1, 0, 2, 1]), grouping([1, 2, 1, 1, 1]));
    expect([...(pair.codes as Int32Array)]).toEqual([0, 1, 2, 3, 0]);
    expect([pair.size, pair.missing]).toEqual([4, 2]);
  });
});
