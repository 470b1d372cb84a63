import { decimalExponent } from '../../base/elementary.js';
import { civilFromDays, daysFromCivil } from '../../table/calendar.js';
import { clockWidths, isClockType } from '../../table/clock-format.js';
import type { CalendarSpelling } from '../../table/spelling.js';
import { spellingOf } from '../../table/spelling.js';
import type { ValueKind } from '../../table/table.js';

/** A cell of a grid: the numbers from `start` up to, not including, `end`. */
export interface GridCell {
  readonly start: number;
  readonly end: number;
}

/**
 * A grid that belongs to nobody: cells of fixed widths, counted from 0 or by the calendar, whatever the data. Level 0 is the
 * coarsest; every cell of a level falls into cells of the next one.
 */
export interface Grid {
  readonly levels: number;
  /** The least difference of two numbers: 1 for whole numbers and days, null where there is none. */
  readonly unit: number | null;
  /** The cell of a level that holds the number. */
  cellOf(level: number, value: number): GridCell;
}

/** Decimal places below the first digit that count: cells have whole numbers that a double holds. */
const MOST_DIGITS = 15;

/**
 * Widths of 1 and 5 times a power of ten, cells counted from 0: 100, 50, 10, 5, 1, ... The coarsest cell reaches from 0
 * beyond the number that is farthest from it; whole numbers end with cells of width 1.
 */
function decimalGrid(farthest: number, isWhole: boolean): Grid {
  let exponent = isWhole ? 0 : -MOST_DIGITS;
  if (farthest > 0) exponent = Math.max(exponent, decimalExponent(farthest) - 1);
  while (Number(`1e${exponent}`) <= farthest) exponent++;
  const widths: (readonly [digit: number, exponent: number])[] = [];
  const last = isWhole ? 0 : exponent - MOST_DIGITS;
  for (let e = exponent; e >= last; e--) {
    widths.push([1, e]);
    if (e > last) widths.push([5, e - 1]);
  }
  return {
    levels: widths.length,
    unit: isWhole ? 1 : null,
    cellOf(level, value) {
      const [digit, power] = widths[level];
      const width = Number(`${digit}e${power}`);
      // Fractions are read as decimals, so that bounds are the numbers that people write.
      const bound = (index: number): number =>
        power >= 0 && power <= 15 ? index * width : Number(`${index * digit}e${power}`);
      let index = Math.floor(value / width);
      while (bound(index) > value) index--;
      while (bound(index + 1) <= value) index++;
      return { start: bound(index) + 0, end: bound(index + 1) + 0 };
    },
  };
}

/** Months of the cells of the fixed calendar: 10,000, 5000, 1000, ..., 10, 5 years, one year, quarters, months. */
const CALENDAR = [...[10_000, 5000, 1000, 500, 100, 50, 10, 5, 1].map((years) => 12 * years), 3, 1];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Milliseconds of a week. */
export const WEEK = 7 * DAY;
/** Day 0 is a Thursday; weeks begin on Monday. */
const FIRST_MONDAY = 4;
/** Parts of the day, in milliseconds: half and quarter days, hours, minutes, seconds. */
const CLOCK = [DAY, DAY / 2, DAY / 4, HOUR, 30 * MINUTE, 10 * MINUTE, 5 * MINUTE, MINUTE, 30_000, 10_000, 5000, 1000];

/**
 * Parts of the calendar, counted from the year 0, then parts of the day, then days or times as they are; numbers are days or
 * milliseconds since 1970-01-01.
 *
 * @param months - of the cells of every level, the coarsest first, each a multiple of the next
 * @param clock - milliseconds of the cells of the levels behind them, of days weeks alone; each a multiple of the next
 */
export function calendarGrid(
  kind: ValueKind,
  months: readonly number[] = CALENDAR,
  clock: readonly number[] = CLOCK,
): Grid {
  const { unit, calendar } = spellingOf(kind);
  const { shift, day } = calendar as CalendarSpelling;
  const widths = clock.filter((width) => width === WEEK || (kind.type === 'datetime' && width >= unit));
  const startOf = (month: number): number => dayOfMonth(month) * day - shift;
  return {
    levels: months.length + widths.length + 1,
    unit,
    cellOf(level, value) {
      if (level >= months.length + widths.length) {
        // A day that is partial stands behind the last day that it may be.
        const start = kind.type === 'date' ? Math.floor(value) : value;
        return { start, end: kind.type === 'date' ? start + 1 : start + unit };
      }
      if (level >= months.length) {
        const length = widths[level - months.length];
        const width = (length / DAY) * day;
        const origin = (length === WEEK ? FIRST_MONDAY * day : 0) - shift;
        const start = Math.floor((value - origin) / width) * width + origin;
        return { start, end: start + width };
      }
      const { year, month } = civilFromDays(Math.floor((value + shift) / day));
      const index = 12 * year + month - 1;
      const first = index - (index % months[level]);
      return { start: startOf(first), end: startOf(first + months[level]) };
    },
  };
}

/** Days from 1970-01-01 to the first of a month, counted from January of the year 0. */
function dayOfMonth(month: number): number {
  return daysFromCivil({ year: Math.floor(month / 12), month: (month % 12) + 1, day: 1 });
}

/** Cells of some widths in milliseconds, the widest first, then values as they are. */
export function clockGrid(kind: ValueKind, widths: readonly number[], origin: number): Grid {
  const { unit } = spellingOf(kind);
  // A time of day ends with the day, and no length is below zero.
  const most = kind.type === 'time' ? DAY : Infinity;
  return {
    levels: widths.length + 1,
    unit,
    cellOf(level, value) {
      if (level === widths.length) return { start: value, end: value + unit };
      const start = Math.floor((value - origin) / widths[level]) * widths[level] + origin;
      return { start: Math.max(0, start), end: Math.min(most, start + widths[level]) };
    },
  };
}

/** The grid of a column of numbers, days or times, given its numbers without the missing one. */
export function gridOf(kind: ValueKind, numbers: Iterable<number>): Grid {
  if (spellingOf(kind).calendar !== undefined) return calendarGrid(kind);
  if (isClockType(kind.type)) return clockGrid(kind, clockWidths(kind.type, spellingOf(kind).unit), 0);
  let farthest = 0;
  for (const number of numbers) farthest = Math.max(farthest, Math.abs(number));
  return decimalGrid(farthest, kind.type === 'integer');
}
