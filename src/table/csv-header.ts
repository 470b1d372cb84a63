import { InputError } from '../errors.js';
import { QUOTED_MARK } from './csv-text.js';

/** Removes spaces (U+0020 only) from both ends. */
export function trimSpaces(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && text.charCodeAt(from) === 32) from++;
  while (to > from && text.charCodeAt(to - 1) === 32) to--;
  return from === 0 && to === text.length ? text : text.slice(from, to);
}

/** The content of a cell: without the mark of a quoted one, else trimmed when asked for. */
export function cellContent(cell: string, trim: boolean): string {
  if (cell.startsWith(QUOTED_MARK)) return cell.slice(1);
  return trim ? trimSpaces(cell) : cell;
}

/**
 * Column names of a header record. A name keeps the spaces around it where it would be equal to another without them.
 *
 * @param line line of the record, for messages
 * @throws InputError EMPTY_COLUMN_NAME, DUPLICATE_COLUMN
 */
export function readHeader(record: readonly string[], trim: boolean, line: number, source?: string): string[] {
  const trimmed = record.map((cell) => cellContent(cell, trim));
  const times = new Map<string, number>();
  for (const name of trimmed) times.set(name, (times.get(name) ?? 0) + 1);
  const names = record.map((cell, i) => ((times.get(trimmed[i]) ?? 0) > 1 ? cellContent(cell, false) : trimmed[i]));
  const seen = new Map<string, number>();
  names.forEach((name, i) => {
    if (trimmed[i] === '') {
      throw new InputError('EMPTY_COLUMN_NAME', 'the column has no name', { source, line, column: i + 1 });
    }
    const before = seen.get(name);
    if (before !== undefined) {
      const message = `the name ${JSON.stringify(name)} already stands in column ${before}`;
      throw new InputError('DUPLICATE_COLUMN', message, { source, line, column: i + 1 });
    }
    seen.set(name, i + 1);
  });
  return names;
}
