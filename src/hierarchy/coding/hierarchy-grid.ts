import { powerOfTen } from '../../elementary.js';
import type { HierarchySpec } from '../../job/job.js';
import type { ColumnType } from '../../table/table.js';
import { formatDate } from '../../table/value.js';
import type { DateLevel } from '../date-paths.js';
import type { Grid } from './grid.js';
import { dayOf } from './grid.js';

/** Years, or months, of a cell of a level of dates. */
const SPANS: Readonly<Record<DateLevel, { readonly years?: number; readonly months?: number }>> = {
  century: { years: 100 },
  decade: { years: 10 },
  year: { years: 1 },
  quarter: { months: 3 },
  month: { months: 1 },
};

/**
 * The grid that a declared hierarchy of numbers or dates is: its intervals, the widest first, then whole numbers and days as they
 * are. Null where the hierarchy has none (`mask`, `suppress`), or the column is of another type.
 */
export function gridOfHierarchy(spec: HierarchySpec | undefined, type: ColumnType): Grid | null {
  if (spec?.type === 'intervals' && (type === 'integer' || type === 'number')) {
    return intervalGrid(spec.origin ?? 0, spec.widths, type === 'integer');
  }
  return spec?.type === 'dates' && type === 'date' ? dateGrid(spec.levels) : null;
}

function intervalGrid(origin: number, widths: readonly number[], isWhole: boolean): Grid {
  const scale = powerOfTen(Math.max(...[origin, ...widths].map(decimalsOf)));
  const start = Math.round(origin * scale);
  const steps = widths.map((width) => Math.round(width * scale)).reverse();
  return {
    levels: steps.length + (isWhole ? 1 : 0),
    unit: isWhole ? 1 : null,
    cellOf(level, value) {
      if (level === steps.length) return { start: value, end: value + 1 };
      const width = steps[level];
      // A quotient of whole numbers is the number that people write.
      const bound = (index: number): number => (start + index * width) / scale;
      let index = Math.floor((value - origin) / (width / scale));
      while (bound(index) > value) index--;
      while (bound(index + 1) <= value) index++;
      return { start: bound(index) + 0, end: bound(index + 1) + 0 };
    },
  };
}

/** Decimal places of the shortest text of a number. */
function decimalsOf(value: number): number {
  const [mantissa, exponent = '0'] = String(value).split('e');
  return Math.max(0, (mantissa.split('.')[1] ?? '').length - Number(exponent));
}

function dateGrid(levels: readonly DateLevel[]): Grid {
  const steps = levels.map((level) => SPANS[level]).reverse();
  return {
    levels: steps.length + 1,
    unit: 1,
    cellOf(level, day) {
      if (level === steps.length) return { start: day, end: day + 1 };
      const { years, months = 0 } = steps[level];
      const text = formatDate(day);
      const year = Number(text.slice(0, 4));
      if (years !== undefined) {
        const first = Math.floor(year / years) * years;
        return { start: dayOf(first, 0), end: dayOf(first + years, 0) };
      }
      const first = Math.floor((Number(text.slice(5, 7)) - 1) / months) * months;
      return { start: dayOf(year, first), end: dayOf(year, first + months) };
    },
  };
}
