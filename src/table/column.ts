/** Type of the values of a column. Numbers are IEEE doubles, dates are calendar days without a time zone, a datetime is a day with a time, a time is one of the day, a duration a length of time. */
export type ColumnType = 'string' | 'integer' | 'number' | 'date' | 'datetime' | 'time' | 'duration';

/** Type and format of values. */
export interface ValueKind {
  /** The type of the values. */
  readonly type: ColumnType;
  /**
   * How numbers, days or times are written: `DD.MM.YYYY`, `$#,##0.00` (docs/job.md, "Formats"). Absent: numbers as JavaScript
   * writes them, days as `YYYY-MM-DD`, times as `YYYY-MM-DDTHH:mm:ss`.
   */
  readonly format?: string;
}

/** Kind of values that is declared for a column. */
export interface DeclaredKind extends ValueKind {
  /** `missing`: cells that do not fit the kind count as missing. Default: they are an error. */
  readonly odd?: 'missing';
  /** Texts of missing cells of this column, beside those of the table. */
  readonly missing?: readonly string[];
}

/** Declared type of a column: a type, or a type with the format of its values and the cells that count as missing. */
export type DeclaredType = ColumnType | DeclaredKind;

/** Declared types by the names of columns, or a function of the name. */
export type DeclaredTypes = Readonly<Record<string, DeclaredType>> | ((name: string) => DeclaredType | undefined);

/** Codes of a dictionary-encoded column: the smallest width that holds the dictionary. */
export type Codes = Uint8Array | Uint16Array | Uint32Array;

/**
 * A dictionary-encoded column. `texts[codes[row]]` is the cell of a row, in the spelling of the column (for numbers,
 * days and times every spelling of one value has one code). Dictionary entries stand in the order of first appearance; every
 * entry is used by at least one row.
 */
export interface Column extends ValueKind {
  /** Name of the column; unique within its table. */
  readonly name: string;
  /** [rows] index into `texts`. */
  readonly codes: Codes;
  /** [distinct] text of every distinct value. */
  readonly texts: readonly string[];
  /**
   * [distinct] for `integer` and `number` the value, for `date` the days since 1970-01-01 (proleptic Gregorian), for
   * `datetime` the milliseconds since 1970-01-01 00:00 (UTC where a zone is written), for `time` and `duration` milliseconds, NaN for the missing value; null for `string`.
   */
  readonly numbers: Float64Array | null;
  /** Code of the missing value, or -1 when no cell of the column is missing. */
  readonly missingCode: number;
  /** [distinct] rows per dictionary entry; given for counted tables, else counted from the codes. */
  readonly rowsPerCode?: Uint32Array;
}

/** Contents of a table. */
export interface TableData {
  readonly rows: number;
  /** Length of the codes of every column. */
  readonly entries: number;
  readonly columns: readonly Column[];
  /** [entries] rows that every entry stands for; null when entries are rows. */
  readonly weights: Uint32Array | null;
}
