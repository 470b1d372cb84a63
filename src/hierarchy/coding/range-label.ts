import { formatDate } from '../../table/value.js';
import type { ColumnType } from '../../table/table.js';
import type { Piece } from './divide-values.js';

/** A run of numbers that are all there are but the missing value. */
export const notMissing = 'not missing';

/** A run of numbers in words, and the numbers that the words name (infinite where an end is open). */
export interface NamedRange {
  readonly text: string;
  readonly low: number;
  readonly high: number;
}

/**
 * The label of the numbers from the first piece to the last one: `<20`, `>=75`, the number itself, `[20-29]` for whole
 * numbers, `[0.5, 1)` for others (`[0.5-0.7]` where the last is a number itself), `1961`, `[1961-1975]`, `1961-03`,
 * `[1961-03 .. 1962-05]` or `[1961-03-02-1962-05-09]` for days; docs/labels.md.
 *
 * @param next - the piece after the last one, or undefined
 * @param textOf - the number of a piece that is `exact`, as the column spells it
 */
export function rangeLabel(
  type: Exclude<ColumnType, 'string'>,
  [first, last, next]: readonly [Piece, Piece, Piece | undefined],
  textOf: (piece: Piece) => string,
): NamedRange {
  if (first.openBelow && (last.openAbove || next === undefined))
    return { text: notMissing, low: -Infinity, high: Infinity };
  const end = type === 'number' && last.exact ? (next?.start ?? last.end) : pastEnd(last);
  const unit = type === 'number' ? 0 : 1;
  const bound = type === 'date' ? shortDay : String;
  if (first.openBelow) return { text: `<${bound(end)}`, low: -Infinity, high: end - unit };
  const low = first.start;
  if (last.openAbove)
    return { text: `>=${first.exact && type !== 'date' ? textOf(first) : bound(low)}`, low, high: Infinity };
  const high = last.exact ? last.end : last.end - unit;
  if (type === 'date') return { text: daysLabel(low, pastEnd(last)), low, high };
  const from = first.exact ? textOf(first) : String(low);
  if (low === high) return { text: from, low, high };
  if (type === 'number' && !last.exact) return { text: `[${from}, ${last.end})`, low, high };
  return { text: `[${from}-${last.exact ? textOf(last) : high}]`, low, high };
}

/** The least number beyond a piece; one unit past a number that stands for itself. */
function pastEnd({ exact, end }: Piece): number {
  return exact ? end + 1 : end;
}

function daysLabel(start: number, end: number): string {
  const from = formatDate(start);
  const to = formatDate(end - 1);
  const past = formatDate(end);
  if (from === to) return from;
  if (from.endsWith('-01-01') && past.endsWith('-01-01')) return joined(from.slice(0, 4), to.slice(0, 4), '-');
  if (from.endsWith('-01') && past.endsWith('-01')) return joined(from.slice(0, 7), to.slice(0, 7), ' .. ');
  return joined(from, to, '-');
}

function joined(from: string, to: string, separator: string): string {
  return from === to ? from : `[${from}${separator}${to}]`;
}

/** A first of January as its year, a first of a month as its month. */
function shortDay(day: number): string {
  const text = formatDate(day);
  if (text.endsWith('-01-01')) return text.slice(0, 4);
  return text.endsWith('-01') ? text.slice(0, 7) : text;
}
