import type { Column, TableData } from './column.js';
import { isOfNumbers } from './of-numbers.js';

/** A cell of a row as it leaves: a number in columns of numbers, text in all others, null where it is missing. */
export type Cell = string | number | null;

/** A row as an object, keyed by column. */
export type TableRow = Record<string, Cell>;

/** The cells of every column, keyed by column. */
export type TableColumns = Record<string, Cell[]>;

/** [dictionary] the cell that every code stands for. */
function cellOfCode(column: Column): Cell[] {
  const { texts, numbers, missingCode } = column;
  const isNumeric = numbers !== null && isOfNumbers(column);
  return texts.map((text, code) => (code === missingCode ? null : isNumeric ? numbers[code] : text));
}

/** Sets a key of its own, whatever it is called: the name `__proto__` would set the prototype. */
function setOwn<Value>(target: Record<string, Value>, name: string, value: Value): void {
  if (name === '__proto__') {
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[name] = value;
  }
}

/** The rows of a table, one after another. */
export function* rowsOf({ columns, entries, weights }: TableData): Generator<TableRow, undefined> {
  const all = columns.map((column) => ({ name: column.name, codes: column.codes, cells: cellOfCode(column) }));
  for (let entry = 0; entry < entries; entry++) {
    for (let left = weights === null ? 1 : weights[entry]; left > 0; left--) {
      const row: TableRow = {};
      for (const { name, codes, cells } of all) setOwn(row, name, cells[codes[entry]]);
      yield row;
    }
  }
}

/** The cells of a column in the order of the rows. */
export function cellsOf({ rows, weights }: TableData, column: Column): Cell[] {
  const cells = cellOfCode(column);
  if (weights === null) return Array.from(column.codes, (code) => cells[code]);
  const all = new Array<Cell>(rows);
  let at = 0;
  weights.forEach((weight, entry) => all.fill(cells[column.codes[entry]], at, (at += weight)));
  return all;
}

/** The cells of every column. */
export function columnsOf(table: TableData): TableColumns {
  const all: TableColumns = {};
  for (const column of table.columns) setOwn(all, column.name, cellsOf(table, column));
  return all;
}
