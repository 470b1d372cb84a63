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

/** What a table is made of. */
export interface TableData {
  readonly rows: number;
  /** Length of the codes of every column. */
  readonly entries: number;
  readonly columns: readonly Column[];
  /** [entries] rows that every entry stands for; null when entries are rows. */
  readonly weights: Uint32Array | null;
}
