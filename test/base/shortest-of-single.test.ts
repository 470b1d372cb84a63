import { expect, it } from 'vitest';
import { shortestOfSingle } from '../../src/base/shortest-of-single.js';
import { drawing } from '../random.js';

/** The fewest digits of a decimal that means the float, by trying all numbers of digits. */
const fewestDigits = (value: number): number => {
  let digits = 1;
  while (Math.fround(Number(value.toPrecision(digits))) !== value) digits++;
  return digits;
};
const digitsOf = (value: number): number => {
  const [digits] = value.toExponential().replace(/[-.]/g, '').split('e');
  return digits.replace(/0+$/, '').length;
};

it('is the shortest decimal that means a float of 32 bits', () => {
  const draw = drawing(7);
  const view = new DataView(new ArrayBuffer(4));
  for (let i = 0; i < 20_000; i++) {
    // Exponents of every kind: subnormal, small, common and large ones.
    const exponent = [0, draw(255), 110 + draw(40)][i % 3];
    view.setUint32(0, ((draw(2) << 31) | (exponent << 23) | draw(2 ** 23)) >>> 0);
    const value = view.getFloat32(0);
    const short = shortestOfSingle(value);
    expect(Math.fround(short)).toBe(value);
    if (value !== 0 && !Number.isInteger(value)) expect([value, digitsOf(short)]).toEqual([value, fewestDigits(value)]);
  }
});

it.each([
  [Math.fround(0.1), 0.1],
  [Math.fround(1e-45), 1e-45],
  [16_777_215, 16_777_215],
  [Math.fround(123_456_789), 123_456_790],
  [Math.fround(3.4028234663852886e38), 3.4028235e38],
  [NaN, NaN],
  [-Infinity, -Infinity],
])('of %s is %s', (value, short) => {
  expect(shortestOfSingle(value)).toBe(short);
});
