import { describe, expect, it } from 'vitest';
import {
  binaryLogarithm,
  decimalExponent,
  exponential,
  exponentialMinusOne,
  logarithm,
  logarithmOnePlus,
  powerOfTen,
  powerOfTwoFrom,
} from '../../src/base/elementary.js';
import { mulberry32 } from '../random.js';
import { long } from '../shared.js';

const random = mulberry32(20);
const drawn = (of: (unit: number) => number): number[] =>
  Array.from({ length: long ? 1_000_000 : 20_000 }, () => of(random()));

/** The largest difference from the host's function, in units of the last place. */
function worst(values: readonly number[], ours: (x: number) => number, hosts: (x: number) => number): number {
  return values.reduce((most, x) => {
    const host = hosts(x);
    const difference = Math.abs(ours(x) - host);
    return Math.max(most, difference === 0 ? 0 : difference / (Math.abs(host) * Number.EPSILON));
  }, 0);
}

describe('elementary functions', () => {
  it('are those of the host but for a few units of the last place', () => {
    const wide = drawn((u) => 10 ** (600 * u - 300));
    const near = drawn((u) => 0.5 + u);
    expect(worst(wide, logarithm, Math.log)).toBeLessThan(1.5);
    expect(worst(near, logarithm, Math.log)).toBeLessThan(1.5);
    expect(worst(wide, binaryLogarithm, Math.log2)).toBeLessThan(2.5);
    expect(worst(near, binaryLogarithm, Math.log2)).toBeLessThan(4);
    expect(
      worst(
        drawn((u) => 1400 * u - 700),
        exponential,
        Math.exp,
      ),
    ).toBeLessThan(1.5);
    expect(
      worst(
        drawn((u) => u),
        logarithmOnePlus,
        Math.log1p,
      ),
    ).toBeLessThan(4);
    expect(
      worst(
        drawn((u) => 10 ** (-20 * u)),
        logarithmOnePlus,
        Math.log1p,
      ),
    ).toBeLessThan(4);
    expect(
      worst(
        drawn((u) => u),
        exponentialMinusOne,
        Math.expm1,
      ),
    ).toBeLessThan(4);
    expect(
      worst(
        drawn((u) => 10 ** (-20 * u)),
        exponentialMinusOne,
        Math.expm1,
      ),
    ).toBeLessThan(4);
  });

  it('are exact at powers of two and of ten, and at 0 and 1', () => {
    for (let n = -1074; n <= 1023; n++) expect(binaryLogarithm(2 ** n)).toBe(n);
    for (let n = -323; n <= 308; n++) expect(decimalExponent(powerOfTen(n))).toBe(n);
    expect([999.9999999999999, 1000, 1e15 - 1, 5e-324].map(decimalExponent)).toEqual([2, 3, 14, -324]);
    expect([logarithm(1), exponential(0), logarithmOnePlus(0), exponentialMinusOne(0)]).toEqual([0, 1, 0, 0]);
    expect([0, 1, 2, 3, 1025].map(powerOfTwoFrom)).toEqual([1, 1, 2, 4, 2048]);
  });

  it('end at the limits of numbers', () => {
    expect([0, Infinity, -1, NaN].map(logarithm)).toEqual([-Infinity, Infinity, NaN, NaN]);
    expect([0, Infinity, -1, NaN].map(binaryLogarithm)).toEqual([-Infinity, Infinity, NaN, NaN]);
    expect([-Infinity, -746, 710, Infinity, NaN].map(exponential)).toEqual([0, 0, Infinity, Infinity, NaN]);
    expect(exponential(-745)).toBe(5e-324);
    expect(exponential(709.78)).toBeCloseTo(Math.exp(709.78), -294);
    expect(exponentialMinusOne(1000)).toBe(Infinity);
    expect(logarithm(5e-324)).toBeCloseTo(-744.44, 2);
  });
});
