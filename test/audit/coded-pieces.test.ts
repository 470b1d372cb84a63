import { describe, expect, it } from 'vitest';
import { codedEnds } from '../../src/audit/coded-pieces.js';

describe('the ends that labels may have along declared intervals', () => {
  const borne = (...values: number[]) => values.map((value) => ({ value, people: 3 }));

  it('are the bounds of the intervals, and values that k people bear', () => {
    const { starts, ends } = codedEnds({ type: 'integer' }, borne(3, 4, 11, 12), 3, {
      type: 'intervals',
      origin: 1,
      widths: [5, 10],
    });
    for (const start of [3, 4, 11, 12]) expect(starts.has(start)).toBe(true);
    const rare = codedEnds({ type: 'integer' }, [...borne(3), { value: 4, people: 1 }, ...borne(11, 12)], 3, {
      type: 'intervals',
      origin: 1,
      widths: [5, 10],
    });
    expect([[...rare.starts].sort((a, b) => a - b), [...rare.ends].sort((a, b) => a - b)]).toEqual([
      [1, 11, 12],
      [5, 11, 12],
    ]);
    expect(ends.size).toBe(4);
  });

  it('are found of numbers far past what intervals can be counted in', () => {
    const { starts } = codedEnds({ type: 'number' }, borne(1e20, 3e20), 3, { type: 'intervals', widths: [5] });
    expect(starts.has(1e20)).toBe(true);
  });
});
