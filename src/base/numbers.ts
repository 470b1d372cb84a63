/** How numbers are written for people. */
import { plural } from './plural.js';

// A browser takes some hundredths of a second to make the first one: only for numbers that are written by no shorter way.
let whole: Intl.NumberFormat | undefined;
let short: Intl.NumberFormat | undefined;

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** 1,234,567 */
export function count(value: number | bigint): string {
  const isPlain = typeof value === 'bigint' || (Number.isSafeInteger(value) && !Object.is(value, -0));
  return isPlain ? grouped(String(value)) : (whole ??= new Intl.NumberFormat('en-US')).format(value);
}

/** `1 class`, `1,234 classes` */
export const counted = (value: number | bigint, one: string, many?: string): string =>
  `${count(value)} ${plural(value, one, many)}`;

/** Whole numbers in full, others with five significant digits: 1,234,567, 194,180, 0.12346; `-` for null. */
export function quantity(value: number | bigint | null): string {
  if (value === null) return '-';
  if (typeof value === 'bigint' || Number.isInteger(value)) return count(value);
  const rounded = String(Number(value.toPrecision(5)));
  if (/^-?\d+(\.\d+)?$/.test(rounded)) {
    const [digits, ...fraction] = rounded.split('.');
    return [grouped(digits), ...fraction].join('.');
  }
  return (short ??= new Intl.NumberFormat('en-US', { maximumSignificantDigits: 5 })).format(value);
}

/** 12.3 % of a share of 0.1234 */
export const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;
