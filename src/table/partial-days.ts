/**
 * Days of which the day or the month is unknown: `1945-03-00`, `1945-00-00`, `03.1961`, `19450000`. The value of such a day stands
 * behind the last day that it may be: half a day behind it for a month, three quarters for a year.
 */
import { civilFromDays, daysFromCivil } from './calendar.js';
import type { DateFormat, Stretch } from './date-format.js';

/** How far the value of a month and of a year stands behind its last day. */
const MONTH = 0.5;
const YEAR = 0.75;
/** The least difference of two days where some are partial. */
export const PARTIAL_UNIT = 0.25;

/** Unknown parts as cells have them; `short` leaves them out. */
export const FILLS = ['00', '0', '99', 'xx', 'XX', '??', '--', '__', 'short'] as const;
type Fill = (typeof FILLS)[number];

const UNKNOWN = String.raw`0{1,2}|99|\?{1,2}|[xX]{1,2}|--|__`;
const FORMAT = /^([\s\S]*\S) \[(\S+)\]$/;

/** The pattern of a format and its unknown parts, `YYYY-MM-DD [00]`; null for a format without any. */
export function splitPartialFormat(format: string): { readonly pattern: string; readonly fill: Fill } | null {
  const match = FORMAT.exec(format);
  const fill = FILLS.find((each) => each === match?.[2]);
  return match === null || fill === undefined ? null : { pattern: match[1], fill };
}

/** The values of a partial day: a stretch of whole days; null for other values. */
export function stretchOf(value: number): Stretch | null {
  const last = Math.floor(value);
  if (Number.isNaN(value) || value === last) return null;
  const { year, month } = civilFromDays(last);
  const start = daysFromCivil({ year, month: value - last === YEAR ? 1 : month, day: 1 });
  return { start, end: last + 1 };
}

/** The value of the month or the year that is a stretch of whole days; NaN for other stretches. */
function valueOf({ start, end }: Stretch): number {
  const length = end - start;
  return length > 300 ? end - 1 + YEAR : length > 1 ? end - 1 + MONTH : NaN;
}

/** Days of a pattern, of which some are partial. */
export class PartialDays {
  readonly #reader: RegExp;
  readonly #roles: readonly string[];

  /** @param pattern - of the days, without a language; its parts are digits */
  constructor(
    private readonly days: DateFormat,
    pattern: string,
    private readonly fill: Fill,
  ) {
    const fields = /YYYY|MM?|DD?/g;
    this.#roles = Array.from(pattern.matchAll(fields), ([field]) => field[0]);
    const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    const between = pattern.split(fields).map((text) => `(${escaped(text)})`);
    const isPacked = /YYYYMM|MMDD|DDMM|MMYYYY/.test(pattern);
    const part = isPacked ? String.raw`(\d\d|0{2}|99|\?\?|xx|XX|--|__)` : String.raw`(\d{1,2}|${UNKNOWN})`;
    const parts = this.#roles.map((role) => (role === 'Y' ? String.raw`(\d{4})` : part));
    this.#reader = new RegExp(`^${between.map((text, i) => text + (parts[i] ?? '')).join('')}$`);
  }

  /** The value of a day, a month or a year; NaN for other texts. */
  read(text: string): number {
    const day = this.days.read(text);
    if (!Number.isNaN(day)) return day;
    const stretch = this.#readStretch(text);
    return stretch === null ? NaN : valueOf(stretch);
  }

  /** The days of a text with unknown parts, or of one that leaves them out; null for others. */
  #readStretch(text: string): Stretch | null {
    const match = this.#reader.exec(text);
    if (match === null) return this.days.readPart(text);
    const known: Record<string, number> = {};
    this.#roles.forEach((role, i) => (known[role] = Number(match[2 * i + 2])));
    const { Y: year, M: month, D: day } = known;
    const isUnknown = (part: number, most: number): boolean => Number.isNaN(part) || part === 0 || part === 99 || part > most; // prettier-ignore
    if (year === 0 || year === 9999 || (month > 12 && month !== 99) || (day > 31 && day !== 99)) return null;
    if (isUnknown(month, 12)) {
      return {
        start: daysFromCivil({ year, month: 1, day: 1 }),
        end: daysFromCivil({ year: year + 1, month: 1, day: 1 }),
      };
    }
    if (!isUnknown(day, 31)) return null;
    const next = month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 };
    return { start: daysFromCivil({ year, month, day: 1 }), end: daysFromCivil({ ...next, day: 1 }) };
  }

  /** The text of a value. */
  write(value: number): string {
    const stretch = stretchOf(value);
    if (stretch === null) return this.days.write(value);
    const isYear = value - Math.floor(value) === YEAR;
    if (this.fill === 'short') return this.days.writePart(stretch.start, isYear ? 'year' : 'month');
    const match = this.#reader.exec(this.days.write(stretch.start)) as RegExpExecArray;
    return match
      .slice(1)
      .map((text, i) => {
        const role = i % 2 === 1 ? this.#roles[(i - 1) / 2] : '';
        return role === 'D' || (role === 'M' && isYear) ? this.fill : text;
      })
      .join('');
  }

  /** The days that a text names: a day, a month or a year; null for other texts. */
  readPart(text: string): Stretch | null {
    return this.days.readPart(text) ?? this.#readStretch(text);
  }
}

/** True for a pattern of days that may have unknown parts: all its parts are digits, and the year has four. */
export const mayBePartial = (pattern: string): boolean => /^(?:[^A-Za-z[\]']|YYYY|MM?|DD?)+$/.test(pattern) && /YYYY/.test(pattern); // prettier-ignore
