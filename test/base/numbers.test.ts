import { describe, expect, it } from 'vitest';
import { count, quantity } from '../../src/base/numbers.js';
import { seededRandom } from '../../src/base/random.js';

const whole = new Intl.NumberFormat('en-US');
const short = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 5 });

describe('numbers for people', () => {
  it('are written as Intl writes them, of any size and sign', () => {
    const random = seededRandom(1);
    const draw = (): number => (random.below(2 ** 32) / 2 ** 31 - 1) * 10 ** (random.below(40) - 15);
    const odd = [0, -0, 1, -1, 999, 1000, -1000, 123456, 0.5, 12345.5, 123455.5, -0.00012345, 1e-7, 1e21, 2 ** 53, NaN, Infinity, -Infinity]; // prettier-ignore
    for (const value of [...odd, ...Array.from({ length: 20_000 }, draw)]) {
      expect(count(value)).toBe(whole.format(value));
      expect(count(Math.round(value))).toBe(whole.format(Math.round(value)));
      expect(quantity(value)).toBe((Number.isInteger(value) ? whole : short).format(value));
    }
    for (const value of [0n, -1234n, 10n ** 25n]) {
      expect(count(value)).toBe(whole.format(value));
      expect(quantity(value)).toBe(whole.format(value));
    }
    expect(quantity(null)).toBe('-');
  });
});
