import type { AuditSpec } from '../../src/audit/spec.js';
import { Table, allocateCodes } from '../../src/table/table.js';
import type { Column, ColumnType } from '../../src/table/table.js';

/** Spec of an audit with the quasi-identifier x and no requirements but `more`. */
export const specOf = (more: Partial<AuditSpec> = {}): AuditSpec => ({
  quasiIdentifiers: [{ name: 'x' }],
  classColumn: null,
  privacy: [],
  suppressed: 'drop',
  identifiers: [],
  missing: [''],
  ...more,
});

/** A column from cells, as a reader would make it. */
export function columnOf(
  name: string,
  cells: readonly string[],
  type: ColumnType = 'string',
  missing: readonly string[] = [''],
): Column {
  const codeOf = new Map<string, number>();
  const texts: string[] = [];
  const list = cells.map((cell) => {
    const known = codeOf.get(cell);
    if (known !== undefined) return known;
    codeOf.set(cell, texts.length);
    texts.push(cell);
    return texts.length - 1;
  });
  const codes = allocateCodes(cells.length, texts.length);
  list.forEach((code, row) => (codes[row] = code));
  const missingCode = texts.findIndex((text) => missing.includes(text));
  const value = (text: string): number => (type === 'date' ? Date.parse(text) / 86_400_000 : Number(text));
  return {
    name,
    type,
    codes,
    texts,
    numbers:
      type === 'string'
        ? null
        : Float64Array.from(texts, (text, code) => (code === missingCode ? Number.NaN : value(text))),
    missingCode,
  };
}

/** A table from rows of cells under a header; types by column name. */
export function tableOf(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  types: Readonly<Record<string, ColumnType>> = {},
): Table {
  return new Table(
    rows.length,
    header.map((name, i) =>
      columnOf(
        name,
        rows.map((row) => row[i]),
        types[name] ?? 'string',
      ),
    ),
  );
}

/** Every distinct row once, with the number of its rows. */
export function countRows(table: Table): Table {
  const entryOf = new Map<string, number>();
  const firstOf: number[] = [];
  const weights: number[] = [];
  for (let row = 0; row < table.rows; row++) {
    const key = table.columns.map(({ codes }) => codes[row]).join();
    const entry = entryOf.get(key) ?? firstOf.push(row) - 1;
    entryOf.set(key, entry);
    weights[entry] = (weights[entry] ?? 0) + 1;
  }
  const columns = table.columns.map((column): Column => {
    const rowsPerCode = new Uint32Array(column.texts.length);
    for (const code of column.codes) rowsPerCode[code]++;
    return { ...column, codes: Uint32Array.from(firstOf, (row) => column.codes[row]), rowsPerCode };
  });
  return new Table(table.rows, columns, [], Uint32Array.from(weights));
}
