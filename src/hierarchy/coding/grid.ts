import { decimalExponent } from '../../base/elementary.js';
import type { ColumnType } from '../../table/table.js';
import { formatDate, parseDate } from '../../table/value.js';

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
  readonly unit: 1 | null;
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

/**
 * Parts of the calendar, counted from the year 0, then days; numbers are days since 1970-01-01.
 *
 * @param months - of the cells of every level, the coarsest first, each a multiple of the next
 */
export function calendarGrid(months: readonly number[] = CALENDAR): Grid {
  return {
    levels: months.length + 1,
    unit: 1,
    cellOf(level, day) {
      if (level === months.length) return { start: day, end: day + 1 };
      const text = formatDate(day);
      const month = 12 * Number(text.slice(0, 4)) + Number(text.slice(5, 7)) - 1;
      const first = month - (month % months[level]);
      return { start: dayOfMonth(first), end: dayOfMonth(first + months[level]) };
    },
  };
}

/** Days from 1970-01-01 to the first of a month, counted from January of the year 0; years 0 to 10,000. */
function dayOfMonth(month: number): number {
  const year = Math.floor(month / 12);
  // Texts of days have four digits; the calendar repeats itself after 400 years of 146,097 days.
  const eras = year > 9999 ? 1 : 0;
  const text = `${String(year - 400 * eras).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`;
  return (parseDate(text) as number) + 146_097 * eras;
}

/** The grid of a column of numbers or dates, given its numbers without the missing one. */
export function gridOf(type: Exclude<ColumnType, 'string'>, numbers: Iterable<number>): Grid {
  if (type === 'date') return calendarGrid();
  let farthest = 0;
  for (const number of numbers) farthest = Math.max(farthest, Math.abs(number));
  return decimalGrid(farthest, type === 'integer');
}
