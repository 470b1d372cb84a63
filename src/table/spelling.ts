import { clockFormat, isClockType } from './clock-format.js';
import { dateFormat, normalDatePattern } from './date-format.js';
import type { Stretch, TimePart } from './date-format.js';
import { numberFormat } from './number-format.js';
import type { OpenEnds } from './number-format.js';
import { mayBePartial, PARTIAL_UNIT, PartialDays, splitPartialFormat } from './partial-days.js';
import type { ColumnType, ValueKind } from './column.js';
import type { ValueProblem } from './value.js';
import { formatDate, parseDate, parseInteger, parseNumber } from './value.js';

/**
 * How the values of a column are written: reads a text and writes a value, each the inverse of the other. What one value may be
 * written like beyond that (`9.2.1967` where days are `DD.MM.YYYY`) is read, and never written.
 */
export interface Spelling {
  /** The value of a text, or why it has none. */
  read(text: string): number | ValueProblem;
  /** The text of a value. */
  write(value: number): string;
  /** The text of a bound of a range: of numbers with open ends, the number itself. */
  bound(value: number): string;
  /** Values that stand for all below or above them: `<1`, `90+`. A label that covers one of them is open on that side. */
  readonly open: OpenEnds;
  /** Present of days and times. */
  readonly calendar?: CalendarSpelling;
  /** The least difference of two values; 0 where there is none. */
  readonly unit: number;
  /** Separator of the two bounds of a range: `[0.5, 1)`, but `[0,5; 1,0)`. */
  readonly between: ', ' | '; ';
}

/** Spelling of parts of the calendar beside days and times. Values are in the unit of the column. */
export interface CalendarSpelling {
  /** Milliseconds that the clock of the zone written is ahead of the values; 0 for days. */
  readonly shift: number;
  /** Values of a day. */
  readonly day: number;
  /** True where a part of the calendar begins with the value. */
  isStart(value: number, part: TimePart): boolean;
  /** The part of the calendar that begins with the value: `1961`, `03.1961`. */
  writePart(value: number, part: TimePart): string;
  /** The values that a text names, which is one of them or a part of the calendar. Null for other texts. */
  readPart(text: string): Stretch | null;
}

/** The pattern of days where none is declared. */
export const ISO_DAYS = 'YYYY-MM-DD';
/** The pattern of times where none is declared and none is found. */
const ISO_TIMES = 'YYYY-MM-DDTHH:mm:ss';

const known = new Map<string, Spelling>();

/** Spelling of the values of a column of numbers, days or times. The format is one that a job may declare. */
export function spellingOf({ type, format }: ValueKind): Spelling {
  const key = `${type} ${format ?? ''}`;
  let spelling = known.get(key);
  if (spelling === undefined) known.set(key, (spelling = makeSpelling(type, format)));
  return spelling;
}

function makeSpelling(type: ColumnType, format: string | undefined): Spelling {
  const partial = type === 'date' ? splitPartialFormat(format ?? '') : null;
  if (partial !== null) return partialSpelling(partial);
  if (type === 'date' || type === 'datetime') {
    const dates = dateFormat(format ?? (type === 'date' ? ISO_DAYS : ISO_TIMES), type)!;
    const isPlain = type === 'date' && format === undefined;
    return {
      // Days of the default format are read as they are written, and in no other way.
      read: isPlain ? parseDate : (text) => problemOr(dates.read(text), type),
      write: isPlain ? formatDate : (value) => dates.write(value),
      bound: isPlain ? formatDate : (value) => dates.write(value),
      open: {},
      unit: dates.unit,
      between: ', ',
      calendar: {
        shift: dates.shift,
        day: dates.hasTime ? 86_400_000 : 1,
        isStart: (value, part) => dates.isStart(value, part),
        writePart: (value, part) => dates.writePart(value, part),
        readPart: (text) => (isPlain && !/^\d{4}(-\d\d(-\d\d)?)?$/.test(text) ? null : dates.readPart(text)),
      },
    };
  }
  if (isClockType(type)) {
    const clock = clockFormat(format ?? DEFAULT_CLOCK[type], type)!;
    const { unit, write } = clock;
    return { read: (text) => problemOr(clock.read(text), type), write, bound: write, open: {}, unit, between: ', ' };
  }
  const numbers = format === undefined ? null : numberFormat(format)!;
  const read = numbers === null ? parseNumber : (text: string) => numbers.read(text);
  const whole = numbers === null ? parseInteger : (text: string) => wholeOf(numbers.read(text));
  return {
    read: type === 'integer' ? whole : read,
    write: numbers === null ? String : (value) => numbers.write(value),
    bound: numbers === null ? String : (value) => numbers.writeBound(value),
    open: numbers?.open ?? {},
    unit: type === 'integer' ? 1 : 0,
    between: numbers?.pattern.hasDecimals === true && numbers.pattern.decimal === ',' ? '; ' : ', ',
  };
}

/** Spelling of days of which some have no known day or month. */
function partialSpelling({ pattern, fill }: NonNullable<ReturnType<typeof splitPartialFormat>>): Spelling {
  const dates = dateFormat(pattern, 'date')!;
  const days = new PartialDays(dates, pattern, fill);
  return {
    read: (text) => problemOr(days.read(text), 'date'),
    write: (value) => days.write(value),
    bound: (value) => dates.write(value),
    open: {},
    unit: PARTIAL_UNIT,
    between: ', ',
    calendar: {
      shift: 0,
      day: 1,
      isStart: (value, part) => Number.isInteger(value) && dates.isStart(value, part),
      writePart: (value, part) => dates.writePart(Math.floor(value), part),
      readPart: (text) => days.readPart(text),
    },
  };
}

/** True for days of which some have no known day or month. */
export const arePartialDays = ({ type, format = '' }: ValueKind): boolean =>
  type === 'date' && splitPartialFormat(format) !== null;

/** The patterns of times of day and lengths of time where none is declared and none is found. */
const DEFAULT_CLOCK = { time: 'HH:mm', duration: 'h:mm:ss' } as const;

const problemOr = (value: number, type: ColumnType): number | ValueProblem =>
  Number.isNaN(value) ? (type === 'date' ? 'DATE_INVALID' : 'TIME_INVALID') : value;

function wholeOf(value: number | ValueProblem): number | ValueProblem {
  if (typeof value === 'string') return value;
  if (!Number.isInteger(value)) return 'NUMBER_SYNTAX';
  return Math.abs(value) > 2 ** 53 ? 'NUMBER_NOT_EXACT' : value;
}

/** The value of a cell of such a kind, or why it has none. */
export function parseValue(text: string, kind: ValueKind): number | ValueProblem {
  return spellingOf(kind).read(text);
}

/** The one text under which a value of such a kind is kept and written. */
export function formatValue(value: number, kind: ValueKind): string {
  return spellingOf(kind).write(value);
}

/** True for two kinds of the same values, written alike. */
export const isSameKind = (a: ValueKind, b: ValueKind): boolean => a.type === b.type && a.format === b.format;

/** The kind of a column, and nothing else of it. */
export const kindOf = ({ type, format }: ValueKind): ValueKind => (format === undefined ? { type } : { type, format });

/** The kind of values that a declaration says: its type, or the one its format is of; null for a format that is none. */
export function kindOfFormat(type: ColumnType | undefined, format: string): ValueKind | null {
  if (type === 'string') return null;
  const partial = splitPartialFormat(format);
  if (partial !== null && (type === undefined || type === 'date')) return partialKind(partial);
  if (type === undefined) {
    for (const each of ['date', 'datetime'] as const) {
      const pattern = normalDatePattern(format, each);
      if (dateFormat(pattern, each) !== null) return { type: each, ...withFormat(each, pattern) };
    }
    for (const each of ['time', 'duration'] as const)
      if (clockFormat(format, each) !== null) return { type: each, format };
    const numbers = numberFormat(format);
    return numbers === null ? null : { type: numbers.pattern.hasDecimals ? 'number' : 'integer', format };
  }
  if (type === 'integer' || type === 'number') return numberFormat(format) === null ? null : { type, format };
  if (isClockType(type)) return clockFormat(format, type) === null ? null : { type, format };
  const pattern = normalDatePattern(format, type);
  return dateFormat(pattern, type) === null ? null : { type, ...withFormat(type, pattern) };
}

function partialKind({ pattern, fill }: NonNullable<ReturnType<typeof splitPartialFormat>>): ValueKind | null {
  const normal = normalDatePattern(pattern, 'date');
  const isPattern = mayBePartial(normal) && dateFormat(normal, 'date') !== null;
  return isPattern ? { type: 'date', format: `${normal} [${fill}]` } : null;
}

/** The default format is no format of its own: a column is the same whether it is declared or not. */
const withFormat = (type: ColumnType, format: string): { format?: string } =>
  type === 'date' && format === ISO_DAYS ? {} : { format };
