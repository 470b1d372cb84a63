/** Intervals between bounds of the job, open at both ends: `"bounds": [[18, 30, 65], [18, 65]]`. */
import * as v from 'valibot';
import { HierarchyError, InvalidArgumentError } from '../base/errors.js';
import { shortList } from '../base/short-list.js';
import { choosing, message } from '../base/schema-parts.js';
import type { ValueKind } from '../table/table.js';
import { anyValue } from './any-value.js';
import { stretchOf } from '../table/partial-days.js';
import { wrongType } from './wrong-type.js';
import { isClockType } from '../table/clock-format.js';
import { arePartialDays, parseValue, spellingOf } from '../table/spelling.js';
import type { Column } from '../table/table.js';
import type { Grid } from './coding/grid.js';
import { rangeLabel } from './coding/range-label.js';
import { listOf } from './kind.js';
import { sortedCodes } from './sorted-codes.js';

type Bound = number | string;

/** One list of bounds a level, from fine to coarse; or the list of the only level. */
export type Bounds = readonly Bound[] | readonly (readonly Bound[])[];

const bound = v.union(
  [v.pipe(v.number(), v.finite()), v.string()],
  message('INTERVAL_TYPE', 'a number, or a date as text such as "1980-01-01" or "1980"'),
);
const oneLevel = listOf(bound, 'a list of bounds');
const everyLevel = listOf(oneLevel, 'a list of bounds for every level, or one list of bounds');

/** Schema of {@link Bounds}. */
export const boundsSchema = choosing(
  v.lazy((input) =>
    Array.isArray(input) && input.length > 0 && !input.some(Array.isArray) ? oneLevel : everyLevel,
  ) as v.GenericSchema<unknown, Bounds>,
  [oneLevel, everyLevel],
);

const isOneLevel = (bounds: Bounds): bounds is readonly Bound[] => bounds.some((each) => !Array.isArray(each));

/** [levels] bounds of every level. */
export const boundsByLevel = (bounds: Bounds): readonly (readonly Bound[])[] =>
  isOneLevel(bounds) ? [bounds] : bounds;

/** Throws for bounds of numbers that do not ascend, or are not among those of the level before; those of dates are checked beside their column. */
export function checkBounds(bounds: Bounds, path: string): void {
  const levels = boundsByLevel(bounds);
  if (levels.flat().some((each) => typeof each === 'string')) return;
  const problem = findProblem(levels as readonly (readonly number[])[], levels);
  if (problem === null) return;
  const [level, at] = problem.place;
  const place = `${path}${isOneLevel(bounds) ? '' : `[${level}]`}${at === null ? '' : `[${at}]`}`;
  throw new InvalidArgumentError(place, problem.expected, problem.received, 'INTERVAL_RANGE');
}

interface Problem {
  /** Level, and place in it where one bound is wrong. */
  readonly place: readonly [level: number, at: number | null];
  readonly expected: string;
  readonly received: string;
}

/** @param texts - the bounds as the job spells them */
function findProblem(values: readonly (readonly number[])[], texts: readonly (readonly Bound[])[]): Problem | null {
  if (values.length === 0) return { place: [0, null], expected: 'bounds of at least one level', received: 'none' };
  for (const [level, own] of values.entries()) {
    if (own.length === 0) return { place: [level, null], expected: 'at least one bound', received: 'none' };
    const before = level === 0 ? null : values[level - 1];
    for (const [at, value] of own.entries()) {
      const received = JSON.stringify(texts[level][at]);
      if (at > 0 && !(value > own[at - 1])) {
        return { place: [level, at], expected: `more than the bound before it, ${JSON.stringify(texts[level][at - 1])}`, received }; // prettier-ignore
      }
      if (before !== null && !before.includes(value)) {
        const known = shortList(texts[level - 1].map((each) => JSON.stringify(each)));
        return { place: [level, at], expected: `one of the bounds of the level before it: ${known}`, received };
      }
    }
    if (before?.length === own.length) {
      return { place: [level, null], expected: 'fewer bounds than the level before it', received: 'as many' };
    }
  }
  return null;
}

/**
 * Paths of `bounds`: level i has the interval below the first bound, those between two bounds, and the one from the last bound on;
 * then `*`. Whole numbers are labelled `<18`, `18-64`, `65+`, others `<0.5`, `[0.5, 1)`, `1+`, days and times as rounded ranges are:
 * `<1950`, `[1950-1979]`, `>=1980`.
 *
 * @throws HierarchyError HIERARCHY_TYPE for a column of texts, INTERVAL_RANGE for bounds that are no values of the column's type
 */
export function boundsPaths(column: Column, bounds: Bounds): string[][] {
  if (column.type === 'string') throw wrongType(column, 'intervals: expected a column of numbers or dates');
  const levels = valuesOfBounds(column, bounds).map((own) => withinEnds(own, column));
  const labels = levels.map((own) => Array.from({ length: own.length + 1 }, (_, at) => intervalLabel(own, at, column)));
  const codes = Array.from(sortedCodes(column)).filter((code) => code !== column.missingCode);
  return codes.map((code) => [
    column.texts[code],
    ...levels.map((own, level) =>
      arePartialDays(column) && isDivided(own, column.numbers![code])
        ? column.texts[code]
        : labels[level][indexOf(own, column.numbers![code])],
    ),
    '*',
  ]);
}

/** The grid of bounds, the coarsest first, then whole numbers, days and times as they are. */
export function boundsGrid(column: Pick<Column, 'name' | 'type' | 'format'>, bounds: Bounds): Grid {
  const levels = [...valuesOfBounds(column, bounds)].reverse();
  const { unit } = spellingOf(column);
  return {
    levels: levels.length + (unit === 0 ? 0 : 1),
    unit: unit === 0 ? null : unit,
    cellOf(level, value) {
      if (level >= levels.length) {
        const start = column.type === 'date' ? Math.floor(value) : value;
        return { start, end: column.type === 'date' ? start + 1 : start + unit };
      }
      const own = levels[level];
      const at = indexOf(own, value);
      return { start: own[at - 1] ?? -Infinity, end: own[at] ?? Infinity };
    },
  };
}

/** Number of bounds that are not above a value: the place of its interval. */
function indexOf(bounds: readonly number[], value: number): number {
  let from = 0;
  let to = bounds.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (bounds[middle] <= value) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** [levels] bounds as values of the column. */
function valuesOfBounds(column: Pick<Column, 'name' | 'type' | 'format'>, bounds: Bounds): number[][] {
  if (column.type === 'string') {
    throw new HierarchyError(
      'HIERARCHY_TYPE',
      column.name,
      'intervals: expected a column of numbers or dates, received string',
    );
  }
  const levels = boundsByLevel(bounds);
  const values = levels.map((own, level) => own.map((each) => valueOf(column, each, level + 1)));
  const problem = findProblem(values, levels);
  if (problem === null) return values;
  const [level, at] = problem.place;
  const place = `bounds[${level}]${at === null ? '' : `[${at}]`}`;
  throw wrongBound(column.name, `${place}: expected ${problem.expected}, received ${problem.received}`, level + 1);
}

const wrongBound = (attribute: string, problem: string, level: number): HierarchyError =>
  new HierarchyError('INTERVAL_RANGE', attribute, `intervals, ${problem}`, level);

function valueOf(kind: ValueKind & { readonly name: string }, bound: Bound, level: number): number {
  const { calendar } = spellingOf(kind);
  const refused = (expected: string): HierarchyError =>
    wrongBound(kind.name, `bounds: expected ${expected}, received ${JSON.stringify(bound)}`, level);
  if (isClockType(kind.type)) {
    const time = typeof bound === 'string' ? parseValue(bound, kind) : undefined;
    if (typeof time === 'number') return time;
    throw refused('times as texts, written as the column writes them');
  }
  if (calendar === undefined) {
    const isWhole = kind.type === 'integer';
    if (typeof bound === 'number' && (!isWhole || Number.isSafeInteger(bound))) return bound + 0;
    throw refused(isWhole ? 'whole numbers for a column of whole numbers' : 'numbers for a column of numbers');
  }
  const start = typeof bound === 'string' ? calendar.readPart(bound)?.start : undefined;
  if (start === undefined) throw refused('days, months or years as texts for a column of dates');
  return start;
}

/** True for a day without a known day or month that may lie on both sides of a bound: it stays as it is on that level. */
function isDivided(bounds: readonly number[], value: number): boolean {
  const stretch = stretchOf(value);
  return stretch !== null && bounds.some((bound) => bound > stretch.start && bound < stretch.end);
}

/** Bounds that no number with an open end of the column covers. */
function withinEnds(bounds: readonly number[], column: Column): readonly number[] {
  const { low = -Infinity, high = Infinity } = spellingOf(column).open;
  return bounds.filter((each) => each > low && each <= high);
}

/** The label of the interval before the bound `at`. */
function intervalLabel(bounds: readonly number[], at: number, kind: ValueKind): string {
  const { bound: write, between, unit, calendar } = spellingOf(kind);
  const [openBelow, openAbove] = [at === 0, at === bounds.length];
  const [start, end] = [openBelow ? -Infinity : bounds[at - 1], openAbove ? Infinity : bounds[at]];
  if (calendar !== undefined) {
    const piece = { from: 0, to: 0, start, end, exact: false, openBelow, openAbove };
    return rangeLabel(kind, [piece, piece, piece], () => '').text;
  }
  if (openBelow && openAbove) return anyValue;
  if (openBelow) return `<${write(end)}`;
  if (openAbove) return `${write(start)}+`;
  if (unit === 0) return `[${write(start)}${between}${write(end)})`;
  return end - start === unit ? write(start) : `${write(start)}-${write(end - unit)}`;
}
