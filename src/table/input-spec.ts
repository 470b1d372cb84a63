import type { FileFormat } from './file-formats.js';

/** Most rows of a header. */
export const MOST_HEADER_ROWS = 10;

/** The encodings of text that are read, by their names in the Encoding Standard. The first is what everything becomes. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-1',
  'iso-8859-15',
  'macintosh',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
  'iso-8859-5',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'windows-1253',
  'iso-8859-7',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'gbk',
  'big5',
  'euc-kr',
] as const;

/** The name of an encoding of text. `iso-8859-1` is read as `windows-1252`, as browsers do. */
export type Encoding = (typeof encodings)[number];

/**
 * The most that a file may ask of its reader. What is not said has a default that tables of people stay far below; a file that is
 * damaged, or made to keep a reader busy or to fill its memory, ends with INPUT_LIMIT.
 */
export interface InputLimits {
  /** Rows of a file. Default: of a columnar one as many as `cells` allows, of others any number. */
  readonly rows?: number;
  /** Columns of a file. Default 65,536 of columnar files, 1,000,000 of others. */
  readonly columns?: number;
  /** Cells of a file, rows times columns. Default of columnar ones, unless `rows` is said: 16,777,216, or 1,000 for each byte of the file. */
  readonly cells?: number;
  /** Bytes of a file. Default 4 GiB of one that is read as a whole (Parquet, Arrow, Excel), any number of others. */
  readonly bytes?: number;
  /** Bytes that the file becomes when it is unpacked. Default: 64 MiB, or 400 times the file. */
  readonly unpackedBytes?: number;
  /** Bytes of memory for decoding a file that is read as a whole. Default: 1 GiB and 64 times the file, at most what the host gives. */
  readonly memory?: number;
  /** Seconds for reading a file. Default of one that is read as a whole: 10, one more for 50,000 bytes, and one for 250,000 cells. */
  readonly seconds?: number;
}

/** Keys of {@link InputSpec} that say which rows are taken of a table that was read. */
export type TakenKeys = 'where' | 'count';

/** Description of the input file in a job. */
export interface InputSpec {
  /** Raises or lowers the most that a file may ask of its reader. */
  readonly limits?: InputLimits;
  /** Default: by the ending of the file. */
  readonly format?: FileFormat;
  /** Sheet of an Excel workbook: its name, or its number from 1. Default: the first that is not hidden. */
  readonly sheet?: string | number;
  /**
   * Sheets of an Excel workbook that are read as one: their names or numbers, or `*` for all that are not hidden. Columns are matched by name. Default:
   * `sheet` alone.
   */
  readonly sheets?: '*' | readonly (string | number)[];
  /** Encoding of text. Found when absent: UTF-8, UTF-16, else Windows-1252, with a warning for all but the first. */
  readonly encoding?: Encoding;
  /** Lines before the header that are passed over. Default: none, but for titles and comments that are found with a warning. */
  readonly skip?: number;
  /** True: input that would be repaired with a warning is an error. Default false. */
  readonly strict?: boolean;
  /** One of `,` `;` tab `|`; found by looking at the first rows when absent. */
  readonly delimiter?: string;
  /** True if the file begins with the names of its columns. Default true. With false, `columns` names the columns. */
  readonly header?: boolean;
  /**
   * Rows of the header, 1 to 10: the first names the columns, those below it are left out, as questions and marks of survey programs. Default 1; not
   * with `header` false.
   */
  readonly headerRows?: number;
  /**
   * skip: rows that cannot be read (another number of cells, quotes out of place, lines that are no JSON) are left out and counted, with a warning
   * that names their lines; error: the first of them is an error (default).
   */
  readonly badRows?: 'error' | 'skip';
  /**
   * backslash: `\n`, `\"` and `\,` stand for a line end, a quote and a comma, and a cell `\N` is missing, as MySQL and PostgreSQL write files; of one file
   * of CSV. Default: a backslash is a sign like others.
   */
  readonly escapes?: 'backslash';
  /**
   * Name of the one column of a file of baskets: each line is one, with an item a cell and any number of them, and there is no header. The column has
   * lists, to be declared with `set`. CSV and Excel. Default: the file is a table.
   */
  readonly baskets?: string;
  /** Names of the columns of a file without a header, in their order; one for each. */
  readonly columns?: readonly string[];
  /** Spaces around unquoted cells are removed. Default true. */
  readonly trim?: boolean;
  /** Cells that count as missing, compared after trimming. Default `[""]`. */
  readonly missing?: readonly string[];
  /** The decimal mark of numbers in texts. Found by column when absent; where both fit, a warning asks. */
  readonly decimal?: '.' | ',';
  /** Mark between groups of three digits: `,` `.` a blank or an apostrophe. Found by column when absent. */
  readonly thousands?: string;
  /** keep: a value of its own (default); drop: the row; error. Looks at the columns named in `attributes` that are released or protected, not at identifiers and dropped ones. */
  readonly onMissing?: 'keep' | 'drop' | 'error';
  /** The rows that are taken: those that fulfil an expression such as `age >= 18 and not missing(income)`. Default: all. */
  readonly where?: string;
  /** A column of whole numbers from 0: each row stands for as many rows. The column is not released. Default: each row is one. */
  readonly count?: string;
}
