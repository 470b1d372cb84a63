import { describe, expect, it } from 'vitest';
import { seededRandom, shuffle, shuffleInSteps } from '../../src/base/random.js';
import { sortInSteps, type Steps } from '../../src/base/steps.js';
import { pickCodes, pickCodesInSteps } from '../../src/table/table.js';

/** The result of work in steps, and how often it yields. */
function count<Result>(steps: Steps<Result>): { result: Result; yields: number } {
  for (let yields = 0; ; yields++) {
    const step = steps.next();
    if (step.done === true) return { result: step.value, yields };
  }
}

describe('work in steps', () => {
  it('sorts as the host does, equal ones in their order, and yields in each pass', () => {
    for (const length of [0, 1, 2, 8191, 8192, 8193, 16_384, 40_000, 70_001]) {
      const random = seededRandom(length);
      const keys = Uint32Array.from({ length }, () => random.below(1 + (length >> 2)));
      const compare = (a: number, b: number): number => keys[a] - keys[b];
      const { result, yields } = count(sortInSteps(length, compare));
      const sorted = Array.from(keys.keys()).sort(compare);
      expect(result.every((id, i) => id === sorted[i])).toBe(true);
      const runs = Math.ceil(length / 8192);
      expect(yields).toBeGreaterThanOrEqual(runs <= 1 ? 0 : runs - 1 + Math.ceil(Math.log2(runs)) * (runs - 1));
    }
  });

  it('shuffles and picks as at once, and yields on the way', () => {
    const length = 1_000_000;
    const values = Uint32Array.from({ length }, (_, i) => i);
    const other = values.slice();
    shuffle(values, seededRandom(7));
    expect(count(shuffleInSteps(other, seededRandom(7))).yields).toBe(3);
    expect(other.every((value, i) => value === values[i])).toBe(true);
    const picked = count(pickCodesInSteps(values, other));
    expect(picked.yields).toBe(3);
    const atOnce = pickCodes(values, other);
    expect(picked.result.every((value, i) => value === atOnce[i])).toBe(true);
  });

  it('shuffles a part as it shuffles that part alone, and leaves the others', () => {
    for (const [from, to] of [
      [0, 9],
      [3, 8],
      [4, 5],
      [6, 6],
    ]) {
      const values = Uint32Array.from({ length: 9 }, (_, i) => 10 * i);
      const part = values.slice(from, to);
      const expected = values.slice();
      shuffle(part, seededRandom(3));
      expected.set(part, from);
      shuffle(values, seededRandom(3), from, to);
      expect(values).toEqual(expected);
    }
  });
});
