import type { Table } from '../index.js';

/**
 * What is different in two tables, by column and row, or null when they have the same cells in the same order. Never
 * holds a cell.
 */
export function findDifference(expected: Table, found: Table): string | null {
  if (expected.rows !== found.rows) return `${found.rows} rows instead of ${expected.rows}`;
  const names = (table: Table): string => JSON.stringify(table.columns.map((column) => column.name));
  if (names(expected) !== names(found)) return 'other columns';
  for (const [index, column] of expected.columns.entries()) {
    const other = found.columns[index];
    const codeOfText = new Map(other.texts.map((text, code) => [text, code]));
    const codeIn = Int32Array.from(column.texts, (text) => codeOfText.get(text) ?? -1);
    const { codes } = column;
    for (let row = 0; row < codes.length; row++) {
      if (codeIn[codes[row]] !== other.codes[row]) return `column ${JSON.stringify(column.name)}, row ${row + 1}`;
    }
  }
  return null;
}
