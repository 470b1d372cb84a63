import { describe, expect, it } from 'vitest';
import { correlate, type CorrelatedColumn } from '../../../src/algorithms/permutation/correlation.js';
import { seededRandom } from '../../../src/base/random.js';

const column = (
  codes: readonly number[],
  size: number,
  numbers: readonly number[] | null = null,
): CorrelatedColumn => ({
  name: 'a',
  codes,
  size,
  numbers: numbers === null ? null : Float64Array.from(numbers),
});
const once = (codes: readonly number[]): Uint32Array => new Uint32Array(codes.length).fill(1);
/** Codes of the rows, every vector as often as it counts. */
const rowsOf = (codes: readonly number[], counts: readonly number[]): number[] =>
  codes.flatMap((code, v) => Array.from({ length: counts[v] }, () => code));

/** chi^2 / n / (min(d1, d2) - 1), by the squared deviations of the paper's formula. */
function phiSquared(a: readonly number[], b: readonly number[]): number {
  const n = a.length;
  const [ofA, ofB] = [[...new Set(a)], [...new Set(b)]];
  const share = (is: (row: number) => boolean): number => a.filter((_, row) => is(row)).length / n;
  let sum = 0;
  for (const x of ofA) {
    for (const y of ofB) {
      const expected = share((row) => a[row] === x) * share((row) => b[row] === y);
      sum += (share((row) => a[row] === x && b[row] === y) - expected) ** 2 / expected;
    }
  }
  return sum / (Math.min(ofA.length, ofB.length) - 1);
}

describe('the contingency of two columns of texts', () => {
  it('is 1 where each determines the other, 0 where they are independent, and 0 where one has one value alone', () => {
    const x = [0, 0, 1, 1];
    expect(correlate(column(x, 2), column([1, 1, 0, 0], 2), once(x))).toBeCloseTo(1, 12);
    expect(correlate(column(x, 2), column([0, 1, 0, 1], 2), once(x))).toBeCloseTo(0, 12);
    expect(correlate(column(x, 2), column([1, 1, 1, 1], 2), once(x))).toBe(0);
  });

  it('is the mean square of the paper, over values that occur, whatever the vectors count', () => {
    const random = seededRandom(4);
    for (let round = 0; round < 60; round++) {
      const vectors = 3 + random.below(8);
      const draw = (size: number): number[] => Array.from({ length: vectors }, () => random.below(size));
      const [a, b, counts] = [draw(4), draw(3), draw(3).map((count) => count + 1)];
      const [rowsA, rowsB] = [rowsOf(a, counts), rowsOf(b, counts)];
      const isPlain = Math.min(new Set(rowsA).size, new Set(rowsB).size) < 2;
      const found = correlate(column(a, 5), column(b, 4), Uint32Array.from(counts));
      expect(found).toBeCloseTo(isPlain ? 0 : phiSquared(rowsA, rowsB), 10);
      expect(correlate(column(b, 4), column(a, 5), Uint32Array.from(counts))).toBeCloseTo(found, 12);
    }
  });

  it('takes up to 10 numbers as they are, and more as 10 intervals of about equally many rows', () => {
    const random = seededRandom(5);
    for (const size of [9, 10, 11, 12, 25]) {
      const numbers = Array.from({ length: size }, (_, code) => code * code);
      // Every number occurs, from once to three times, in any order.
      const codes = Array.from({ length: size * 2 }, (_, v) => (v < size ? v : random.below(size)));
      const texts = codes.map(() => random.below(3));
      const sorted = [...codes].sort((x, y) => x - y);
      const intervalOf = (code: number): number =>
        size <= 10 ? code : Math.floor((10 * sorted.filter((other) => other < code).length) / codes.length);
      const expected = phiSquared(codes.map(intervalOf), texts);
      expect(correlate(column(codes, size, numbers), column(texts, 3), once(codes)), `${size}`).toBeCloseTo(
        expected,
        10,
      );
    }
  });
});

describe('the correlation of two columns of numbers', () => {
  it("is Pearson's, without its sign, and without rows that miss a number", () => {
    const random = seededRandom(6);
    for (let round = 0; round < 40; round++) {
      const x = Array.from({ length: 5 }, () => random.below(20) - 10);
      const y = Array.from({ length: 5 }, (_, code) => (code === 4 ? NaN : random.below(20) - 10));
      const vectors = 4 + random.below(8);
      const a = Array.from({ length: vectors }, () => random.below(5));
      const b = Array.from({ length: vectors }, (_, v) => (v === 0 ? 4 : random.below(5)));
      const counts = Array.from({ length: vectors }, () => 1 + random.below(3));
      const pairs = rowsOf(a, counts).map((code, row) => [x[code], y[rowsOf(b, counts)[row]]] as const);
      const known = pairs.filter(([, right]) => !Number.isNaN(right));
      const mean = (of: readonly number[]): number => of.reduce((sum, each) => sum + each, 0) / of.length;
      const [left, right] = [known.map(([each]) => each), known.map(([, each]) => each)];
      const covariance = mean(left.map((each, i) => each * right[i])) - mean(left) * mean(right);
      const variance = (of: readonly number[]): number => mean(of.map((each) => each * each)) - mean(of) ** 2;
      const spread = Math.sqrt(variance(left) * variance(right));
      const found = correlate(column(a, 5, x), column(b, 5, y), Uint32Array.from(counts));
      if (known.length === 0 || spread < 1e-6) expect(found).toBeLessThan(1e-6);
      else expect(found).toBeCloseTo(Math.abs(covariance) / spread, 8);
    }
  });

  it('is 0 of a number that never changes, and where no row has both numbers', () => {
    const codes = [0, 1, 2];
    expect(correlate(column(codes, 3, [1, 2, 3]), column([0, 0, 0], 1, [7]), once(codes))).toBe(0);
    expect(correlate(column([0, 0, 0], 1, [7]), column(codes, 3, [1, 2, 3]), once(codes))).toBe(0);
    expect(correlate(column(codes, 3, [1, 2, 3]), column([0, 0, 0], 1, [NaN]), once(codes))).toBe(0);
    expect(correlate(column(codes, 3, [1, 2, 3]), column(codes, 3, [3, 2, 1]), once(codes))).toBeCloseTo(1, 12);
  });
});
