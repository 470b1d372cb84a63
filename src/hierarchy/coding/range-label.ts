import type { CalendarSpelling, Spelling } from '../../table/spelling.js';
import { spellingOf } from '../../table/spelling.js';
import type { ValueKind } from '../../table/table.js';
import type { NumberBounds } from '../domain.js';
import type { Piece } from './divide-values.js';

/** A run of numbers that are all there are but the missing value. */
export const notMissing = 'not missing';

/** A run of numbers in words, and the numbers that the words name (infinite where an end is open). */
interface NamedRange {
  readonly text: string;
  readonly low: number;
  readonly high: number;
  readonly bounds: NumberBounds;
}

/**
 * The label of the numbers from the first piece to the last one: `<20`, `>=75`, the number itself, `[20-29]` for whole
 * numbers, `[0.5, 1)` for others (`[0,5; 1,0)` with a decimal comma; `[0.5-0.7]` where the last is a number itself), `1961`, `[1961-1975]`, `1961-03`,
 * `[1961-03 .. 1962-05]` or `[1961-03-02-1962-05-09]` for days, all as the column spells its values; docs/labels.md.
 *
 * @param next - the piece after the last one, or undefined
 * @param textOf - the number of a piece that is `exact`, as the column spells it
 */
export function rangeLabel(
  kind: ValueKind,
  [first, last, next]: readonly [Piece, Piece, Piece | undefined],
  textOf: (piece: Piece) => string,
): NamedRange {
  const spelling = spellingOf(kind);
  const { unit, calendar, open } = spelling;
  const isOneValue = first === last;
  const openBelow = first.openBelow || (!isOneValue && first.exact && first.start === open.low);
  const openAbove = last.openAbove || (!isOneValue && last.exact && last.end === open.high);
  if (openBelow && (openAbove || next === undefined))
    return { text: notMissing, low: -Infinity, high: Infinity, bounds: {} };
  const past = last.exact ? last.end + unit : last.end;
  const end = unit === 0 && last.exact ? (next?.start ?? last.end) : past;
  if (openBelow) {
    return { text: `<${boundText(spelling, end)}`, low: -Infinity, high: end - unit, bounds: { below: end } };
  }
  const low = first.start;
  if (openAbove) {
    const from = first.exact && calendar === undefined ? textOf(first) : boundText(spelling, low);
    return { text: `>=${from}`, low, high: Infinity, bounds: { from: low } };
  }
  const high = last.exact ? last.end : last.end - unit;
  const bounds = unit === 0 && last.exact ? { from: low, to: last.end } : { from: low, below: past };
  if (calendar !== undefined) return { text: calendarLabel(spelling, calendar, low, past), low, high, bounds };
  const from = first.exact ? textOf(first) : spelling.bound(low);
  if (low === high) return { text: from, low, high, bounds };
  if (unit === 0 && !last.exact)
    return { text: `[${from}${spelling.between}${spelling.bound(last.end)})`, low, high, bounds };
  return { text: `[${from}-${last.exact ? textOf(last) : spelling.bound(high)}]`, low, high, bounds };
}

/** Parts of the calendar, the coarsest first, and what stands between two of them: months have hyphens of their own. */
const PARTS = [
  ['year', '-'],
  ['month', ' .. '],
  ['day', '-'],
  ['hour', ' .. '],
  ['minute', ' .. '],
  ['second', ' .. '],
] as const;

/** The days or times from `start` up to, not including, `end`, by the coarsest parts of the calendar that are whole. */
function calendarLabel({ write, unit }: Spelling, calendar: CalendarSpelling, start: number, end: number): string {
  for (const [part, separator] of PARTS) {
    if (!calendar.isStart(start, part) || !calendar.isStart(end, part)) continue;
    const from = calendar.writePart(start, part);
    const to = calendar.writePart(end - unit, part);
    return from === to ? from : `[${from}${separator}${to}]`;
  }
  const [from, to] = [write(start), write(end - unit)];
  return from === to ? from : `[${from} .. ${to}]`;
}

/** A bound as it is written: the first of January of a year as its year, and so on. */
function boundText({ bound, calendar }: Spelling, value: number): string {
  const part = PARTS.find(([each]) => calendar?.isStart(value, each) === true)?.[0];
  return calendar === undefined || part === undefined ? bound(value) : calendar.writePart(value, part);
}
