import type { AuditedHierarchyKind, CellAt } from './kind.js';
import { labelEach, rootOf } from './kind.js';

type DateLevel = 'month' | 'quarter' | 'year' | 'decade' | 'century';

const monthsOf: Readonly<Record<DateLevel, number>> = { month: 1, quarter: 3, year: 12, decade: 120, century: 1200 };

export const dates: AuditedHierarchyKind<{ readonly type: 'dates'; readonly levels: readonly DateLevel[] }> = {
  type: 'dates',
  labels: ({ levels }, leaves) => [
    ...levels.map((level) => labelEach(leaves, (leaf) => dateLabel(leaves.texts[leaf], level))),
    rootOf(leaves),
  ],
  cells: ({ levels }, type) => (type === 'date' ? dateCell(levels.map((level) => monthsOf[level]).reverse()) : null),
};

function dateLabel(text: string, level: DateLevel): string {
  const year = text.slice(0, 4);
  switch (level) {
    case 'month':
      return text.slice(0, 7);
    case 'quarter':
      return `${year}-Q${Math.ceil(Number(text.slice(5, 7)) / 3)}`;
    case 'year':
      return year;
    case 'decade':
      return `${year.slice(0, 3)}0s`;
    case 'century':
      return `${year.slice(0, 2)}00-${year.slice(0, 2)}99`;
  }
}

const dayMilliseconds = 86_400_000;

/** Steps are parts of the calendar of so many months, counted from the year 0, then days since 1970-01-01. */
export function dateCell(months: readonly number[]): CellAt {
  return (value, step) => {
    if (step > months.length) return null;
    if (step === months.length) return { start: value, end: value + 1 };
    const date = new Date(value * dayMilliseconds);
    const month = 12 * date.getUTCFullYear() + date.getUTCMonth();
    const first = month - (month % months[step]);
    return { start: dayOf(first), end: dayOf(first + months[step]) };
  };
}

function dayOf(month: number): number {
  const date = new Date(0);
  date.setUTCFullYear(0, month, 1);
  return date.getTime() / dayMilliseconds;
}
