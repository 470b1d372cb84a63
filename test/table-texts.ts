/** Contents of tables, as texts. */
import { csvChunks, type Table } from '../src/index.js';

/** [rows] texts of a column. */
export function columnOf(table: Table, name: string): string[] {
  const column = table.column(name);
  if (column === undefined) throw new Error(`no column ${name}`);
  return Array.from(column.codes, (code) => column.texts[code]);
}

export const cellOf = (table: Table, name: string, row: number): string => {
  const column = table.column(name);
  if (column === undefined) throw new Error(`no column ${name}`);
  return column.texts[column.codes[row]];
};

/** [rows][columns] texts, of all columns or of those named. */
export function cellsOf(table: Table, names?: readonly string[]): string[][] {
  const columns = names?.map((name) => columnOf(table, name));
  return Array.from({ length: table.rows }, (_, row) =>
    columns === undefined
      ? table.columns.map(({ texts, codes }) => texts[codes[row]])
      : columns.map((column) => column[row]),
  );
}

/** [columns][1 + rows] the name of a column and its texts, null for missing cells. */
export const namedCells = (table: Table): (string | null)[][] =>
  table.columns.map(({ name, codes, texts, missingCode }) => [
    name,
    ...Array.from(codes, (code) => (code === missingCode ? null : texts[code])),
  ]);

/** [rows] texts by column. */
export const recordsOf = (table: Table): Record<string, string>[] =>
  cellsOf(table).map((row) => Object.fromEntries(row.map((cell, i) => [table.columns[i].name, cell])));

/** The table as CSV. */
export const csvOf = (table: Table, options: Parameters<typeof csvChunks>[1] = {}): string =>
  Buffer.concat([...csvChunks(table, options)]).toString();

/** Its lines, the header first. */
export const csvLinesOf = (table: Table, options: Parameters<typeof csvChunks>[1] = {}): string[] =>
  csvOf(table, options).trimEnd().split('\n');

/** Rows as CSV, every cell in quotes but those that are null, which are empty. */
export const quotedCsv = (rows: readonly (readonly (string | null)[])[]): string =>
  rows.map((row) => row.map((cell) => (cell === null ? '' : `"${cell.replaceAll('"', '""')}"`)).join(',')).join('\n') +
  '\n';
