import { InvalidArgumentError } from '../base/errors.js';
import { amount } from '../base/plural.js';

/** What the values of a column are. Numbers are IEEE doubles, dates are ISO calendar days without a time zone. */
export type ColumnType = 'string' | 'integer' | 'number' | 'date';

/** Codes of a dictionary-encoded column: the smallest width that holds the dictionary. */
export type Codes = Uint8Array | Uint16Array | Uint32Array;

/**
 * A dictionary-encoded column. `texts[codes[row]]` is the cell of a row, in its canonical spelling (for numbers and
 * dates every spelling of one value has one code). Dictionary entries stand in the order of first appearance; every
 * entry is used by at least one row.
 */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** [rows] index into `texts`. */
  readonly codes: Codes;
  /** [distinct] canonical text of every distinct value. */
  readonly texts: readonly string[];
  /**
   * [distinct] for `integer` and `number` the value, for `date` the days since 1970-01-01 (proleptic Gregorian), NaN
   * for the missing value; null for `string`.
   */
  readonly numbers: Float64Array | null;
  /** Code of the missing value, or -1 when no cell of the column is missing. */
  readonly missingCode: number;
  /** [distinct] rows per dictionary entry; given for counted tables, else counted from the codes. */
  readonly rowsPerCode?: Uint32Array;
}

/** Something a reader noticed that is not an error. Never holds a cell. */
export interface Warning {
  /** Stable name, such as `UNTRIMMED_VALUES`. */
  readonly code: string;
  readonly message: string;
  readonly attribute?: string;
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
    readonly rows: number,
    readonly columns: readonly Column[],
    /** What the reader noticed. */
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
}

/** [entries] rows that every entry stands for: one each, where entries are rows. */
export function rowsPerEntry({ rows, weights }: Table): Uint32Array {
  return weights ?? new Uint32Array(rows).fill(1);
}

/** Rows per dictionary entry of a column. */
export function countRowsPerCode(column: Column): Uint32Array {
  if (column.rowsPerCode !== undefined) return column.rowsPerCode;
  const counts = new Uint32Array(column.texts.length);
  const { codes } = column;
  for (let row = 0; row < codes.length; row++) counts[codes[row]]++;
  return counts;
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
  const picked = new Uint32Array(at.length);
  for (let i = 0; i < at.length; i++) picked[i] = codes[at[i]];
  return picked;
}

/** A new code array of the smallest width for `distinct` values. */
export function allocateCodes(rows: number, distinct: number): Codes {
  if (distinct <= 0x100) return new Uint8Array(rows);
  if (distinct <= 0x10000) return new Uint16Array(rows);
  return new Uint32Array(rows);
}
