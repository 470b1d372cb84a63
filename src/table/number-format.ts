import { endOf, type OpenSide, type OpenTexts, splitOpen, splitOpenFormat } from './open-ends.js';
import { parseNumber } from './value.js';
import type { ValueProblem } from './value.js';

/** The pieces of a number pattern, as in `$#,##0.00`. */
export interface NumberPattern {
  readonly before: string;
  readonly after: string;
  /** Text between groups of digits; empty for none. */
  readonly thousands: string;
  /** Above the thousands, groups have two digits, as in India: `12,34,567`. */
  readonly isIndian?: boolean;
  /** Negative numbers stand in parentheses: `(1,234)`. */
  readonly hasParentheses?: boolean;
  readonly decimal: '.' | ',';
  /** Decimals that are always written. A value that has more is written with all of them. */
  readonly decimals: number;
  /** False where a pattern has no decimals: the values are whole. */
  readonly hasDecimals: boolean;
}

/** Format of numbers, read from a pattern as spreadsheets have them, such as `#.##0,00 €` or `#,##0;(#,##0)`. */
export interface NumberFormat {
  readonly pattern: NumberPattern;
  /** Numbers that stand for the open ends of the format. */
  readonly open: OpenEnds;
  /** The number that a text denotes, or why it has none. Numbers that an open end covers are read as this end. */
  read(text: string): number | ValueProblem;
  write(value: number): string;
  /** Writes a bound: a number that stands for no open end. */
  writeBound(value: number): string;
}

/** The number that stands for all numbers of an open end, by its side. */
export type OpenEnds = Readonly<Partial<Record<OpenSide, number>>>;

/** Allowed marks between groups of three digits. */
export const thousandsMarks = [',', '.', ' ', '\u00a0', '\u202f', '\u2009', "'", '’'] as const;

const BLANKS = ' \u00a0\u202f\u2009';
const CORE = /#([,. \u00a0\u202f\u2009'’])(##\1)?##0(?:([.,])(0*)(#*))?|0(?:([.,])(0*)(#*))?/u;
/** Signs of currencies, units, percent: whatever is no digit, no sign and no mark of a label. */
const AFFIX = /^[^\d#*"{}<>[\],;+\-−\0-\x1f]*$/u;

const compiled = new Map<string, NumberFormat | null>();

/** The format that a pattern says; null where it is none. */
export function numberFormat(pattern: string): NumberFormat | null {
  let format = compiled.get(pattern);
  if (format === undefined) {
    const split = splitOpenFormat(pattern);
    const parts = split === null ? null : splitPattern(split.pattern);
    const numbers = parts === null ? null : new PatternNumbers(parts);
    compiled.set(pattern, (format = numbers === null ? null : withEnds(numbers, split!.ends)));
  }
  return format;
}

/** The numbers with open ends; null where an end is no number of the pattern, or the ends meet. */
function withEnds(numbers: PatternNumbers, texts: OpenTexts): NumberFormat | null {
  if (texts.low === undefined && texts.high === undefined) return numbers;
  const [low, high] = [texts.low, texts.high].map((text) => (text === undefined ? null : numbers.readOpen(text)));
  const isNoEnd = (text: string | undefined, end: OpenValue | null): boolean => text !== undefined && end === null;
  if (isNoEnd(texts.low, low) || isNoEnd(texts.high, high)) return null;
  if (low !== null && high !== null && low.value >= high.value) return null;
  const open = { ...(low === null ? {} : { low: low.value }), ...(high === null ? {} : { high: high.value }) };
  return new OpenNumbers(numbers, open, texts);
}

/** The number that stands for an open end. */
interface OpenValue {
  readonly side: OpenSide;
  readonly value: number;
}

function splitPattern(pattern: string): NumberPattern | null {
  const [positive, negative] = pattern.split(/;(.*)/s) as [string, string?];
  if (negative !== undefined && negative !== `(${positive})`) return null;
  const match = CORE.exec(positive);
  if (match === null) return null;
  const [core, thousands = '', pairs, grouped, fixed, optional, plain, plainFixed, plainOptional] = match as unknown as (string | undefined)[]; // prettier-ignore
  const point = grouped ?? plain;
  const zeros = fixed ?? plainFixed ?? '';
  const hashes = optional ?? plainOptional ?? '';
  if (point !== undefined && (zeros + hashes === '' || point === thousands)) return null;
  const unquote = (text: string): string => text.replaceAll('"', '');
  const before = unquote(positive.slice(0, match.index));
  const after = unquote(positive.slice(match.index + (core ?? '').length));
  if (!AFFIX.test(before) || !AFFIX.test(after)) return null;
  // Text that is read as digits, or as the end of them, would hide what the number is.
  if (/[.'’]$/.test(before) && before.length === 1) return null;
  const decimal = (point ?? (thousands === '.' ? ',' : '.')) as '.' | ',';
  return {
    before,
    after,
    thousands,
    decimal,
    decimals: zeros.length,
    hasDecimals: point !== undefined,
    isIndian: pairs !== undefined,
    hasParentheses: negative !== undefined,
  };
}

/** The pattern that the pieces make; inverse of reading one. */
export function writePattern(pattern: NumberPattern): string {
  const {
    before,
    after,
    thousands,
    decimal,
    decimals,
    hasDecimals,
    isIndian = false,
    hasParentheses = false,
  } = pattern;
  const whole = thousands === '' ? '0' : `#${thousands}${isIndian ? `##${thousands}` : ''}##0`;
  const fraction = !hasDecimals ? '' : decimals === 0 ? `${decimal}#` : decimal + '0'.repeat(decimals);
  const positive = before + whole + fraction + after;
  return hasParentheses ? `${positive};(${positive})` : positive;
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
/** Blanks of all kinds are one when they are read, and so are the two apostrophes. */
const alike = (text: string): string =>
  escape(text)
    .replace(/[ \u00a0\u202f\u2009]+/g, `[${BLANKS}]*`)
    .replace(/['’]/g, "['’]");

class PatternNumbers implements NumberFormat {
  readonly open: OpenEnds = {};
  readonly #reader: RegExp;
  readonly #isSignInside: boolean;

  constructor(readonly pattern: NumberPattern) {
    const { before, after, thousands, decimal, isIndian = false } = pattern;
    const separator = BLANKS.includes(thousands) && thousands !== '' ? `[${BLANKS}]` : alike(thousands);
    const groups = isIndian ? `\\d{1,2}(?:${separator}\\d\\d)*${separator}\\d{3}` : `\\d{1,3}(?:${separator}\\d{3})+`;
    const whole = thousands === '' ? '\\d*' : `(?:${groups}|\\d*)`;
    this.#reader = new RegExp(
      `^([+-]?)${alike(before)}([+-]?)(${whole})(?:${escape(decimal)}(\\d*))?${alike(after)}$`,
      'u',
    );
    // EUR -5, but -$5.
    this.#isSignInside = /\p{L}/u.test(before);
  }

  read(text: string): number | ValueProblem {
    if (text.trim() === '') return 'NUMBER_EMPTY';
    const [, bracketed] = this.pattern.hasParentheses === true ? (/^\((.*)\)$/s.exec(text) ?? []) : [];
    const match = this.#reader.exec(bracketed ?? text);
    if (match === null) return 'NUMBER_SYNTAX';
    const [, outside, inside, whole, fraction = ''] = match as unknown as string[];
    // Two signs, or no digit, are no number here either.
    return parseNumber(
      `${bracketed === undefined ? '' : '-'}${outside}${inside}${whole.replace(/\D/g, '')}.${fraction}`,
    );
  }

  /** The number that stands for a text with an open end; null for other texts. */
  readOpen(text: string): OpenValue | null {
    const parts = splitOpen(text);
    if (parts === null) return null;
    const bound = this.read(parts.bound);
    if (typeof bound === 'string') return null;
    return { side: parts.side, value: endOf(parts, bound, { isWhole: !this.pattern.hasDecimals }) };
  }

  writeBound(value: number): string {
    return this.write(value);
  }

  write(value: number): string {
    const { before, after, thousands, decimal, decimals, isIndian = false, hasParentheses = false } = this.pattern;
    const [whole, fraction] = plainDigits(Math.abs(value));
    const ends = isIndian ? /\B(?=(?:\d\d)*\d{3}$)/g : /\B(?=(?:\d{3})+$)/g;
    const grouped = thousands === '' ? whole : whole.replace(ends, thousands);
    const places = fraction.padEnd(decimals, '0');
    const body = places === '' ? grouped : `${grouped}${decimal}${places}`;
    if (hasParentheses && value < 0) return `(${before}${body}${after})`;
    const sign = value < 0 ? '-' : '';
    return this.#isSignInside ? `${before}${sign}${body}${after}` : `${sign}${before}${body}${after}`;
  }
}

/** Numbers of a pattern with open ends: what lies beyond an end is read as the end. */
class OpenNumbers implements NumberFormat {
  readonly pattern: NumberPattern;

  constructor(
    private readonly numbers: PatternNumbers,
    readonly open: OpenEnds,
    private readonly texts: OpenTexts,
  ) {
    this.pattern = numbers.pattern;
  }

  read(text: string): number | ValueProblem {
    const { low = -Infinity, high = Infinity } = this.open;
    const end = this.numbers.readOpen(text);
    if (end !== null) {
      const isWithin = end.side === 'low' ? end.value <= low : end.value >= high;
      return isWithin ? (end.side === 'low' ? low : high) : 'NUMBER_SYNTAX';
    }
    const value = this.numbers.read(text);
    return typeof value === 'string' ? value : Math.min(high, Math.max(low, value));
  }

  write(value: number): string {
    if (value === this.open.low) return this.texts.low!;
    return value === this.open.high ? this.texts.high! : this.numbers.write(value);
  }

  writeBound(value: number): string {
    return this.numbers.write(value);
  }
}

/** The digits before and behind the point of the shortest decimal that denotes a number of at least 0. */
function plainDigits(value: number): [whole: string, fraction: string] {
  const [, whole, fraction = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(
    String(value),
  ) as unknown as [string, string, string?, string?];
  const shift = Number(exponent);
  if (shift === 0) return [whole, fraction];
  const digits = whole + fraction;
  const point = whole.length + shift;
  if (point <= 0) return ['0', '0'.repeat(-point) + digits];
  return [digits.slice(0, point).padEnd(point, '0'), digits.slice(point)];
}
