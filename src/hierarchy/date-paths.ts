import { HierarchyError } from '../base/errors.js';
import { described, oneOf } from '../base/schema-parts.js';
import { civilFromDays, daysFromCivil } from '../table/calendar.js';
import type { CalendarSpelling } from '../table/spelling.js';
import { arePartialDays, spellingOf } from '../table/spelling.js';
import type { Column } from '../table/table.js';
import { stretchOf } from '../table/partial-days.js';
import { wrongType } from './wrong-type.js';
import { calendarGrid, WEEK } from './coding/grid.js';
import { defineHierarchyKind, listOf, orMissingOnly } from './kind.js';
import { sortedCodes } from './sorted-codes.js';

/** From fine to coarse; each nests in the next, but for weeks, which nest in nothing. */
const COARSENESS = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year', 'decade', 'century'] as const;

/** A level of `{"type":"dates"}`. */
export type DateLevel = (typeof COARSENESS)[number];

const MONTHS: Readonly<Partial<Record<DateLevel, number>>> = {
  month: 1,
  quarter: 3,
  year: 12,
  decade: 120,
  century: 1200,
};
/** Levels of equal length, in milliseconds; all but weeks are of times alone. */
const CLOCK: Readonly<Partial<Record<DateLevel, number>>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: WEEK,
};

/** `{"type":"dates"}`: parts of the calendar, and of the day where a column has times. */
export const dates = defineHierarchyKind({
  type: 'dates',
  description: 'Days and times by their calendar: week, or month, quarter, year, decade and others, then *.',
  fields: {
    levels: described(
      listOf(oneOf(COARSENESS), 'a list of date levels'),
      'Levels of the calendar, from fine to coarse.',
    ),
  },
  leavesFrom: 'column',
  paths: ({ levels }, column) => orMissingOnly(datePaths(column, levels), column, levels.length + 2),
  grid: ({ levels }, column) =>
    column.type === 'date' || column.type === 'datetime'
      ? calendarGrid(column, widthsOf(levels, MONTHS), widthsOf(levels, CLOCK))
      : null,
});

const widthsOf = (levels: readonly DateLevel[], widths: Readonly<Partial<Record<DateLevel, number>>>): number[] =>
  levels.flatMap((level) => widths[level] ?? []).reverse();

/**
 * Paths of `{"type":"dates"}`: the day or the time, then the levels asked for, then `*`. Labels: month `2024-05`, quarter
 * `2024-Q2`, week `2024-W06` (ISO 8601), year `2024`, decade `2020s`, century `2000-2099` (so that decades nest in it); minute, hour, day and month as the
 * column spells its days and times.
 *
 * @throws HierarchyError DATE_LEVELS when levels do not grow coarser, days have levels of times, or a level stands behind weeks; HIERARCHY_TYPE when the
 *   column holds no dates.
 */
function datePaths(column: Column, levels: readonly DateLevel[]): string[][] {
  if (column.type !== 'date' && column.type !== 'datetime') {
    throw wrongType(column, 'dates: expected a column of type date or datetime');
  }
  if (levels.length === 0) throw new HierarchyError('DATE_LEVELS', column.name, 'dates: expected at least one level');
  const known = COARSENESS.filter(
    (level) => column.type === 'datetime' || level === 'week' || CLOCK[level] === undefined,
  );
  const week = levels.indexOf('week');
  if (week >= 0 && week < levels.length - 1) {
    const problem = 'dates: expected "week" as the last level, since weeks do not nest in months, quarters or years';
    throw new HierarchyError('DATE_LEVELS', column.name, problem, week + 2);
  }
  levels.forEach((level, i) => {
    const coarseness = known.indexOf(level);
    if (coarseness < 0 || (i > 0 && coarseness <= known.indexOf(levels[i - 1]))) {
      throw new HierarchyError(
        'DATE_LEVELS',
        column.name,
        `dates: expected levels that grow coarser, out of ${known.join(', ')}`,
        i + 1,
      );
    }
  });
  const { texts, numbers } = column;
  const calendar = spellingOf(column).calendar!;
  const labelOf = (code: number, level: DateLevel): string =>
    arePartialDays(column) && isCoarser(numbers![code], level)
      ? texts[code]
      : dateLabel(numbers![code], level, calendar);
  return Array.from(sortedCodes(column))
    .filter((code) => code !== column.missingCode)
    .map((code) => [texts[code], ...levels.map((level) => labelOf(code, level)), '*']);
}

/** True for a day without a known day or month that says less than a level does: it stays as it is there. */
function isCoarser(value: number, level: DateLevel): boolean {
  const stretch = stretchOf(value);
  if (stretch === null) return false;
  return (
    level === 'week' || stretch.end - stretch.start > LONGEST[level === 'month' || level === 'quarter' ? level : 'year']
  );
}

/** Most days of a part of the calendar. */
const LONGEST = { month: 31, quarter: 92, year: 366 };

/** The label of a day or a time at a level. */
export function dateLabel(value: number, level: DateLevel, calendar: CalendarSpelling): string {
  if (level === 'minute' || level === 'hour' || level === 'day' || level === 'month') {
    return calendar.writePart(value, level);
  }
  const days = Math.floor((value + calendar.shift) / calendar.day);
  if (level === 'week') return weekLabel(days);
  const { year: number, month } = civilFromDays(days);
  const year = String(number).padStart(4, '0');
  switch (level) {
    case 'quarter':
      return `${year}-Q${Math.ceil(month / 3)}`;
    case 'year':
      return year;
    case 'decade':
      return `${year.slice(0, 3)}0s`;
    case 'century':
      return `${year.slice(0, 2)}00-${year.slice(0, 2)}99`;
  }
}

/** The week of ISO 8601 of a day: weeks begin on Monday, and belong to the year that their Thursday is in. */
function weekLabel(days: number): string {
  // Day 0, 1970-01-01, is a Thursday.
  const thursday = days - ((((days + 3) % 7) + 7) % 7) + 3;
  const { year } = civilFromDays(thursday);
  const week = Math.floor((thursday - daysFromCivil({ year, month: 1, day: 1 })) / 7) + 1;
  return `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`;
}
