/** How times of day and lengths of time are written: `HH:mm`, `h:mm A`, `h:mm:ss`, `m:ss`, and `PT` of ISO 8601. Values are milliseconds. */
import type { ColumnType, ValueKind } from './column.js';

/** Types of times without a day. */
type ClockType = 'time' | 'duration';

/** Format of times of day, counted from midnight, or of lengths of time. */
interface ClockFormat {
  /** The least difference of two values, in milliseconds. */
  readonly unit: number;
  /** The value of a text; NaN when it has none. */
  read(text: string): number;
  write(value: number): string;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Longest length of time: some hundred years. */
const LONGEST = 1e6 * HOUR;

/** True for times of day and lengths of time. */
export const isClockType = (type: ColumnType | undefined): type is ClockType => type === 'time' || type === 'duration';

const compiled = new Map<string, ClockFormat | null>();

/** The format that a pattern says for times of day or lengths of time; null where it is none. */
export function clockFormat(pattern: string, type: ClockType): ClockFormat | null {
  const key = `${type} ${pattern}`;
  let format = compiled.get(key);
  if (format === undefined) {
    format = pattern.startsWith('P') ? isoFormat(pattern, type) : digitalFormat(pattern, type);
    compiled.set(key, format);
  }
  return format;
}

const DIGITAL = /^(?:(HH?|hh?):)?(mm?)(?::(ss)(?:([.,])(S{1,3}))?)?(?:( ?)([Aa]))?$/;

function digitalFormat(pattern: string, type: ClockType): ClockFormat | null {
  const match = DIGITAL.exec(pattern) as (string | undefined)[] | null;
  if (match === null) return null;
  const [, hour, minute = '', second, point = '.', fraction = '', gap = '', half] = match;
  const isTwelve = half !== undefined;
  const isTime = type === 'time' && hour !== undefined && (isTwelve ? /^h/ : /^H/).test(hour) && minute === 'mm';
  const isLength = type === 'duration' && !isTwelve && (hour === undefined ? second !== undefined : /^h/.test(hour) && minute === 'mm'); // prettier-ignore
  if (!isTime && !isLength) return null;
  const unit = second === undefined ? MINUTE : fraction === '' ? SECOND : Number(`1e${3 - fraction.length}`);
  const most = type === 'time' ? DAY : LONGEST;
  const reader = new RegExp(
    `^${hour === undefined ? '' : '(\\d{1,6}):'}(${hour === undefined ? '\\d{1,7}' : '\\d\\d'})${
      second === undefined
        ? '(?::00)?'
        : `${type === 'time' ? '(?:' : ''}:(\\d\\d)(?:[.,](\\d{1,9}))?${type === 'time' ? ')?' : ''}`
    }${isTwelve ? '\\s?([AaPp])\\.?[Mm]\\.?' : ''}$`,
  );
  return {
    unit,
    read(text) {
      const parts = reader.exec(text) as (string | undefined)[] | null;
      if (parts === null) return NaN;
      const own = parts.slice(1);
      const takeNext = (isThere: boolean): string | undefined => (isThere ? own.shift() : undefined);
      let hours = Number(takeNext(hour !== undefined) ?? 0);
      const minutes = Number(takeNext(true));
      const seconds = Number(takeNext(second !== undefined) ?? 0);
      const digits = takeNext(second !== undefined) ?? '';
      const letter = takeNext(isTwelve);
      if (letter !== undefined) hours = hours < 1 || hours > 12 ? NaN : (hours % 12) + (/p/i.test(letter) ? 12 : 0);
      if ((hour !== undefined && minutes > 59) || seconds > 59 || /[1-9]/.test(digits.slice(fraction.length)))
        return NaN;
      const value = hours * HOUR + minutes * MINUTE + seconds * SECOND + Number(digits.slice(0, 3).padEnd(3, '0'));
      return value < most ? value : NaN;
    },
    write(value) {
      const hours = Math.floor(value / HOUR);
      const minutes = Math.floor(value / MINUTE) - (hour === undefined ? 0 : 60 * hours);
      const shown = isTwelve ? ((hours + 11) % 12) + 1 : hours;
      const padded = (number: number, field: string): string => String(number).padStart(field.length, '0');
      const rest = second === undefined ? '' : `:${padded(Math.floor(value / SECOND) % 60, 'ss')}`;
      const part = fraction === '' ? '' : point + padded(value % SECOND, 'SSS').slice(0, fraction.length);
      const ending = half === undefined ? '' : gap + (half === 'A' ? (hours % 24 < 12 ? 'AM' : 'PM') : hours % 24 < 12 ? 'am' : 'pm'); // prettier-ignore
      return `${hour === undefined ? '' : `${padded(shown, hour)}:`}${padded(minutes, minute)}${rest}${part}${ending}`;
    },
  };
}

const ISO = /^P(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,](\d{1,3}))?S)?)?$/;
/** Parts of a length that are always written. */
const ISO_PATTERN = /^PT(#H)?(#M)?(#S)?$/;

/** `PT`, which leaves parts of zero out, or `PT#H#M` and others, which always have the same parts. */
function isoFormat(pattern: string, type: ClockType): ClockFormat | null {
  const match = ISO_PATTERN.exec(pattern);
  if (match === null || type !== 'duration') return null;
  const [hasHours, hasMinutes, hasSeconds] = [1, 2, 3].map((part) => (match[part] as string | undefined) !== undefined);
  const isShort = pattern === 'PT';
  const unit = isShort || hasSeconds ? SECOND : hasMinutes ? MINUTE : HOUR;
  return {
    unit,
    read(text) {
      const parts = ISO.exec(text);
      if (parts === null || text === 'P' || /\.\d*[1-9]/.test(text.replace(',', '.'))) return NaN;
      const [days, hours, minutes, seconds] = [1, 2, 3, 4].map((part) =>
        Number((parts[part] as string | undefined) ?? 0),
      );
      const value = days * DAY + hours * HOUR + minutes * MINUTE + seconds * SECOND;
      return value < LONGEST && value % unit === 0 ? value : NaN;
    },
    write(value) {
      let left = value;
      const take = (size: number): number => {
        const number = Math.floor(left / size);
        left -= number * size;
        return number;
      };
      const hours = isShort || hasHours ? take(HOUR) : 0;
      const minutes = isShort || hasMinutes ? take(MINUTE) : 0;
      const seconds = take(SECOND);
      const part = (number: number, letter: string, isWritten: boolean): string =>
        isWritten || (isShort && number > 0) ? `${number}${letter}` : '';
      const text = part(hours, 'H', hasHours) + part(minutes, 'M', hasMinutes) + part(seconds, 'S', hasSeconds);
      return `PT${text === '' ? '0S' : text}`;
    },
  };
}

const CLOCK = /^\d{1,6}:\d\d(?:(:\d\d)(?:([.,])(\d{1,3}))?)?(?:(\s?)([AaPp])\.?[Mm]\.?)?$/;
const ISO_PATTERNS = ['PT', 'PT#H#M', 'PT#H#M#S', 'PT#M#S', 'PT#M', 'PT#S', 'PT#H'];

/** Kinds of times of day and lengths of time that a text may be one of, the likeliest first. */
export function clockKinds(text: string): ValueKind[] {
  if (/^P(?=\d|T\d)/.test(text)) return ISO_PATTERNS.map((format) => ({ type: 'duration', format }));
  const match = CLOCK.exec(text) as (string | undefined)[] | null;
  if (match === null) return [];
  const [, second, point = '', fraction = '', gap = '', half] = match;
  const end = second === undefined ? '' : `:ss${point}${'S'.repeat(fraction.length)}`;
  const kind = (type: ClockType, format: string): ValueKind => ({ type, format });
  if (half !== undefined) {
    const letter = /[AP]/.test(half) ? 'A' : 'a';
    return ['h', 'hh'].map((hour) => kind('time', `${hour}:mm${end}${gap === '' ? '' : ' '}${letter}`));
  }
  const padded = kind('time', `HH:mm${end}`);
  const short = kind('time', `H:mm${end}`);
  // Hours without a zero before seconds are those of a race, not of a clock.
  return second === undefined
    ? [padded, short, kind('duration', 'm:ss'), kind('duration', 'mm:ss')]
    : [padded, kind('duration', `h:mm${end}`), kind('duration', `hh:mm${end}`), short];
}

/** Milliseconds of the cells of a grid, the coarsest first, down to the unit of a column. */
export function clockWidths(type: ClockType, unit: number): readonly number[] {
  const hours = type === 'time' ? [24, 12, 6, 1] : [1000, 500, 100, 50, 10, 5, 1];
  const parts = [30, 10, 5, 1];
  const milliseconds = [500, 100, 50, 10, 5, 1];
  const all = [...hours.map((n) => n * HOUR), ...parts.map((n) => n * MINUTE), ...parts.map((n) => n * SECOND), ...milliseconds]; // prettier-ignore
  return all.filter((width) => width >= unit);
}

/** Milliseconds of a minute, in which widths of intervals of such columns count. */
export const CLOCK_MINUTE = MINUTE;
