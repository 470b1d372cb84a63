import type { HierarchySpec } from '../hierarchy-spec.js';
import type { Column } from '../../table/table.js';
import type { DateLevel } from '../date-paths.js';
import { scaleBounds } from '../interval-paths.js';
import type { Grid } from './grid.js';
import { calendarGrid } from './grid.js';

const MONTHS: Readonly<Record<DateLevel, number>> = { month: 1, quarter: 3, year: 12, decade: 120, century: 1200 };

/**
 * The grid that a declared hierarchy of numbers or dates is: its intervals, the widest first, then whole numbers and days as they
 * are. Null where the hierarchy has none (`mask`, `suppress`), or the column is of another type. Throws HierarchyError for
 * bounds that cannot be counted exactly.
 */
export function gridOfHierarchy(
  spec: HierarchySpec | undefined,
  { name, type }: Pick<Column, 'name' | 'type'>,
): Grid | null {
  if (spec?.type === 'intervals' && (type === 'integer' || type === 'number')) {
    return intervalGrid(scaleBounds(name, spec.origin, spec.widths), type === 'integer');
  }
  if (spec?.type !== 'dates' || type !== 'date') return null;
  return calendarGrid(spec.levels.map((level) => MONTHS[level]).reverse());
}

function intervalGrid({ scale, scaledStart, scaledWidths }: ReturnType<typeof scaleBounds>, isWhole: boolean): Grid {
  const steps = [...scaledWidths].reverse();
  return {
    levels: steps.length + (isWhole ? 1 : 0),
    unit: isWhole ? 1 : null,
    cellOf(level, value) {
      if (level === steps.length) return { start: value, end: value + 1 };
      const width = steps[level];
      // A quotient of whole numbers is the number that people write.
      const bound = (index: number): number => (scaledStart + index * width) / scale;
      let index = Math.floor((value * scale - scaledStart) / width);
      while (bound(index) > value) index--;
      while (bound(index + 1) <= value) index++;
      return { start: bound(index) + 0, end: bound(index + 1) + 0 };
    },
  };
}
