import { describe, expect, it } from 'vitest';
import { CompensatedSum, ExactSum } from '../../src/quality/exact-sum.js';
import { seededRandom } from '../../src/base/random.js';

describe('a sum of products of whole numbers', () => {
  it('is exact at any size, a bigint past 2^53 - 1', () => {
    const sumOf = (...products: (readonly [number, number])[]): number | bigint => {
      const sum = new ExactSum();
      for (const [a, b] of products) sum.addProduct(a, b);
      return sum.value();
    };
    expect(sumOf()).toBe(0);
    expect(sumOf([2 ** 53 - 1, 1])).toBe(2 ** 53 - 1);
    expect(sumOf([2 ** 53 - 1, 1], [1, 1])).toBe(2n ** 53n);
    expect(sumOf([2 ** 52, 1], [2 ** 52 - 1, 1])).toBe(2 ** 53 - 1);
    expect(sumOf([94906267, 94906267])).toBe(94906267n ** 2n);
    expect(sumOf([3, 5], [94906267, 94906267], [7, 11])).toBe(94906267n ** 2n + 92n);
    const random = seededRandom(1);
    const products = Array.from({ length: 500 }, () => [random.below(2 ** 31), random.below(2 ** 31)] as const);
    const exact = products.reduce((sum, [a, b]) => sum + BigInt(a) * BigInt(b), 0n);
    expect(sumOf(...products)).toBe(exact);
  });
});

describe('a compensated sum', () => {
  const sumOf = (...terms: number[]): number => {
    const sum = new CompensatedSum();
    for (const term of terms) sum.add(term);
    return sum.value();
  };

  it('keeps what large terms would swallow, before and after them', () => {
    expect(sumOf()).toBe(0);
    expect(sumOf(1, 1e100, 1, -1e100)).toBe(2);
    expect(sumOf(1e100, 1, -1e100, 1)).toBe(2);
    expect(sumOf(-1e100, 1, 1, 1e100)).toBe(2);
    expect(sumOf(...new Array<number>(10).fill(0.1))).toBe(1);
    expect(sumOf(2 ** 53, ...new Array<number>(1000).fill(1))).toBe(2 ** 53 + 1000);
  });
});
