import { InvalidArgumentError } from '../../base/errors.js';
import { encodings, MOST_HEADER_ROWS } from '../../table/input-spec.js';
import type { InputSpec, TakenKeys } from '../../table/input-spec.js';
import type { KnownHeader } from './detect-delimiter.js';
import { DELIMITERS } from './detect-delimiter.js';
import type { LineCacheFactory } from '../../table/line-cache.js';
import type { RowFollower } from './row-follower.js';
import type { LinePlace } from './skipped-rows.js';
import type { NumberHints } from '../../table/infer-numbers.js';
import type { InputDescription } from '../../table/input-description.js';
import { checkLimits, MOST_COLUMNS } from '../input-limits.js';
import {
  type CheckedTypes,
  checkHints,
  checkMissing,
  checkTypes,
  type DeclaredTypes,
  invalid,
} from '../cell-options.js';

export type { DeclaredType } from '../cell-options.js';

/** Options of reading a CSV file: `input` of the job, and what a program adds. */
export interface ReadCsvOptions extends Omit<InputSpec, TakenKeys> {
  /** Declared types by column name, or a function of the name; with or without a format. Names that are no column are ignored, other columns get an inferred type. */
  readonly types?: DeclaredTypes;
  /** Selects the columns that are kept; the others are checked for their width only. Default: all. */
  readonly select?: (name: string) => boolean;
  /** Selects the kept columns that `onMissing` drop and error look at. Default: all. */
  readonly missingMatters?: (name: string) => boolean;
  /** A file with a header and no rows gives a table without rows instead of an error, as a release may be. Default false. */
  readonly allowEmpty?: boolean;
  /** Name of the source for messages. */
  readonly sourceName?: string;
  /** Longest cell in bytes, at least 1. Default 1 MiB. */
  readonly maxFieldBytes?: number;
  /** Delimiters of lists inside cells: none of them separates the cells of a file whose header lacks it. Default: none. */
  readonly listDelimiters?: readonly string[];
  /** Delimiter between the items of a list of JSON in its cell, by the name of the column. Default `;`. */
  readonly listDelimiter?: (name: string) => string | undefined;
  /** Names of columns by which the delimiter of a file is found, where neither `delimiter` nor a first line `sep=;` says it. Default: by the first rows. */
  readonly knownHeader?: KnownHeader;
  /** Names of the columns of a file of JSON without a row, which names none. Default: none. */
  readonly columnsOfNone?: readonly string[];
  /**
   * Takes the rows that `badRows: "skip"` left out, once at the end: as they stand, in UTF-8, each with a line end. They are as confidential as the
   * file.
   */
  readonly onBadRows?: (pieces: readonly Uint8Array[]) => void;
  /** Ends the reading with an AbortError. */
  readonly signal?: AbortSignal;
  /** Description of the same input by an earlier reading: format, encoding, delimiter and titles are then not looked for again. */
  readonly described?: InputDescription;
  /**
   * Called with the description of the file, whether these options say it or it was found; in parts, as they become known: the columns before a row
   * is read, but for JSON, whose rows name them.
   */
  readonly onDescribed?: (part: Partial<InputDescription>) => void;
  /** Called after every piece with the bytes (for a string: characters) and rows read so far. */
  readonly onProgress?: (progress: { readonly bytes: number; readonly rows: number }) => void;
}

/** Settings of counting distinct rows instead of keeping rows. */
export interface CountSettings {
  /** Most bytes that the distinct rows may take. */
  readonly memory: number;
  /** Most bytes of lines that are remembered. */
  readonly memoBytes: number;
  /** Makes the line cache. Default: the twin in JavaScript. The result is the same with any. */
  readonly createMemo?: LineCacheFactory;
}

/** Checked options with their defaults. */
export interface ReadSettings {
  readonly delimiter: string | undefined;
  /** Lines before the header; null: titles and comments are looked for. */
  readonly skip: number | null;
  /** Rows of the header. */
  readonly headerRows: number;
  readonly strict: boolean;
  readonly badRows: 'error' | 'skip';
  readonly onBadRows?: (pieces: readonly Uint8Array[]) => void;
  /** Place of a line where several files are read as one. */
  readonly locate?: (line: number) => LinePlace;
  readonly listDelimiters?: readonly string[];
  readonly knownHeader?: KnownHeader;
  readonly described?: InputDescription;
  readonly onDescribed?: (part: Partial<InputDescription>) => void;
  readonly columns: readonly string[] | null;
  readonly trim: boolean;
  readonly missing: ReadonlySet<string>;
  readonly onMissing: 'keep' | 'drop' | 'error';
  readonly types: CheckedTypes;
  /** Separators of numbers, as far as `input` gives them. */
  readonly hints: NumberHints;
  readonly select: (name: string) => boolean;
  readonly missingMatters: (name: string) => boolean;
  readonly allowEmpty: boolean;
  readonly source: string | undefined;
  readonly maxField: number;
  /** Most cells of a header. */
  readonly mostColumns: number;
  /** Settings of counting rows instead of keeping them; null: they are kept. */
  readonly count: CountSettings | null;
  /** Takes each row; rows are then neither kept nor counted. */
  readonly follower?: RowFollower;
}

const DEFAULT_MAX_FIELD_BYTES = 1024 * 1024;

function checkHeader({ header, headerRows, columns }: ReadCsvOptions): void {
  if (header !== undefined && typeof header !== 'boolean') throw invalid('input.header', 'true or false', header);
  if (header === false && columns === undefined) {
    throw invalid('input.columns', 'the column names, since input.header is false', columns);
  }
  if (header !== false && columns !== undefined) {
    throw invalid('input.columns', 'nothing unless input.header is false', columns);
  }
  if (columns !== undefined) checkNames(columns);
  if (headerRows === undefined) return;
  if (!(Number.isSafeInteger(headerRows) && headerRows >= 1 && headerRows <= MOST_HEADER_ROWS)) {
    throw invalid('input.headerRows', `a whole number from 1 to ${MOST_HEADER_ROWS}`, headerRows);
  }
  if (header === false) throw invalid('input.headerRows', 'nothing, since input.header is false', headerRows);
}

function checkEncoding({ encoding, strict, skip, badRows, escapes }: ReadCsvOptions): void {
  if (encoding !== undefined && !encodings.includes(encoding)) {
    throw invalid('input.encoding', `one of ${encodings.join(', ')}`, encoding);
  }
  if (strict !== undefined && typeof strict !== 'boolean') throw invalid('input.strict', 'true or false', strict);
  if (badRows !== undefined && badRows !== 'error' && badRows !== 'skip') {
    throw invalid('input.badRows', '"error" or "skip"', badRows);
  }
  if (escapes !== undefined && (escapes as unknown) !== 'backslash')
    throw invalid('input.escapes', '"backslash"', escapes);
  if (skip !== undefined && !(Number.isSafeInteger(skip) && skip >= 0)) {
    throw invalid('input.skip', 'a whole number of at least 0', skip);
  }
}

/** The options of the rows that baskets become. */
function optionsOfBaskets({ baskets, ...options }: ReadCsvOptions): ReadCsvOptions {
  if (typeof baskets !== 'string' || baskets === '') throw invalid('input.baskets', 'the name of the column', baskets);
  for (const key of ['header', 'headerRows', 'columns'] as const) {
    if (options[key] !== undefined)
      throw invalid(`input.${key}`, 'nothing, since input.baskets names the column', options[key]);
  }
  return { ...options, header: false, columns: [baskets], delimiter: ',', skip: 0 };
}

/** Checks the options of a reader. @throws InvalidArgumentError */
export function checkReadOptions(given: ReadCsvOptions): ReadSettings {
  if (given.delimiter !== undefined && !(DELIMITERS as readonly string[]).includes(given.delimiter)) {
    throw invalid('input.delimiter', 'one of "," ";" "\\t" "|"', given.delimiter);
  }
  checkEncoding(given);
  const options = given.baskets === undefined ? given : optionsOfBaskets(given);
  const { format, delimiter, columns, trim, onMissing, maxFieldBytes } = options;
  if (format !== undefined && format !== 'csv') throw invalid('input.format', '"csv"', format);
  checkLimits(options.limits);
  checkHeader(options);
  if (trim !== undefined && typeof trim !== 'boolean') throw invalid('input.trim', 'true or false', trim);
  if (onMissing !== undefined && !['keep', 'drop', 'error'].includes(onMissing)) {
    throw invalid('input.onMissing', '"keep", "drop" or "error"', onMissing);
  }
  if (maxFieldBytes !== undefined && !(Number.isSafeInteger(maxFieldBytes) && maxFieldBytes >= 1)) {
    throw invalid('maxFieldBytes', 'a whole number of at least 1', maxFieldBytes);
  }
  return {
    delimiter,
    skip: options.skip ?? null,
    headerRows: options.headerRows ?? 1,
    strict: options.strict ?? false,
    badRows: options.badRows ?? 'error',
    onBadRows: options.onBadRows,
    listDelimiters: options.listDelimiters,
    knownHeader: options.knownHeader,
    described: options.described,
    onDescribed: options.onDescribed,
    columns: columns ?? null,
    trim: trim ?? true,
    missing: checkMissing(options.missing),
    onMissing: onMissing ?? 'keep',
    types: checkTypes(options.types),
    hints: checkHints(options),
    select: options.select ?? (() => true),
    missingMatters: options.missingMatters ?? (() => true),
    allowEmpty: options.allowEmpty ?? false,
    source: options.sourceName,
    maxField: maxFieldBytes ?? DEFAULT_MAX_FIELD_BYTES,
    mostColumns: options.limits?.columns ?? MOST_COLUMNS,
    count: null,
  };
}

function checkNames(columns: readonly string[]): void {
  if (!Array.isArray(columns) || columns.length === 0) throw invalid('input.columns', 'a list of names', columns);
  const seen = new Set<string>();
  columns.forEach((name: unknown, i) => {
    if (typeof name !== 'string' || name === '') throw invalid(`input.columns[${i}]`, 'a name', name);
    if (seen.has(name)) {
      throw new InvalidArgumentError(
        'input.columns',
        'unique names',
        `${JSON.stringify(name)} twice`,
        'DUPLICATE_COLUMN',
      );
    }
    seen.add(name);
  });
}
