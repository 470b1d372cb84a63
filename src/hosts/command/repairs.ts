import type { Table } from '../../index.js';
import type { Warning } from '../../table/table.js';

/** Warnings of a reader that took a file otherwise than it stands. */
const codes = new Set([
  'ENCODING_FOUND',
  'SEPARATOR_LINE',
  'TITLE_LINES',
  'TRAILING_DELIMITERS',
  'CLIENT_LINES',
  'ROWS_SKIPPED',
  'QUOTES_IN_CELLS',
  'COLUMN_NAMED',
  'COLUMN_RENAMED',
  'SHEET_CHOSEN',
]);

/** Repairs in a table beside the input; `what` says which it is. */
export function repairsOf(table: Table | null | undefined, what: string): Warning[] {
  const repairs = table?.warnings.filter(({ code }) => codes.has(code)) ?? [];
  return repairs.map((warning) => ({ ...warning, message: `${what}: ${warning.message}` }));
}

/** {@link repairsOf} public tables. */
export const publicRepairs = (tables: Readonly<Record<string, Table>>): Warning[] =>
  Object.values(tables).flatMap((table) => repairsOf(table, 'the public table'));
