import { spellingOf } from '../../table/spelling.js';
import type { Column, ValueKind } from '../../table/table.js';
import { parseValue } from '../values.js';
import { type AuditBounds, cellsBetween, isOnBothSides, labelBetween, listsOf } from './bounds.js';
import type { AuditedHierarchyKind, CellAt } from './kind.js';
import { labelEach, rootOf } from './kind.js';

export interface Intervals {
  readonly type: 'intervals';
  readonly origin?: number;
  readonly widths?: readonly number[];
  readonly bounds?: AuditBounds;
}

export const intervals: AuditedHierarchyKind<Intervals> = {
  type: 'intervals',
  labels({ origin = 0, widths = [], bounds }, leaves) {
    const { texts, column } = leaves;
    const values = texts.map((text) => parseValue(text, column));
    if (bounds !== undefined) {
      const lists = listsOf(bounds, column);
      return [
        ...lists.map((list) =>
          labelEach(leaves, (leaf) =>
            column.type === 'date' && isOnBothSides(values[leaf], list)
              ? texts[leaf]
              : labelBetween(values[leaf], list, column),
          ),
        ),
        rootOf(leaves),
      ];
    }
    return [
      ...widths.map((width) => labelEach(leaves, (leaf) => intervalLabel(values[leaf], origin, width, column))),
      rootOf(leaves),
    ];
  },
  // Widths of times count minutes, numbers milliseconds: leaves are counted.
  widthShares: (spec, numbers, kind) => (isClock(kind) ? null : sharesOfWidths(spec, numbers)),
  cells: (spec, kind) =>
    spec.bounds === undefined
      ? isClock(kind)
        ? clockCell(spec, kind)
        : intervalCell(spec, kind.type === 'integer')
      : cellsBetween(listsOf(spec.bounds, kind), kind),
};

const minute = 60_000;
const isClock = ({ type }: ValueKind): boolean => type === 'time' || type === 'duration';

/** `[22:00-22:59]`: the times from the start of an interval to the last before its end, within the day for times of day. */
function clockLabel(value: number, origin: number, width: number, kind: ValueKind): string {
  const { unit, write } = spellingOf(kind);
  const start = origin + width * Math.floor((value - origin) / width);
  const end = kind.type === 'time' ? Math.min(start + width, 24 * 60 * minute) : start + width;
  const [first, last] = [write(Math.max(start, 0)), write(end - unit)];
  return first === last ? first : `[${first}-${last}]`;
}

/** Steps are the widths in minutes, the widest first, then times as they are. */
function clockCell({ origin = 0, widths = [] }: Intervals, kind: ValueKind): CellAt {
  const { unit } = spellingOf(kind);
  return (value, step) => {
    if (step > widths.length) return null;
    if (step === widths.length) return { start: value, end: value + unit };
    const width = widths[widths.length - 1 - step] * minute;
    const start = origin * minute + width * Math.floor((value - origin * minute) / width);
    const most = kind.type === 'time' ? 24 * 60 * minute : Infinity;
    return { start: Math.max(start, 0), end: Math.min(start + width, most) };
  };
}

/** The number as its decimal digits say it, times 10^places. */
function shifted(value: number, places: number): number {
  const [digits, exponent = 0] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

/** Digits of a number behind the decimal point. */
function placesOf(value: number): number {
  const [digits, exponent = 0] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent));
}

/**
 * Returns the lower bounds of intervals, as the decimals that people write: 1.2 - 3 * 0.4 is 0, while doubles leave a little more or less. Exact as
 * long as bounds can be counted in units of the last decimal.
 */
function boundsOf(origin: number, width: number): (index: number) => number {
  const places = Math.max(placesOf(origin), placesOf(width));
  const [first, step] = [shifted(origin, places), shifted(width, places)];
  return (index) => shifted(first + index * step, -places) + 0;
}

/** Which interval a value lies in: the division rounds, so that the bounds decide. */
function indexOf(value: number, origin: number, width: number): number {
  const bound = boundsOf(origin, width);
  const j = Math.floor((value - origin) / width);
  return value >= bound(j + 1) ? j + 1 : value < bound(j) ? j - 1 : j;
}

/** `[lo-hi]` for integers, the half-open `[lo, hi)` for numbers. */
function intervalLabel(value: number, origin: number, width: number, column: Column): string {
  if (isClock(column)) return clockLabel(value, origin * minute, width * minute, column);
  const bound = boundsOf(origin, width);
  const j = indexOf(value, origin, width);
  const { write, bound: written, between, open } = spellingOf(column);
  const [start, end] = [bound(j), bound(j + 1)];
  const holds = (side: number | undefined): boolean => side !== undefined && side >= start && side < end;
  if (holds(open.low) && holds(open.high)) return '*';
  if (holds(open.low)) return `<${written(end)}`;
  if (holds(open.high)) return open.high === start ? write(start) : `>=${written(start)}`;
  return column.type === 'integer'
    ? `[${written(start)}-${written(end - 1)}]`
    : `[${written(start)}${between}${written(end)})`;
}

function sharesOfWidths({ origin = 0, widths }: Intervals, numbers: Float64Array | null): number[] | null {
  if (widths === undefined) return null;
  let smallest = Infinity;
  let largest = -Infinity;
  for (const number of numbers ?? []) {
    if (number < smallest) smallest = number;
    if (number > largest) largest = number;
  }
  if (smallest > largest) return null;
  const widest = widths[widths.length - 1];
  const span = lowerBound(largest, origin, widest) + widest - lowerBound(smallest, origin, widest);
  return [0, ...widths.map((width) => width / span), 1];
}

/** Lower bound of the interval of a value. */
const lowerBound = (value: number, origin: number, width: number): number =>
  boundsOf(origin, width)(indexOf(value, origin, width));

/** Steps are the widths of a declared hierarchy, the widest first, then whole numbers. */
function intervalCell({ origin = 0, widths = [] }: Intervals, isWhole: boolean): CellAt {
  return (value, step) => {
    const width = widths[widths.length - 1 - step];
    if (width === undefined) return isWhole && step === widths.length ? { start: value, end: value + 1 } : null;
    const bound = boundsOf(origin, width);
    let at = Math.floor((value - origin) / width);
    // A quotient is off by one at most; past 2^53 of them bounds are equal, and nothing would move.
    if (bound(at) > value) at--;
    else if (bound(at + 1) <= value) at++;
    return { start: bound(at), end: bound(at + 1) };
  };
}
