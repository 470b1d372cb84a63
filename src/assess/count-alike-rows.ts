import { groupRows } from '../audit/grouping.js';
import type { Table } from '../table/table.js';

/**
 * Counts rows by how many rows are like them in these columns, themselves among them. For estimates of risk; `frequencyCounts` has the count of
 * every row, persons and wildcards.
 *
 * @param columns - names; those that the table does not have are left out
 * @returns number of alike rows -> rows
 */
export function countAlikeRows(table: Table, columns: readonly string[]): ReadonlyMap<number, number> {
  const rows = new Map<number, number>();
  const own = columns.flatMap((name) => table.column(name) ?? []);
  const { sizes } = groupRows(
    table.rows,
    own.map(({ codes, texts }) => ({ codes, width: texts.length })),
  );
  for (const size of sizes) rows.set(size, (rows.get(size) ?? 0) + size);
  return rows;
}
