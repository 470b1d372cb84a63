import { spellingOf } from '../../table/spelling.js';
import type { ValueKind } from '../../table/table.js';
import { parseValue } from '../values.js';
import type { CellAt } from './kind.js';

/** Bounds of intervals as the job lists them: numbers, or days as texts. */
export type AuditBounds = readonly (number | string)[] | readonly (readonly (number | string)[])[];

/** The lists of bounds, one a level, as numbers; a bound that is no value of the kind is NaN. */
export function listsOf(bounds: AuditBounds, kind: ValueKind): number[][] {
  const { calendar } = spellingOf(kind);
  const read = (bound: number | string): number => {
    if (typeof bound === 'number') return bound;
    if (kind.type === 'time' || kind.type === 'duration') return parseValue(bound, kind);
    return calendar === undefined ? NaN : (calendar.readPart(bound)?.start ?? parseValue(bound, kind));
  };
  const lists: (readonly (number | string)[])[] = [];
  const single: (number | string)[] = [];
  for (const each of bounds) {
    if (typeof each === 'object') lists.push(each);
    else single.push(each);
  }
  if (single.length > 0) lists.push(single);
  return lists.map((list) => list.map(read));
}

/** Parts of the calendar of which a bound may be a whole one, and what stands between two of them. */
const parts = [
  { part: 'year', separator: '-' },
  { part: 'month', separator: ' .. ' },
  { part: 'day', separator: '-' },
  { part: 'hour', separator: ' .. ' },
  { part: 'minute', separator: ' .. ' },
  { part: 'second', separator: ' .. ' },
] as const;

/** True for a month or a year of which days lie on both sides of a bound. */
export function isOnBothSides(value: number, list: readonly number[]): boolean {
  const first = firstDayOf(value);
  return first < value && list.some((bound) => bound > first && bound < value);
}

/** The first day that a value may be: that of its month (half a day behind it), its year (three quarters), or the value itself. */
export function firstDayOf(value: number): number {
  const last = Math.floor(value);
  if (value - last !== 0.5 && value - last !== 0.75) return value;
  const date = new Date(last * 86_400_000);
  date.setUTCDate(1);
  if (value - last === 0.75) date.setUTCMonth(0);
  return date.getTime() / 86_400_000;
}

/** The label of the interval that a value lies in. */
export function labelBetween(value: number, list: readonly number[], kind: ValueKind): string {
  const { bound: write, unit, between, calendar, open } = spellingOf(kind);
  // A bound among the numbers that an open end stands for divides nothing.
  const divides = (bound: number): boolean => !(bound > (open.high ?? Infinity)) && !(bound <= (open.low ?? -Infinity));
  const above = list.find((bound) => bound > value && divides(bound));
  const from = list.findLast((bound) => bound <= value && divides(bound));
  if (above === undefined && from === undefined) return '*';
  if (calendar === undefined) {
    if (from === undefined) return `<${write(above!)}`;
    if (above === undefined) return `${write(from)}+`;
    if (kind.type === 'time' || kind.type === 'duration') {
      return above - from === unit ? write(from) : `${write(from)}-${write(above - unit)}`;
    }
    if (kind.type !== 'integer') return `[${write(from)}${between}${write(above)})`;
    const last = write(above - 1);
    return last === write(from) ? last : `${write(from)}-${last}`;
  }
  const isStart = (bound: number | undefined, part: (typeof parts)[number]['part']): boolean =>
    bound === undefined || calendar.isStart(bound, part);
  const whole = parts.find(({ part }) => isStart(from, part) && isStart(above, part));
  const written = (moment: number): string => (whole === undefined ? write(moment) : calendar.writePart(moment, whole.part)); // prettier-ignore
  if (from === undefined) return `<${written(above!)}`;
  if (above === undefined) return `>=${written(from)}`;
  const [first, last] = [written(from), written(above - unit)];
  return first === last ? first : `[${first}${whole?.separator ?? ' .. '}${last}]`;
}

/** The coarsest list first, then whole numbers, days and times as they are. */
export function cellsBetween(lists: readonly (readonly number[])[], { type, format }: ValueKind): CellAt {
  const { unit } = spellingOf({ type, format });
  return (value, step) => {
    const list = lists[lists.length - 1 - step];
    if (list === undefined) {
      if (unit === 0 || step !== lists.length) return null;
      const first = type === 'date' ? Math.floor(value) : value;
      return { start: first, end: type === 'date' ? first + 1 : first + unit };
    }
    const start = list.findLast((bound) => bound <= value) ?? -Infinity;
    const end = list.find((bound) => bound > value) ?? Infinity;
    return { start, end };
  };
}
