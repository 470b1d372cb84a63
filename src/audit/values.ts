import { isOpenText } from '../table/open-ends.js';
import { spellingOf } from '../table/spelling.js';
import type { Column, ValueKind } from '../table/table.js';

const numberPattern = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const dayMilliseconds = 86_400_000;

/** The kinds of values that need no format. */
export const plainNumber: ValueKind = { type: 'number' };
export const plainDate: ValueKind = { type: 'date' };

/**
 * The value of a text of a numeric kind (days since 1970-01-01 for dates, milliseconds for times), or NaN when it is none.
 * What has a format is read as the table's own spelling has it.
 */
export function parseValue(text: string, kind: ValueKind): number {
  const { type, format } = kind;
  if (type === 'datetime' || type === 'time' || type === 'duration' || (format !== undefined && type !== 'string')) {
    const { read, open } = spellingOf(kind);
    const value = read(text);
    if (typeof value !== 'number') return NaN;
    // A number that an open end covers is no value of the column: 90 is not 90+.
    return (value === open.low || value === open.high) && !isOpenText(text) ? NaN : value;
  }
  if (type === 'date') {
    const parts = datePattern.exec(text);
    if (parts === null) return NaN;
    const day = new Date(0);
    day.setUTCFullYear(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]));
    return day.getUTCMonth() === Number(parts[2]) - 1 ? day.getTime() / dayMilliseconds : NaN;
  }
  if (type === 'string' || !numberPattern.test(text)) return NaN;
  // + 0: the value zero has one sign.
  const value = Number(text) + 0;
  const isWhole = Number.isInteger(value) && Math.abs(value) <= 2 ** 53;
  return type === 'integer' && !isWhole ? NaN : value;
}

/** Compares by code point, not by UTF-16 unit. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rankOfUnit(x) - rankOfUnit(y);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points past U+FFFF: they come after every other unit. */
function rankOfUnit(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** True when the code of the column is a missing cell. */
export function isMissing(column: Column, code: number, missing: ReadonlySet<string>): boolean {
  return code === column.missingCode || missing.has(column.texts[code]);
}

/** The values of two columns of one attribute, numbered together: equal cells have equal numbers. */
export interface JoinedValues {
  /** Number of different values. Values of `base` come first, in the order of its dictionary. */
  readonly count: number;
  readonly texts: readonly string[];
  /** [count] numbers of numeric columns (NaN for what is none), or null. */
  readonly numbers: Float64Array | null;
  /** Number of the missing value, or -1. */
  readonly missing: number;
  /** Dictionary code -> value. */
  readonly ofBase: Uint32Array;
  readonly ofOther: Uint32Array;
}

/**
 * Numbers the values of `base` (the original's column) and `other` (the release's) together. Missing cells are equal
 * whatever their spelling; where `base` is numeric, cells with the same number are equal.
 */
export function joinValues(base: Column, other: Column, missing: ReadonlySet<string>): JoinedValues {
  const texts: string[] = [];
  const numbers: number[] = [];
  const byText = new Map<string, number>();
  const byNumber = new Map<number, number>();
  const numeric = base.numbers !== null;
  let missingValue = -1;
  const add = (column: Column, code: number): number => {
    const text = column.texts[code];
    if (isMissing(column, code, missing)) {
      if (missingValue < 0) {
        missingValue = texts.length;
        texts.push(text);
        numbers.push(NaN);
      }
      return missingValue;
    }
    const known = byText.get(text);
    if (known !== undefined) return known;
    const number = numeric ? (column.numbers?.[code] ?? parseValue(text, base)) : NaN;
    const equal = Number.isNaN(number) ? undefined : byNumber.get(number);
    if (equal !== undefined) {
      byText.set(text, equal);
      return equal;
    }
    const value = texts.length;
    texts.push(text);
    numbers.push(number);
    byText.set(text, value);
    if (!Number.isNaN(number)) byNumber.set(number, value);
    return value;
  };
  const ofBase = Uint32Array.from(base.texts, (_, code) => add(base, code));
  const ofOther = other === base ? ofBase : Uint32Array.from(other.texts, (_, code) => add(other, code));
  return {
    count: texts.length,
    texts,
    numbers: numeric ? Float64Array.from(numbers) : null,
    missing: missingValue,
    ofBase,
    ofOther,
  };
}
