import { HierarchyError } from '../base/errors.js';
import { described, oneOf } from '../base/schema-parts.js';
import { civilFromDays } from '../table/calendar.js';
import type { CalendarSpelling } from '../table/spelling.js';
import { spellingOf } from '../table/spelling.js';
import type { Column } from '../table/table.js';
import { calendarGrid } from './coding/grid.js';
import { defineHierarchyKind, listOf, orMissingOnly } from './kind.js';
import { sortedCodes } from './sorted-codes.js';

/** From fine to coarse; each nests in the next. */
const COARSENESS = ['minute', 'hour', 'day', 'month', 'quarter', 'year', 'decade', 'century'] as const;

/** A level of `{"type":"dates"}`. */
export type DateLevel = (typeof COARSENESS)[number];

const MONTHS: Readonly<Partial<Record<DateLevel, number>>> = {
  month: 1,
  quarter: 3,
  year: 12,
  decade: 120,
  century: 1200,
};
/** Levels of times alone, in milliseconds. */
const CLOCK: Readonly<Partial<Record<DateLevel, number>>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** `{"type":"dates"}`: parts of the calendar, and of the day where a column has times. */
export const dates = defineHierarchyKind({
  type: 'dates',
  description: 'Days and times by their calendar: month, quarter, year, decade and others, then *.',
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
 * `2024-Q2`, year `2024`, decade `2020s`, century `2000-2099` (so that decades nest in it); minute, hour, day and month as the
 * column spells its days and times.
 *
 * @throws HierarchyError DATE_LEVELS when levels do not grow coarser, or days have levels of times; HIERARCHY_TYPE when the
 *   column holds no dates.
 */
function datePaths(column: Column, levels: readonly DateLevel[]): string[][] {
  if (column.type !== 'date' && column.type !== 'datetime') {
    throw new HierarchyError(
      'HIERARCHY_TYPE',
      column.name,
      `dates: expected a column of type date or datetime, received ${column.type}`,
    );
  }
  if (levels.length === 0) throw new HierarchyError('DATE_LEVELS', column.name, 'dates: expected at least one level');
  const known = COARSENESS.filter((level) => column.type === 'datetime' || CLOCK[level] === undefined);
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
  return Array.from(sortedCodes(column))
    .filter((code) => code !== column.missingCode)
    .map((code) => [texts[code], ...levels.map((level) => dateLabel(numbers![code], level, calendar)), '*']);
}

/** The label of a day or a time at a level. */
export function dateLabel(value: number, level: DateLevel, calendar: CalendarSpelling): string {
  if (level === 'minute' || level === 'hour' || level === 'day' || level === 'month') {
    return calendar.writePart(value, level);
  }
  const { year: number, month } = civilFromDays(Math.floor((value + calendar.shift) / calendar.day));
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
