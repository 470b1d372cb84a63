import type { Column } from './table.js';
import { allocateCodes, Table } from './table.js';

/** A counted table as one of rows: every entry as often as it counts, one after another. Other tables are given back. */
export function expandCounted(table: Table): Table {
  const { rows, columns, warnings, weights } = table;
  if (weights === null) return table;
  const expand = (column: Column): Column => {
    const codes = allocateCodes(rows, column.texts.length);
    let at = 0;
    weights.forEach((weight, entry) => codes.fill(column.codes[entry], at, (at += weight)));
    return { ...column, codes };
  };
  return new Table(rows, columns.map(expand), warnings);
}
