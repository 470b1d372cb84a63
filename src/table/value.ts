import { civilFromDays, daysFromCivil, isCivilDay } from './calendar.js';

/** Stands before the content of a cell that was quoted; NUL is refused in the input, so nothing else begins so. */
export const QUOTED_MARK = '\0';

/** Reason why a cell is not a value of its declared type. */
export type ValueProblem =
  'NUMBER_SYNTAX' | 'NUMBER_EMPTY' | 'NUMBER_NOT_FINITE' | 'NUMBER_NOT_EXACT' | 'DATE_INVALID' | 'TIME_INVALID';

/** Expected form of a value of the type, for messages. */
export const VALUE_EXPECTED: Readonly<Record<ValueProblem, string>> = {
  NUMBER_SYNTAX: 'expected a decimal number, found other text',
  NUMBER_EMPTY: 'expected a number, found an empty cell that is not listed in input.missing',
  NUMBER_NOT_FINITE: 'expected a finite number',
  NUMBER_NOT_EXACT:
    'expected a number that a double holds exactly (integers up to 2^53); declare type "string" instead',
  DATE_INVALID: 'expected a day of the calendar written YYYY-MM-DD',
  TIME_INVALID: 'expected a day and a time, such as 2024-12-31T23:59:00',
};

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;
const NOT_FINITE = /^[+-]?(?:nan|inf|infinity)$/i;
const CANONICAL_INTEGER = /^(?:0|-?[1-9][0-9]*)$/;
const MAX_INTEGER = 2 ** 53;

/** Digits without zeros at either end, and the power of ten of the last one; `digits` is empty for zero. */
interface Decimal {
  readonly digits: string;
  readonly exponent: number;
}

function normalize(whole: string, fraction: string, exponent: number): Decimal {
  const all = whole + fraction;
  let first = 0;
  while (first < all.length && all.charCodeAt(first) === 48) first++;
  let end = all.length;
  while (end > first && all.charCodeAt(end - 1) === 48) end--;
  return { digits: all.slice(first, end), exponent: exponent - fraction.length + (all.length - end) };
}

function splitDecimal(text: string): Decimal | null {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const whole = match[2];
  const fraction = match[3] ?? '';
  if (whole.length + fraction.length === 0) return null;
  return normalize(whole, fraction, match[4] === undefined ? 0 : Number(match[4]));
}

/**
 * The number a decimal text denotes. Accepts an optional sign, digits with an optional point and an optional exponent;
 * nothing else (no blanks, hexadecimal, separators or digits of other scripts). -0 is 0. A text with a fraction is
 * rounded to the nearest double below 2^53; a whole number must be held exactly.
 */
export function parseNumber(text: string): number | ValueProblem {
  if (text.trim() === '') return 'NUMBER_EMPTY';
  const decimal = splitDecimal(text);
  if (decimal === null) return NOT_FINITE.test(text) ? 'NUMBER_NOT_FINITE' : 'NUMBER_SYNTAX';
  const value = Number(text);
  if (!Number.isFinite(value)) return 'NUMBER_NOT_FINITE';
  if (decimal.digits === '') return 0;
  if (value === 0) return 'NUMBER_NOT_EXACT';
  // Below it every whole number is held, and others are rounded.
  if (Math.abs(value) < MAX_INTEGER) return value;
  const held = splitDecimal(String(value));
  const exact = held !== null && held.digits === decimal.digits && held.exponent === decimal.exponent;
  return exact ? value : 'NUMBER_NOT_EXACT';
}

/** As {@link parseNumber}, but the number must be whole and within +-2^53 (`01`, `+1` and `1.0` are 1). */
export function parseInteger(text: string): number | ValueProblem {
  const value = parseNumber(text);
  if (typeof value === 'string') return value;
  const decimal = splitDecimal(text);
  if (decimal !== null && decimal.digits !== '' && decimal.exponent < 0) return 'NUMBER_SYNTAX';
  return Math.abs(value) > MAX_INTEGER ? 'NUMBER_NOT_EXACT' : value;
}

/** A space or tab, or a no-break, thin or narrow blank. */
const isBlank = (c: number): boolean => c === 32 || c === 9 || c === 0xa0 || c === 0x202f || c === 0x2009;

/** The text without blanks at its ends, which no number, day or time has: `"$2,000 "` is `$2,000`. */
export function trimBlanks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(text.charCodeAt(from))) from++;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
  return from === 0 && to === text.length ? text : text.slice(from, to);
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Days from 1970-01-01 to an ISO day `YYYY-MM-DD` (proleptic Gregorian calendar, no time zone). */
export function parseDate(text: string): number | ValueProblem {
  const match = DATE.exec(text);
  if (match === null) return 'DATE_INVALID';
  const day = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  return isCivilDay(day) ? daysFromCivil(day) : 'DATE_INVALID';
}

/** The ISO day `YYYY-MM-DD` that stands `days` after 1970-01-01; years 0000 to 9999. Inverse of {@link parseDate}. */
export function formatDate(days: number): string {
  const { year, month, day } = civilFromDays(days);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** True when the text is the canonical spelling of a whole number within +-2^53. */
export function isCanonicalInteger(text: string): boolean {
  if (text.length > 17 || !CANONICAL_INTEGER.test(text)) return false;
  return text.length < 16 || (Math.abs(Number(text)) <= MAX_INTEGER && String(Number(text)) === text);
}

/** True when the text is the spelling JavaScript gives the finite number it denotes. */
export function isCanonicalNumber(text: string): boolean {
  const value = Number(text);
  return Number.isFinite(value) && String(value) === text;
}
