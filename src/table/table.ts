import { InvalidArgumentError } from '../base/errors.js';
import { amount } from '../base/plural.js';
import { runToCompletion, type Steps } from '../base/steps.js';
import type { Codes, Column } from './column.js';
import type { Cell, TableColumns, TableRow } from './rows-out.js';
import { cellsOf, columnsOf, rowsOf } from './rows-out.js';
import type { ArrowModule, ArrowTable } from './to-arrow.js';
import { toArrowTable } from './to-arrow.js';

export type { Codes, Column, ColumnType, DeclaredKind, DeclaredType, DeclaredTypes, ValueKind } from './column.js';

/** Something a reader noticed that is not an error. Never holds a cell. */
export interface Warning {
  /** Stable name, such as `UNTRIMMED_VALUES`. */
  readonly code: string;
  /** The observation, for people: names and counts, never a cell. */
  readonly message: string;
  /** The column, where it is about one. */
  readonly attribute?: string;
  /** The cure, in warnings of a result whose message does not say it. */
  readonly cure?: string;
  /** The rows that were left out, where the warning is `ROWS_SKIPPED`. */
  readonly skipped?: SkippedRows;
}

/** Rows of an input that could not be read and were left out. */
export interface SkippedRows {
  readonly rows: number;
  /** Lines at which they begin, of the first 100. */
  readonly lines: readonly number[];
  /** Names of the files of these lines; absent where the input is one file. */
  readonly files?: readonly string[];
}

/**
 * A table of people: columns of equal length, names unique. Immutable.
 *
 * A *counted* table (`weights` not null) holds every distinct row once, with the number of rows that are like it: what a
 * GROUP BY gives. Its codes are one an entry, not one a row; the order of its rows is not known.
 */
export class Table {
  readonly #byName: Map<string, Column>;
  /** Length of the codes of every column: rows, or the distinct rows of a counted table. */
  readonly entries: number;
  constructor(
    /** Rows, those of a counted table as often as they count. */
    readonly rows: number,
    /** The columns in their order. */
    readonly columns: readonly Column[],
    /** Warnings of the reader. */
    readonly warnings: readonly Warning[] = [],
    /** [entries] rows that every entry stands for, each at least 1, in sum `rows`; null when entries are rows. */
    readonly weights: Uint32Array | null = null,
  ) {
    this.#byName = new Map(columns.map((column) => [column.name, column]));
    this.entries = weights === null ? rows : weights.length;
    for (const column of columns) {
      if (column.codes.length !== this.entries) {
        throw new InvalidArgumentError(
          `columns[${JSON.stringify(column.name)}].codes`,
          amount(this.entries, 'code'),
          String(column.codes.length),
        );
      }
      if (weights !== null && column.rowsPerCode === undefined) {
        throw new InvalidArgumentError(
          `columns[${JSON.stringify(column.name)}].rowsPerCode`,
          'rows per dictionary entry, since the table is counted',
          'none',
        );
      }
    }
    if (this.#byName.size !== columns.length) {
      throw new InvalidArgumentError('columns', 'unique names', 'a name twice', 'DUPLICATE_COLUMN');
    }
  }

  /** The column of that name, or undefined. */
  column(name: string): Column | undefined {
    return this.#byName.get(name);
  }

  /**
   * The rows one after another, each made when it is asked for: an object with the columns as keys. A cell is a number in columns
   * of the types `integer` and `number`, text in all others, null where it is missing. So a released quasi-identifier is text
   * throughout, `31` beside `[25-29]`. A row of a counted table comes as often as it counts.
   */
  [Symbol.iterator](): IterableIterator<TableRow> {
    return rowsOf(this);
  }

  /** All rows at once, as objects; see the iterator for what a cell is. */
  toRows(): TableRow[] {
    return Array.from(rowsOf(this));
  }

  /** The cells of every column by its name, in the order of the rows; see the iterator for what a cell is. */
  toColumns(): TableColumns {
    return columnsOf(this);
  }

  /**
   * The cells of one column.
   *
   * @throws InvalidArgumentError UNKNOWN_COLUMN
   */
  cells(name: string): Cell[] {
    const column = this.column(name);
    if (column !== undefined) return cellsOf(this, column);
    throw new InvalidArgumentError('name', 'the name of a column', 'another name', 'UNKNOWN_COLUMN');
  }

  /**
   * An Arrow table: numbers as Float64, all else as dictionaries of texts, missing cells as nulls.
   *
   * @param arrow - the package `apache-arrow`. Without it, it is loaded by name, where the host finds it (Node, Deno, Bun; not in a
   *   bundle: give it there)
   * @throws InvalidArgumentError PACKAGE_MISSING
   */
  async toArrow(arrow?: ArrowModule): Promise<ArrowTable> {
    return toArrowTable(this, arrow);
  }
}

/** True for a table of this package, of whatever copy of it. */
export function isTable(value: unknown): value is Table {
  const like = value as Partial<Table> | null | undefined;
  return typeof like === 'object' && like !== null && typeof like.rows === 'number' && Array.isArray(like.columns);
}

/** [entries] rows that every entry stands for: one each, where entries are rows. */
export function rowsPerEntry({ rows, weights }: Table): Uint32Array {
  return weights ?? new Uint32Array(rows).fill(1);
}

/** Rows per dictionary entry of a column: counted once and shared, so not to be written to. */
export function countRowsPerCode(column: Column): Uint32Array {
  if (column.rowsPerCode !== undefined) return column.rowsPerCode;
  let counts = countedOnce.get(column);
  if (counts === undefined) {
    counts = new Uint32Array(column.texts.length);
    const { codes } = column;
    for (let row = 0; row < codes.length; row++) counts[codes[row]]++;
    if (codes.length >= WORTH_KEEPING) countedOnce.set(column, counts);
  }
  return counts;
}

/** Rows that take longer to count than a column's counts are worth: wide tables have many columns of a few rows. */
const WORTH_KEEPING = 256;
const countedOnce = new WeakMap<Column, Uint32Array>();

/** [distinct] rows of every code, where entry `i` stands for `weights[i]` rows. */
export function weighCodes(codes: Codes, weights: Uint32Array, distinct: number): Uint32Array {
  const rows = new Uint32Array(distinct);
  for (let entry = 0; entry < codes.length; entry++) rows[codes[entry]] += weights[entry];
  return rows;
}

/** [codes] `map[code]` of every code, in the smallest width for `distinct` values. */
export function mapCodes(codes: Codes, map: Uint32Array, distinct: number): Codes {
  const mapped = allocateCodes(codes.length, distinct);
  // Blocks of one width, converted by the host: a loop over arrays of several widths is many times slower.
  const block = new Uint32Array(Math.min(codes.length, 1 << 14));
  for (let from = 0; from < codes.length; from += block.length) {
    const count = Math.min(block.length, codes.length - from);
    block.set(codes.subarray(from, from + count));
    for (let i = 0; i < count; i++) block[i] = map[block[i]];
    mapped.set(count === block.length ? block : block.subarray(0, count), from);
  }
  return mapped;
}

/** codes[at[i]] for every i. */
export function pickCodes(codes: Codes, at: Uint32Array): Uint32Array {
  return runToCompletion(pickCodesInSteps(codes, at));
}

/** Codes picked between two yields. */
const YIELD_CODES = 1 << 18;

/** {@link pickCodes} that yields between stretches of the work. */
export function* pickCodesInSteps(codes: Codes, at: Uint32Array): Steps<Uint32Array> {
  const picked = new Uint32Array(at.length);
  for (let from = 0; from < at.length; from += YIELD_CODES) {
    if (from > 0) yield;
    const to = Math.min(at.length, from + YIELD_CODES);
    for (let i = from; i < to; i++) picked[i] = codes[at[i]];
  }
  return picked;
}

/** A new code array of the smallest width for `distinct` values. */
export function allocateCodes(rows: number, distinct: number): Codes {
  if (distinct <= 0x100) return new Uint8Array(rows);
  if (distinct <= 0x10000) return new Uint16Array(rows);
  return new Uint32Array(rows);
}

/** The table with warnings before its own. */
export function withWarnings(table: Table, warnings: readonly Warning[]): Table {
  if (warnings.length === 0) return table;
  return new Table(table.rows, table.columns, [...warnings, ...table.warnings], table.weights);
}
