import { appendAll } from '../base/sequences.js';
import { runToCompletion, type Steps } from '../base/steps.js';
import { dateFormat } from './date-format.js';
import { MONTH_NAMES } from './month-names.js';
import type { MonthLanguage } from './month-names.js';
import { inferNumbers, mixedNumbers } from './infer-numbers.js';
import type { NumberHints } from './infer-numbers.js';
import { arePartialDays, ISO_DAYS, kindOfFormat, spellingOf } from './spelling.js';
import { clockKinds } from './clock-format.js';
import { kindWithFill, splitPartialDays } from './found-partial.js';
import { kindWithEnds, splitOpenTexts } from './kind-with-ends.js';
import type { ColumnType, ValueKind } from './table.js';
import { isCanonicalInteger, isCanonicalNumber, parseDate } from './value.js';

/** Inferred kind of the texts of a column. */
export interface FoundKind {
  readonly kind: ValueKind;
  /**
   * Other possible kinds, where the texts do not decide: then `kind` is that of texts, and the user has to declare one. Empty where there is nothing
   * to ask.
   */
  readonly readings: readonly ValueKind[];
}

const TEXT: FoundKind = { kind: { type: 'string' }, readings: [] };

/**
 * The type under which every text is already the plain spelling of its value, so that nothing is lost: integer, then number,
 * then date, else string; string when there are no texts.
 */
export function inferType(texts: Iterable<string>): ColumnType {
  let integer = true;
  let number = true;
  let date = true;
  let any = false;
  for (const text of texts) {
    any = true;
    if (integer && !isCanonicalInteger(text)) integer = false;
    if (!integer && number && !isCanonicalNumber(text)) number = false;
    if (date && typeof parseDate(text) === 'string') date = false;
    if (!number && !date) return 'string';
  }
  if (!any) return 'string';
  return integer ? 'integer' : number ? 'number' : 'date';
}

/**
 * The kind under which every text is the spelling of its value, so that nothing is lost and nothing is guessed. Where two kinds
 * fit that read some text differently (`03/04/2005`; `1.234`), and where years have two digits, it is text, and they are named.
 *
 * @param texts - the distinct present texts; may be gone through several times
 */
export function inferKind(texts: Iterable<string>, hints: NumberHints = {}): FoundKind {
  return runToCompletion(inferKindInSteps(texts, hints));
}

/** {@link inferKind} that yields between stretches of the work. */
export function* inferKindInSteps(texts: Iterable<string>, hints: NumberHints = {}): Steps<FoundKind> {
  const type = inferType(texts);
  yield;
  if (type === 'integer' && arePackedDays(texts)) return { kind: PACKED_DAYS, readings: [] };
  const packed = type === 'integer' ? yield* inferPackedPartial(texts) : null;
  if (packed !== null) return { kind: packed, readings: [] };
  if (type === 'integer' || type === 'date') return { kind: { type }, readings: [] };
  const [first] = texts;
  if (type === 'number') return yield* plainOrGrouped(texts, first, hints);
  if (first === undefined || !/\d/.test(first) || first.length > 40) return TEXT;
  const isPacked = /^\d{8}$/.test(first) && hasManyDays(texts);
  const readings = yield* distinctReadings(texts, isPacked ? PACKED_WITH_YEAR_LAST : dateKinds(first));
  if (readings.length > 0) {
    const isCertain = readings.length === 1 && !isPacked && !/(?<!Y)YY(?!Y)/.test(readings[0].format ?? '');
    return isCertain ? { kind: readings[0], readings: [] } : { ...TEXT, readings };
  }
  yield;
  const numbers = yield* inferNumbers(texts, first, hints);
  if (numbers !== null) return numbers;
  const [clock] = yield* distinctReadings(texts, clockKinds(first));
  if (clock !== undefined) return { kind: clock, readings: [] };
  const special = (yield* inferOpen(texts, hints)) ?? (yield* inferPartial(texts));
  return special === null ? TEXT : { kind: special, readings: [] };
}

/** The kind of days of which some have no known day or month, all written in one way; null for other texts. */
function* inferPartial(texts: Iterable<string>): Steps<ValueKind | null> {
  const full = splitPartialDays(texts);
  if (full === null) return null;
  const { kind } = yield* inferKindInSteps(full);
  const found = kindWithFill(kind.type === 'integer' ? PACKED_DAYS : kind, texts);
  return arePartialDays(found) && isWrittenAs(texts, found) ? found : null;
}

/** Eight digits that are days of recent years, some of them without a known day or month. */
function* inferPackedPartial(texts: Iterable<string>): Steps<ValueKind | null> {
  const [first] = texts;
  if (!OF_RECENT_YEARS.test(first)) return null;
  let full = 0;
  let all = 0;
  for (const text of texts) {
    if (!OF_RECENT_YEARS.test(text)) return null;
    all++;
    if (isReadAs(text, PACKED_DAYS)) full++;
  }
  return all >= LEAST_PACKED_DAYS && 2 * full >= all ? yield* inferPartial(texts) : null;
}

/** The kind of numbers of which one may have an open end on each side, such as `90+`; null for other texts. */
function* inferOpen(texts: Iterable<string>, hints: NumberHints): Steps<ValueKind | null> {
  const split = splitOpenTexts(texts);
  if (split === null) return null;
  const { kind } = yield* inferKindInSteps(split.others, hints);
  const open = kindWithEnds(kind, split.open);
  // A number beyond an end, or a second end, would be merged with it.
  return open !== null && isWrittenAs(texts, open) ? open : null;
}

/** Days as whole numbers of eight digits, such as `19670209`. */
export const PACKED_DAYS: ValueKind = { type: 'date', format: 'YYYYMMDD' };
const PACKED_WITH_YEAR_LAST: readonly ValueKind[] = [
  { type: 'date', format: 'DDMMYYYY' },
  { type: 'date', format: 'MMDDYYYY' },
];
/** Eight digits of a year from 1800 to 2199, and a month and a day. */
const OF_RECENT_YEARS = /^(?:1[89]|2[01])\d{6}$/;
/** Minimum days: one in 27 numbers of these years is a day, so numbers of any other meaning would show among this many. */
const LEAST_PACKED_DAYS = 20;

/** True for enough texts to distinguish days from codes, all of four digits and a year behind them. */
function hasManyDays(texts: Iterable<string>): boolean {
  let seen = 0;
  for (const text of texts) {
    if (!/^\d{4}(?:1[89]|20)\d\d$/.test(text)) return false;
    seen++;
  }
  return seen >= LEAST_PACKED_DAYS;
}

/** True for eight digits that are a day of the calendar, of the years 1800 to 2199. */
export const isPackedDay = (text: string): boolean => OF_RECENT_YEARS.test(text) && isReadAs(text, PACKED_DAYS);

/** True for enough different numbers of eight digits that are all days. */
function arePackedDays(texts: Iterable<string>): boolean {
  const seen = new Set<string>();
  for (const text of texts) {
    if (!isPackedDay(text)) return false;
    if (seen.size < LEAST_PACKED_DAYS) seen.add(text);
  }
  return seen.size >= LEAST_PACKED_DAYS;
}

/** The format that all texts of a column of times have, or one that reads them all; what is asked or wrong, in words. */
export function findTimes(texts: Iterable<string>): ValueKind | string {
  const { kind, readings } = inferKind(texts);
  if (kind.type === 'datetime') return kind;
  if (readings.some(({ type }) => type === 'datetime')) {
    const formats = readings.map(({ format }) => JSON.stringify(format)).join(' or ');
    return `expected one way to read the times of the column, found several: say "format": ${formats}`;
  }
  const plain: ValueKind = { type: 'datetime' };
  const merging = [plain, ...mergingKinds(texts), ...ISO_MERGING].find(
    (each) => each.type === 'datetime' && reads(texts, each),
  );
  return merging ?? 'expected times that are written in one format, with a zone throughout or without';
}

/** The format that all times of day or lengths of time of a column have, or one that reads them all; what is wrong, in words. */
export function findClock(type: 'time' | 'duration', texts: Iterable<string>): ValueKind | string {
  const kinds = [...texts].slice(0, FIRST_CLOCKS).flatMap(clockKinds).filter((kind) => kind.type === type); // prettier-ignore
  const found = kinds.find((kind) => isWrittenAs(texts, kind)) ?? kinds.find((kind) => reads(texts, kind));
  const isEmpty = [...texts].length === 0;
  return found ?? (isEmpty ? { type } : `expected values of the type ${type} that are written in one format`);
}

/** Texts of which the formats are tried. */
const FIRST_CLOCKS = 20;

/** True for a text that is a time of day, or a length of time, in some format. */
export const isOfClock = (type: 'time' | 'duration', text: string): boolean =>
  clockKinds(text).some((kind) => kind.type === type && isReadAs(text, kind));

const ISO_MERGING = ['', '.SSS', '.SSSSSS'].flatMap((fraction) =>
  ['', 'Z'].map((zone): ValueKind => ({ type: 'datetime', format: `YYYY-MM-DDTHH:mm:ss${fraction}${zone}` })),
);

/** True for a text that is a time in some format. */
export const isTime = (text: string): boolean =>
  dateKinds(text).some((kind) => kind.type === 'datetime' && reads([text], kind));

/** Kinds of days and times that a text is one of. */
export function dateKindsOf(text: string): ValueKind[] {
  const kinds = dateKinds(text).filter((kind) => isReadAs(text, kind));
  return isReadAs(text, ISO_DAY) ? [ISO_DAY, ...kinds] : kinds;
}

const ISO_DAY: ValueKind = { type: 'date' };

/** True for a text that is a value of the kind. */
export const isReadAs = (text: string, kind: ValueKind): boolean => typeof spellingOf(kind).read(text) === 'number';

function reads(texts: Iterable<string>, kind: ValueKind): boolean {
  return valuesOf(texts, kind) !== null;
}

/** Numbers with a point, which may be groups of three digits: `1.234`. */
function* plainOrGrouped(texts: Iterable<string>, first: string, hints: NumberHints): Steps<FoundKind> {
  const plain: ValueKind = { type: 'number' };
  const isOther = hints.decimal === ',' || hints.thousands === '.';
  if (!isOther && (hints.decimal === '.' || !/^-?[1-9]\d{0,2}\.\d{3}$/.test(first)))
    return { kind: plain, readings: [] };
  const found = yield* inferNumbers(texts, first, hints);
  if (isOther) return found ?? TEXT;
  if (found === null || found.readings.length < 2) return { kind: plain, readings: [] };
  return { ...found, readings: found.readings.map((kind) => (kind.type === 'number' ? plain : kind)) };
}

/** Kinds that read every text, one or the other of which is no own spelling: what would merge texts of one value. */
export function mergingKinds(texts: Iterable<string>): ValueKind[] {
  const [first] = texts;
  if (first === undefined || !/\d/.test(first) || first.length > 40) return [];
  const commas: readonly ValueKind[] = hasDecimalComma(texts) ? [COMMA_NUMBER] : [];
  const numbers: readonly ValueKind[] = hasLeadingZero(texts)
    ? []
    : [{ type: 'number' }, ...commas, ...mixedNumbers(texts).filter((kind) => !isWrittenAs(texts, kind))];
  const full = splitPartialDays(texts);
  const days = full === null ? [] : [...dateKindsOf(full[0])].map((kind) => kindWithFill(kind, texts));
  return readAlike(texts, [...dateKinds(first), ...days, ...clockKinds(first), ...numbers]);
}

/** True where every text is the own spelling of a value, so that none merges. */
function isWrittenAs(texts: Iterable<string>, kind: ValueKind): boolean {
  const { read, write } = spellingOf(kind);
  for (const text of texts) {
    const value = read(text);
    if (typeof value !== 'number' || write(value) !== text) return false;
  }
  return true;
}

/** The kinds that read all texts; of those that read them alike the first. */
function readAlike(texts: Iterable<string>, kinds: readonly ValueKind[]): ValueKind[] {
  const found: { readonly kind: ValueKind; readonly values: readonly number[] }[] = [];
  for (const kind of kinds) {
    const values = valuesOf(texts, kind);
    if (values !== null && found.every((other) => other.values.some((value, i) => value !== values[i])))
      found.push({ kind, values });
  }
  return found.map(({ kind }) => kind);
}

/** The values of all texts; null where one has none. */
function valuesOf(texts: Iterable<string>, kind: ValueKind): number[] | null {
  const { read } = spellingOf(kind);
  const values: number[] = [];
  for (const text of texts) {
    const value = read(text);
    if (typeof value !== 'number') return null;
    values.push(value);
  }
  return values;
}

/** Numbers with a comma before decimals, and whole ones without: `62,5`, `62`. */
const COMMA_NUMBER: ValueKind = { type: 'number', format: '0,#' };

/** True where a comma cannot divide thousands. */
function hasDecimalComma(texts: Iterable<string>): boolean {
  for (const text of texts) if (/\d,(\d{1,2}|\d{4,})$/.test(text)) return true;
  return false;
}

/** Codes are no numbers, even where they could be read so. */
function hasLeadingZero(texts: Iterable<string>): boolean {
  for (const text of texts) if (/^[+-]?0\d/.test(text)) return true;
  return false;
}

/** Returns the kinds under which every text is its value's own spelling; of kinds that read all texts alike the first. */
function* distinctReadings(texts: Iterable<string>, kinds: readonly ValueKind[]): Steps<ValueKind[]> {
  const found: { readonly kind: ValueKind; readonly values: readonly number[] }[] = [];
  for (const kind of kinds) {
    const values = yield* ownValues(texts, kind);
    if (values === null) continue;
    if (found.every((other) => other.values.some((value, i) => value !== values[i]))) found.push({ kind, values });
  }
  return found.map(({ kind }) => kind);
}

/** Texts read between two yields. */
const TEXTS_AT_ONCE = 1 << 13;

/** The values of the texts, or null where one is not the own spelling of a value. */
function* ownValues(texts: Iterable<string>, kind: ValueKind): Steps<number[] | null> {
  const { read, write } = spellingOf(kind);
  const values: number[] = [];
  for (const text of texts) {
    const value = read(text);
    if (typeof value !== 'number' || write(value) !== text) return null;
    values.push(value);
    if (values.length % TEXTS_AT_ONCE === 0) yield;
  }
  return values;
}

const SEPARATOR = String.raw`([./\- ]|\. |, )`;
const NUMERIC = new RegExp(String.raw`^(\d{4}|\d{1,2})${SEPARATOR}(\d{1,2})\2(\d{4}|\d{1,2})(?!\d)(.*)$`);
const NAMED = /^(\d{1,2})([./\- ]{0,2})(\p{L}{3,10})([./\- ,]{0,2})(\d{4}|\d\d)(?!\d)(.*)$/u;
const NAMED_FIRST = /^(\p{L}{3,10})([./\- ]{1,2})(\d{1,2})([./\- ,]{1,2})(\d{4})(?!\d)(.*)$/u;
const TIME =
  /^(T|,? )(\d{1,2}):\d\d(?:(:\d\d)(?:([.,])(\d{1,9}))?)?(?:(\s?)([AaPp])[Mm])?(?:(\s?)(Z|[+-]\d\d:?\d\d))?$/;

/** Kinds of days and times that a text may be one of, by the places of its digits and letters. */
function dateKinds(text: string): ValueKind[] {
  const patterns: string[] = [];
  let rest = '';
  const numeric = NUMERIC.exec(text);
  if (numeric !== null) {
    rest = numeric[5];
    appendAll(patterns, numericPatterns(numeric[1].length, numeric[2], numeric[4].length));
  }
  const named = NAMED.exec(text);
  if (named !== null) {
    const [, , before, , behind, year, more] = named;
    rest = more;
    appendAll(
      patterns,
      namedPatterns((day, month) => `${day}${before}${month}${behind}${'Y'.repeat(year.length)}`),
    );
  }
  const american = NAMED_FIRST.exec(text);
  if (american !== null) {
    const [, , between, , behind, , more] = american;
    rest = more;
    appendAll(
      patterns,
      namedPatterns((day, month) => `${month}${between}${day}${behind}YYYY`),
    );
  }
  const ends = rest === '' ? [''] : timePatterns(rest);
  const type = rest === '' ? 'date' : 'datetime';
  return patterns.flatMap((pattern) =>
    ends.flatMap((end) => {
      const kind = dateFormat(pattern + end, type) === null ? null : kindOfFormat(type, pattern + end);
      return kind === null || (kind.type === 'date' && pattern === ISO_DAYS) ? [] : [kind];
    }),
  );
}

function numericPatterns(firstDigits: number, separator: string, lastDigits: number): string[] {
  const joined = (...fields: readonly string[]): string => fields.join(separator);
  if (firstDigits === 4) return lastDigits === 4 ? [] : [joined('YYYY', 'MM', 'DD'), joined('YYYY', 'M', 'D')];
  const years = lastDigits === 4 ? 'YYYY' : 'YY';
  const patterns = [joined('DD', 'MM', years), joined('D', 'M', years)];
  // Points stand between day, month and year in this order only.
  if (!separator.startsWith('.')) patterns.push(joined('MM', 'DD', years), joined('M', 'D', years));
  return years === 'YY' && lastDigits === 2 ? [...patterns, joined('YY', 'MM', 'DD')] : patterns;
}

function namedPatterns(pattern: (day: string, month: string) => string): string[] {
  return (Object.keys(MONTH_NAMES) as MonthLanguage[]).flatMap((language) =>
    ['DD', 'D'].flatMap((day) =>
      ['MMM', 'MMMM', 'MON'].map((month) => `${language === 'en' ? '' : `[${language}]`}${pattern(day, month)}`),
    ),
  );
}

function timePatterns(text: string): string[] {
  const match = TIME.exec(text);
  if (match === null) return [];
  const [, between, , seconds, point = '', fraction = '', gap = '', half, zoneGap = '', zone = ''] = match as unknown as (string | undefined)[]; // prettier-ignore
  const hours = half === undefined ? ['HH', 'H'] : ['h', 'hh'];
  const end = half === undefined ? '' : `${gap}${/[AP]/.test(half) ? 'A' : 'a'}`;
  const second = seconds === undefined ? '' : `:ss${point}${'S'.repeat(fraction.length)}`;
  return hours.map((hour) => `${between ?? ''}${hour}:mm${second}${end}${zoneGap}${zone}`);
}
