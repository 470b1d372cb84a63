import { AuditError } from '../base/errors.js';
import { amount } from '../base/plural.js';
import { EntryIndex } from './entry-index.js';
import type { Column, Table } from './table.js';
import { rowsPerEntry } from './table.js';

/** Difference of two counted tables, whatever the order of their entries, or null when they have the same rows. Never holds a cell. */
export function findCountedDifference(expected: Table, found: Table): string | null {
  if (expected.rows !== found.rows) return `${amount(found.rows, 'row')} instead of ${expected.rows}`;
  const names = (table: Table): string => JSON.stringify(table.columns.map((column) => column.name));
  if (names(expected) !== names(found)) return 'other columns';
  const width = expected.columns.length;
  const index = new EntryIndex(width);
  const vector = new Uint32Array(width);
  const [expectedRows, foundRows] = [rowsPerEntry(expected), rowsPerEntry(found)];
  for (let entry = 0; entry < expected.entries; entry++) {
    for (let c = 0; c < width; c++) vector[c] = expected.columns[c].codes[entry];
    index.add(vector, 0, expectedRows[entry]);
  }
  const known = index.size;
  const codesIn = expected.columns.map((column, c) => {
    return codesOf(found.columns[c], column, column.texts.length);
  });
  const times = new Uint32Array(known);
  for (let entry = 0; entry < found.entries; entry++) {
    for (let c = 0; c < width; c++) vector[c] = codesIn[c][found.columns[c].codes[entry]];
    const at = index.add(vector, 0, 0);
    if (at >= known) return 'a row that the release does not have';
    times[at] += foundRows[entry];
  }
  const rows = index.rows();
  for (let entry = 0; entry < known; entry++) if (times[entry] !== rows[entry]) return 'rows in another number';
  return null;
}

/** Difference of two tables, by column and row, or null when they have the same cells in the same order. Never holds a cell. */
export function findDifference(expected: Table, found: Table): string | null {
  if (expected.rows !== found.rows) return `${amount(found.rows, 'row')} instead of ${expected.rows}`;
  const names = (table: Table): string => JSON.stringify(table.columns.map((column) => column.name));
  if (names(expected) !== names(found)) return 'other columns';
  for (const [index, column] of expected.columns.entries()) {
    const other = found.columns[index];
    const codeIn = codesOf(column, other, other.texts.length);
    const { codes } = column;
    for (let row = 0; row < codes.length; row++) {
      if (codeIn[codes[row]] !== other.codes[row]) return `column ${JSON.stringify(column.name)}, row ${row + 1}`;
    }
  }
  return null;
}

/**
 * [dictionary of `column`] the code of the same value in `other`, `absent` where it has none. Missing values are one value,
 * however they are spelled: formats with nulls keep no spelling.
 */
export function codesOf(column: Column, other: Column, absent: number): Uint32Array {
  const codeOfText = new Map(other.texts.map((text, code) => [text, code]));
  return Uint32Array.from(column.texts, (text, code) =>
    code === column.missingCode && other.missingCode >= 0 ? other.missingCode : (codeOfText.get(text) ?? absent),
  );
}

/** Throws AuditError, unless there is no difference. */
export function refuseDifference(difference: string | null): void {
  if (difference === null) return;
  throw new AuditError(`the written table is not the audited release, nothing was released: ${difference}`);
}
