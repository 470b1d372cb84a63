/** How numbers are written for people. */
import { plural } from './plural.js';

// Made once: a format is 30 times dearer to make than to use.
const whole = new Intl.NumberFormat('en-US');
const short = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 5 });

/** 1,234,567 */
export const count = (value: number | bigint): string => whole.format(value);

/** `1 class`, `1,234 classes` */
export const counted = (value: number | bigint, one: string, many?: string): string =>
  `${count(value)} ${plural(value, one, many)}`;

/** Whole numbers in full, others with five significant digits: 1,234,567, 194,180, 0.12346; `-` for null. */
export function quantity(value: number | bigint | null): string {
  if (value === null) return '-';
  if (typeof value === 'bigint' || Number.isInteger(value)) return count(value);
  return short.format(value);
}

/** 12.3 % of a share of 0.1234 */
export const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;
