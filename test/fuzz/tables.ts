import type { Column, Table } from '../../src/table/table.js';
import { countRowsPerCode, rowsPerEntry } from '../../src/table/table.js';
import { isWellFormed } from '../../src/table/well-formed.js';
import { codeOf, Find, textOf } from './target.js';

/** Names, and rows of texts and nulls, as a target reads them from its input. */
export interface GivenTable {
  readonly names: string[];
  readonly rows: (string | null)[][];
}

/** Rules for a table that a target takes: true for an allowed name or cell. */
export interface GivenRules {
  readonly leastColumns: number;
  readonly isName: (name: string) => boolean;
  readonly isCell: (cell: string) => boolean;
  /** The part of a name that distinguishes it from the others. */
  readonly key: (name: string) => string;
}

/** The table that an input holds as JSON, `{"names": [...], "rows": [[...], ...]}`; null where it holds none that the rules take. */
export function givenTable(bytes: Uint8Array, { leastColumns, isName, isCell, key }: GivenRules): GivenTable | null {
  let found: Partial<GivenTable> | null;
  try {
    found = JSON.parse(textOf(bytes)) as Partial<GivenTable> | null;
  } catch {
    return null;
  }
  const { names, rows } = found ?? {};
  if (!Array.isArray(names) || !Array.isArray(rows) || names.length < leastColumns || rows.length === 0) return null;
  const isText = (value: unknown): value is string =>
    typeof value === 'string' && isWellFormed(value) && !value.includes('\0');
  if (!names.every((name) => isText(name) && name !== '' && isName(name))) return null;
  if (new Set(names.map(key)).size !== names.length) return null;
  const isRow = (row: unknown): boolean =>
    Array.isArray(row) &&
    row.length === names.length &&
    row.every((cell) => cell === null || (isText(cell) && isCell(cell)));
  return rows.every(isRow) ? { names, rows } : null;
}

/** The cells of a table as texts, null where they are missing. */
export function cellsOf({ entries, columns }: Pick<Table, 'entries' | 'columns'>): (string | null)[][] {
  return Array.from({ length: entries }, (_, row) =>
    columns.map(({ codes, texts, missingCode }) => (codes[row] === missingCode ? null : texts[codes[row]])),
  );
}

/** Columns as a reader made them, for comparison. */
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

/** Outcome of a reading: its table, or the code of its refusal. */
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
