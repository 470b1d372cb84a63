import { HierarchyError } from '../base/errors.js';
import { oneOf } from '../base/schema-parts.js';
import type { Column } from '../table/table.js';
import { calendarGrid } from './coding/grid.js';
import { defineHierarchyKind, listOf, orMissingOnly } from './kind.js';
import { sortedCodes } from './sorted-codes.js';

/** From fine to coarse; each nests in the next. */
const COARSENESS = ['month', 'quarter', 'year', 'decade', 'century'] as const;

/** A level of `{"type":"dates"}`. */
export type DateLevel = (typeof COARSENESS)[number];

const MONTHS: Readonly<Record<DateLevel, number>> = { month: 1, quarter: 3, year: 12, decade: 120, century: 1200 };

/** `{"type":"dates"}`: parts of the calendar. */
export const dates = defineHierarchyKind({
  type: 'dates',
  fields: { levels: listOf(oneOf(COARSENESS), 'a list of date levels') },
  leavesFrom: 'column',
  paths: ({ levels }, column) => orMissingOnly(datePaths(column, levels), column, levels.length + 2),
  grid: ({ levels }, { type }) =>
    type === 'date' ? calendarGrid(levels.map((level) => MONTHS[level]).reverse()) : null,
});

/**
 * Paths of `{"type":"dates"}`: the ISO day, then the levels asked for, then `*`. Labels: month `2024-05`, quarter
 * `2024-Q2`, year `2024`, decade `2020s`, century `2000-2099` (so that decades nest in it).
 *
 * @throws HierarchyError DATE_LEVELS when levels do not grow coarser; HIERARCHY_TYPE when the column holds no dates.
 */
function datePaths(column: Column, levels: readonly DateLevel[]): string[][] {
  if (column.type !== 'date') {
    throw new HierarchyError(
      'HIERARCHY_TYPE',
      column.name,
      `dates: expected a column of type date, received ${column.type}`,
    );
  }
  if (levels.length === 0) throw new HierarchyError('DATE_LEVELS', column.name, 'dates: expected at least one level');
  levels.forEach((level, i) => {
    const coarseness = COARSENESS.indexOf(level);
    if (coarseness < 0 || (i > 0 && coarseness <= COARSENESS.indexOf(levels[i - 1]))) {
      throw new HierarchyError(
        'DATE_LEVELS',
        column.name,
        `dates: expected levels that grow coarser, out of ${COARSENESS.join(', ')}`,
        i + 1,
      );
    }
  });
  return Array.from(sortedCodes(column))
    .filter((code) => code !== column.missingCode)
    .map((code) => {
      const text = column.texts[code];
      return [text, ...levels.map((level) => dateLabel(text, level)), '*'];
    });
}

/** The label of an ISO day at a level. */
export function dateLabel(day: string, level: DateLevel): string {
  const year = day.slice(0, 4);
  switch (level) {
    case 'month':
      return day.slice(0, 7);
    case 'quarter':
      return `${year}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
    case 'year':
      return year;
    case 'decade':
      return `${year.slice(0, 3)}0s`;
    case 'century':
      return `${year.slice(0, 2)}00-${year.slice(0, 2)}99`;
  }
}
