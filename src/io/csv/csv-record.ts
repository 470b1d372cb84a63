import { InputError } from '../../base/errors.js';
import { countLineEnds } from './csv-text.js';
import { trimSpaces } from './trim-spaces.js';
import { QUOTED_MARK } from '../../table/value.js';

/** The content of a cell: without the mark of a quoted one, else trimmed when asked for. */
export function cellContent(cell: string, { trim }: { readonly trim: boolean }): string {
  if (cell.startsWith(QUOTED_MARK)) return cell.slice(1);
  return trim ? trimSpaces(cell) : cell;
}

/** True when the content of a cell takes more than `limit` bytes as UTF-8. */
export function isLongerThan(cell: string, limit: number): boolean {
  const from = cell.startsWith(QUOTED_MARK) ? 1 : 0;
  if ((cell.length - from) * 3 <= limit) return false;
  let bytes = cell.length - from;
  for (let i = from; i < cell.length && bytes <= limit; i++) {
    const c = cell.charCodeAt(i);
    if (c >= 0x80) bytes += c >= 0x800 && (c < 0xd800 || c > 0xdfff) ? 2 : 1;
  }
  return bytes > limit;
}

/** Line of the file at which cell `index` of a record begins that begins at `line`. */
export function lineOfCell(record: readonly string[], line: number, index: number): number {
  let at = line;
  for (let c = 0; c < index; c++) at += countLineEnds(record[c]);
  return at;
}

/** Throws InputError FIELD_TOO_LONG for the first cell of the record that is too long. */
export function checkLengths(
  record: readonly string[],
  { maxField, source }: { readonly maxField: number; readonly source: string | undefined },
  line: number,
): void {
  const index = record.findIndex((cell) => isLongerThan(cell, maxField));
  if (index >= 0) throw longCell(record, line, index, { maxField, source });
}

/** The error of cell `index`, which is too long, of a record that begins at `line`. */
export function longCell(
  record: readonly string[],
  line: number,
  index: number,
  { maxField, source }: { readonly maxField: number; readonly source: string | undefined },
): InputError {
  const where = { source, line: lineOfCell(record, line, index), column: index + 1 };
  return new InputError('FIELD_TOO_LONG', `a cell of more than ${maxField} bytes`, where);
}
