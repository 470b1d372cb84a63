import type { CalendarSpelling } from '../../table/spelling.js';
import { spellingOf } from '../../table/spelling.js';
import type { ValueKind } from '../../table/table.js';
import { parseValue } from '../values.js';
import type { AuditedHierarchyKind, CellAt } from './kind.js';
import { labelEach, rootOf } from './kind.js';

type DateLevel = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year' | 'decade' | 'century';

const monthsOf: Readonly<Partial<Record<DateLevel, number>>> = {
  month: 1,
  quarter: 3,
  year: 12,
  decade: 120,
  century: 1200,
};
const millisecondsOf: Readonly<Partial<Record<DateLevel, number>>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};

export const dates: AuditedHierarchyKind<{ readonly type: 'dates'; readonly levels: readonly DateLevel[] }> = {
  type: 'dates',
  labels: ({ levels }, leaves) => {
    const { texts, column } = leaves;
    const { calendar } = spellingOf(column);
    const values = texts.map((text) => parseValue(text, column));
    return [
      ...levels.map((level) =>
        labelEach(leaves, (leaf) =>
          calendar === undefined
            ? '*'
            : column.type === 'date' && knowsLess(values[leaf], level)
              ? texts[leaf]
              : dateLabel(values[leaf], level, calendar),
        ),
      ),
      rootOf(leaves),
    ];
  },
  cells({ levels }, kind) {
    if (kind.type !== 'date' && kind.type !== 'datetime') return null;
    const of = (widths: Readonly<Partial<Record<DateLevel, number>>>): number[] =>
      [...levels].reverse().flatMap((level) => widths[level] ?? []);
    return dateCell(kind, of(monthsOf), of(millisecondsOf));
  },
};

/** True for a month or a year (fractions of days) at a level that divides it. */
function knowsLess(value: number, level: DateLevel): boolean {
  const part = value - Math.floor(value);
  if (level === 'week') return part === 0.5 || part === 0.75;
  return part === 0.75 && (level === 'month' || level === 'quarter');
}

const dayMilliseconds = 86_400_000;

/** The clock's moment of a value, as a Date whose UTC fields are those of the clock. */
const clockOf = (value: number, { shift, day }: CalendarSpelling): Date =>
  new Date(Math.floor(value * (dayMilliseconds / day)) + shift);

function dateLabel(value: number, level: DateLevel, calendar: CalendarSpelling): string {
  if (level === 'minute' || level === 'hour' || level === 'day' || level === 'month') {
    return calendar.writePart(value, level);
  }
  if (level === 'week') return isoWeek(clockOf(value, calendar));
  const [date] = clockOf(value, calendar).toISOString().split('T');
  const year = date.slice(0, 4);
  switch (level) {
    case 'quarter':
      return `${year}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
    case 'year':
      return year;
    case 'decade':
      return `${year.slice(0, 3)}0s`;
    case 'century':
      return `${year.slice(0, 2)}00-${year.slice(0, 2)}99`;
  }
}

/** `1967-W06`: the week that the Monday before begins, numbered in the year in which most of its days are. */
function isoWeek(date: Date): string {
  const middle = new Date(date);
  middle.setUTCDate(date.getUTCDate() + 4 - (date.getUTCDay() === 0 ? 7 : date.getUTCDay()));
  const first = new Date(0);
  first.setUTCFullYear(middle.getUTCFullYear(), 0, 1);
  const dayOfYear = Math.floor((middle.getTime() - first.getTime()) / dayMilliseconds) + 1;
  const week = String(Math.ceil(dayOfYear / 7)).padStart(2, '0');
  return `${middle.toISOString().slice(0, 4)}-W${week}`;
}

/** Parts of the day of the fixed steps, in milliseconds: day, half and quarter days, hour, then minutes and seconds. */
export const fixedClock = [
  ...[24, 12, 6, 1].map((hours) => hours * 3_600_000),
  ...[30, 10, 5, 1].map((minutes) => minutes * 60_000),
  ...[30, 10, 5, 1].map((seconds) => seconds * 1000),
];

/**
 * Returns the cells of dates. Steps are parts of the calendar of whole numbers of months, counted from the year 0, then of milliseconds where the
 * column has times, then values as they are.
 */
export function dateCell(kind: ValueKind, months: readonly number[], milliseconds: readonly number[]): CellAt {
  const { unit, calendar } = spellingOf(kind);
  const { shift, day } = calendar as CalendarSpelling;
  const isWeek = (part: number): boolean => part === millisecondsOf.week;
  const parts = milliseconds.filter((part) => isWeek(part) || (kind.type === 'datetime' && part >= unit));
  const toValue = (clock: number): number => (clock - shift) / (dayMilliseconds / day);
  return (value, step) => {
    if (step > months.length + parts.length) return null;
    if (step === months.length + parts.length) {
      const first = kind.type === 'date' ? Math.floor(value) : value;
      return { start: first, end: kind.type === 'date' ? first + 1 : first + unit };
    }
    const date = clockOf(value, calendar as CalendarSpelling);
    if (step >= months.length) {
      const part = parts[step - months.length];
      // The first of January 1970 is a Thursday: the Monday before it began a week.
      const origin = isWeek(part) ? -3 * dayMilliseconds : 0;
      const start = Math.floor((date.getTime() - origin) / part) * part + origin;
      return { start: toValue(start), end: toValue(start + part) };
    }
    const month = 12 * date.getUTCFullYear() + date.getUTCMonth();
    const first = month - (month % months[step]);
    return { start: toValue(firstOf(first)), end: toValue(firstOf(first + months[step])) };
  };
}

/** The first moment of a month. */
function firstOf(month: number): number {
  const date = new Date(0);
  date.setUTCFullYear(0, month, 1);
  return date.getTime();
}
