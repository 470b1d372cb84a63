import { largestOf } from '../base/sequences.js';
import * as v from 'valibot';
import { powerOfTen } from '../base/elementary.js';
import { HierarchyError, InvalidArgumentError } from '../base/errors.js';
import { described, number, positive } from '../base/schema-parts.js';
import type { Spelling } from '../table/spelling.js';
import { CLOCK_MINUTE, isClockType } from '../table/clock-format.js';
import { spellingOf } from '../table/spelling.js';
import type { Column } from '../table/table.js';
import { anyValue } from './any-value.js';
import { wrongType } from './wrong-type.js';
import { clockGrid, type Grid } from './coding/grid.js';
import { boundsByLevel, boundsGrid, boundsPaths, boundsSchema, checkBounds } from './interval-bounds.js';
import { defineHierarchyKind, listOf, orMissingOnly } from './kind.js';
import { sortedCodes } from './sorted-codes.js';

/** `{"type":"intervals"}`: intervals of one width a level, or between bounds of the job. */
export const intervals = defineHierarchyKind({
  type: 'intervals',
  description: 'Intervals of numbers, wider on every level, then *: of one width a level, or between bounds.',
  fields: {
    origin: v.optional(described(number({ code: 'INTERVAL' }), 'Where the first interval begins. Default 0.')),
    widths: v.optional(
      described(
        listOf(positive('INTERVAL'), 'a list of numbers above 0'),
        'Widths by level, each a multiple of the one before; minutes for times of day and lengths of time.',
      ),
    ),
    bounds: v.optional(
      described(
        boundsSchema,
        'Instead of widths: the bounds of each level from fine to coarse, those of a level among those of the level before. The first and the last interval are open. Numbers, or dates as texts.',
      ),
    ),
  },
  leavesFrom: 'column',
  check({ origin, widths, bounds }, path) {
    if ((widths === undefined) === (bounds === undefined)) {
      const received = widths === undefined ? 'neither' : 'both';
      throw new InvalidArgumentError(path, 'either "widths" or "bounds"', received, 'INTERVAL_RANGE');
    }
    if (bounds === undefined) return;
    if (origin !== undefined) {
      throw new InvalidArgumentError(`${path}.origin`, '"widths" beside it', '"bounds"', 'INTERVAL_RANGE');
    }
    checkBounds(bounds, `${path}.bounds`);
  },
  paths: ({ origin, widths = [], bounds }, column) =>
    bounds === undefined
      ? orMissingOnly(intervalPaths(column, origin, widths), column, widths.length + 2)
      : orMissingOnly(boundsPaths(column, bounds), column, boundsByLevel(bounds).length + 2),
  widthShares: ({ origin, widths }, column) =>
    widths === undefined || isClockType(column.type) ? null : widthShares(column, origin, widths),
  grid({ origin, widths = [], bounds }, column) {
    if (column.type === 'string') return null;
    if (bounds !== undefined) return boundsGrid(column, bounds);
    if (isClockType(column.type)) {
      const { origin: start, widths: lengths } = clockIntervals(column, origin, widths);
      return clockGrid(column, [...lengths].reverse(), start);
    }
    return column.type === 'integer' || column.type === 'number'
      ? intervalGrid(scaleBounds(column.name, origin, widths), column.type === 'integer')
      : null;
  },
});

/** Decimal places beyond which origins and widths are refused: 10^15 times a number must stay exact. */
const MAX_DECIMALS = 15;

/**
 * Paths of `{"type":"intervals"}`: level i groups numbers into intervals of width `widths[i - 1]` counted from `origin`
 * (default 0, whatever the data; values below it fall into intervals below), then `*`. Integers are labelled with both
 * ends inclusive, `[16-20]`, other numbers half open, `[10, 15)`.
 *
 * Bounds are computed in decimal: 0.3 falls into `[0.3, 0.4)` although 3 * 0.1 is more than 0.3 in floating point.
 *
 * @throws HierarchyError INTERVAL_RANGE for an origin or width that is not finite, a width that is not positive,
 *   not ascending or no multiple of the one before, and for what cannot be counted exactly; HIERARCHY_TYPE for a column
 *   that is not numeric.
 */
function intervalPaths(column: Column, origin = 0, widths: readonly number[]): string[][] {
  if (isClockType(column.type)) return clockPaths(column, origin, widths);
  if ((column.type !== 'integer' && column.type !== 'number') || column.numbers === null) {
    throw wrongType(column, 'intervals: expected a column of type integer, number, time or duration');
  }
  const numbers = column.numbers;
  const spelling = spellingOf(column);
  const codes = sortedCodes(column).filter((code) => code !== column.missingCode);
  checkWidths(column, origin, widths);

  const { scale, scaledStart, scaledWidths } = scaleBounds(column.name, origin, widths);
  for (let i = 1; i < scaledWidths.length; i++) {
    if (scaledWidths[i] % scaledWidths[i - 1] !== 0) {
      throw rangeError(column.name, `widths[${i}]: expected a multiple of the width before it`, i + 1);
    }
  }
  return Array.from(codes, (code) => {
    const path = [column.texts[code]];
    const value = scaleExactly(numbers[code], scale);
    for (const width of scaledWidths) {
      const low = scaledStart + Math.floor((value - scaledStart) / width) * width;
      if (!Number.isSafeInteger(low) || !Number.isSafeInteger(low + width)) {
        throw rangeError(
          column.name,
          'expected bounds that can be counted exactly (below 2^53 units of the last decimal)',
        );
      }
      path.push(
        openLabel(spelling, low / scale, (low + width) / scale) ??
          (column.type === 'integer' ? integerLabel(low, width, spelling) : numberLabel(low, width, scale, spelling)),
      );
    }
    path.push('*');
    return path;
  });
}

/** Origin and widths in minutes as milliseconds of a column of times of day or lengths of time. */
function clockIntervals(column: Pick<Column, 'name' | 'type' | 'format'>, origin = 0, widths: readonly number[]) {
  checkWidths({ ...column, type: 'number' }, origin, widths);
  const { unit } = spellingOf(column);
  const [start, ...lengths] = [origin, ...widths].map((minutes) => Math.round(minutes * CLOCK_MINUTE));
  lengths.forEach((width, i) => {
    const place = `widths[${i}]: expected`;
    if (width % unit !== 0 || start % unit !== 0) throw rangeError(column.name, `${place} minutes that the times of the column are written in`, i + 1); // prettier-ignore
    if (i > 0 && width % lengths[i - 1] !== 0) throw rangeError(column.name, `${place} a multiple of the width before it`, i + 1); // prettier-ignore
  });
  return { origin: start, widths: lengths, unit };
}

/** {@link intervalPaths} of times of day and lengths of time, widths in minutes: `[22:00-22:59]`. */
function clockPaths(column: Column, origin: number, minutes: readonly number[]): string[][] {
  const { origin: start, widths, unit } = clockIntervals(column, origin, minutes);
  const { bound } = spellingOf(column);
  // A time of day ends with the day, and no length is below zero.
  const most = column.type === 'time' ? 1440 * CLOCK_MINUTE : Infinity;
  const labelOf = (value: number, width: number): string => {
    const low = Math.floor((value - start) / width) * width + start;
    const [from, to] = [Math.max(0, low), Math.min(most, low + width) - unit];
    return from === to ? bound(from) : `[${bound(from)}-${bound(to)}]`;
  };
  return Array.from(sortedCodes(column))
    .filter((code) => code !== column.missingCode)
    .map((code) => [column.texts[code], ...widths.map((width) => labelOf(column.numbers![code], width)), anyValue]);
}

/**
 * [levels] width of the intervals of every level as a share of the span that the widest ones cover from the smallest value to
 * the largest: `[16-20]` of widths 5, 10, 20 from 16 is 5 / 80 where ages go to 90. 0 for the leaves, 1 for the root. Takes
 * what `intervalPaths` accepts.
 */
function widthShares(column: Column, origin: number | undefined, widths: readonly number[]): number[] {
  let smallest = Infinity;
  let largest = -Infinity;
  for (const number of column.numbers ?? []) {
    // The missing value is NaN, and neither smaller nor larger than anything.
    if (number < smallest) smallest = number;
    if (number > largest) largest = number;
  }
  if (smallest > largest) return [0, ...widths.map(() => 0), 1];
  const { scale, scaledStart, scaledWidths } = scaleBounds(column.name, origin, widths);
  const widest = scaledWidths[scaledWidths.length - 1];
  const intervalOf = (number: number): number => Math.floor((scaleExactly(number, scale) - scaledStart) / widest);
  const span = (intervalOf(largest) - intervalOf(smallest) + 1) * widest;
  return [0, ...scaledWidths.map((width) => width / span), 1];
}

/** Origin (default 0) and widths as whole numbers of the unit of their last decimal, 1 / scale. */
function scaleBounds(attribute: string, origin = 0, widths: readonly number[]) {
  const scale = powerOfTen(
    Math.max(decimals(attribute, origin), largestOf(widths.map((width) => decimals(attribute, width)))),
  );
  return {
    scale,
    scaledStart: Math.round(origin * scale),
    scaledWidths: widths.map((width) => Math.round(width * scale)),
  };
}

function checkWidths(column: Pick<Column, 'name' | 'type'>, start: number, widths: readonly number[]): void {
  if (!Number.isFinite(start)) throw rangeError(column.name, 'origin: expected a finite number');
  if (widths.length === 0) throw rangeError(column.name, 'widths: expected at least one width');
  widths.forEach((width, i) => {
    const place = `widths[${i}]: expected`;
    if (!Number.isFinite(width) || width <= 0) throw rangeError(column.name, `${place} a finite number above 0`, i + 1);
    if (i > 0 && width <= widths[i - 1]) throw rangeError(column.name, `${place} more than the width before it`, i + 1);
    if (column.type === 'integer' && !Number.isSafeInteger(width)) {
      throw rangeError(column.name, `${place} an integer for an integer column`, i + 1);
    }
  });
  if (column.type === 'integer' && !Number.isSafeInteger(start)) {
    throw rangeError(column.name, 'origin: expected an integer for an integer column');
  }
}

function rangeError(attribute: string, problem: string, level?: number): HierarchyError {
  return new HierarchyError('INTERVAL_RANGE', attribute, `intervals, ${problem}`, level);
}

/** Decimal places of the shortest text of a number. */
function decimals(attribute: string, value: number): number {
  const [mantissa, exponent = '0'] = String(value).split('e');
  const places = (mantissa.split('.')[1] ?? '').length - Number(exponent);
  if (places > MAX_DECIMALS) {
    throw rangeError(attribute, `expected at most ${MAX_DECIMALS} decimal places in origin and widths`);
  }
  return Math.max(0, places);
}

/** value * scale, exact when value is the double nearest to a decimal of that scale. */
export function scaleExactly(value: number, scale: number): number {
  const rounded = Math.round(value * scale);
  return rounded / scale === value ? rounded : value * scale;
}

/** The label of an interval that holds a number with an open end: open on that side. Null for other intervals. */
function openLabel({ open, write, bound }: Spelling, start: number, end: number): string | null {
  const isWithin = (value: number | undefined): boolean => value !== undefined && start <= value && value < end;
  if (isWithin(open.high))
    return isWithin(open.low) ? anyValue : start === open.high ? write(start) : `>=${bound(start)}`;
  return isWithin(open.low) ? `<${bound(end)}` : null;
}

function integerLabel(low: number, width: number, { bound }: Spelling): string {
  return `[${bound(low)}-${bound(low + width - 1)}]`;
}

function numberLabel(low: number, width: number, scale: number, { bound, between }: Spelling): string {
  return `[${bound(low / scale)}${between}${bound((low + width) / scale)})`;
}

/** The intervals, the widest first, then whole numbers as they are. */
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
