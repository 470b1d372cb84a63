import type { Column, Table } from '../../src/table/table.js';
import { countRowsPerCode, rowsPerEntry } from '../../src/table/table.js';
import { codeOf, Find } from './target.js';

/** The cells of a table as texts, null where they are missing. */
export function cellsOf({ entries, columns }: Pick<Table, 'entries' | 'columns'>): (string | null)[][] {
  return Array.from({ length: entries }, (_, row) =>
    columns.map(({ codes, texts, missingCode }) => (codes[row] === missingCode ? null : texts[codes[row]])),
  );
}

/** What a reader made of each column, for comparison. */
const describeColumn = (column: Column) => ({
  name: column.name,
  type: column.type,
  format: column.format,
  texts: column.texts,
  numbers: column.numbers === null ? null : Array.from(column.numbers, String),
  missing: column.missingCode,
  rows: Array.from(countRowsPerCode(column)),
});

/** Rows as lines, sorted, each as often as it counts. */
function linesOf(table: Table): string[] {
  const weights = rowsPerEntry(table);
  return cellsOf(table)
    .flatMap((row, entry) => Array.from({ length: weights[entry] }, () => JSON.stringify(row)))
    .sort();
}

/** Everything about a table that must not depend on how it was read. */
export const describeTable = (table: Table): string =>
  JSON.stringify({ rows: table.rows, columns: table.columns.map(describeColumn), lines: linesOf(table) });

/** What becomes of a reading: its table, or the code of its refusal. */
export async function outcomeOf(
  read: () => Promise<Table>,
): Promise<{ readonly table: Table | null; readonly told: string }> {
  const done = await codeOf(read);
  return typeof done === 'string' ? { table: null, told: done } : { table: done, told: describeTable(done) };
}

/** Throws Find unless two ways of reading the same come to the same. */
export function requireSame(label: string, one: string, other: string): void {
  if (one !== other) throw new Find(label, `${one.slice(0, 400)}\nand\n${other.slice(0, 400)}`);
}
