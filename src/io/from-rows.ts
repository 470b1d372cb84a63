import { appendAll } from '../base/sequences.js';
import { InputError, InvalidArgumentError } from '../base/errors.js';
import type { Steps } from '../base/steps.js';
import { runToCompletion } from '../base/steps.js';
import { amount } from '../base/plural.js';
import { buildColumn } from '../table/build-column.js';
import type { ColumnRules } from '../table/build-column.js';
import { ColumnEncoder } from '../table/column-encoder.js';
import { isPathLike } from '../table/path-like.js';
import { type CheckedTypes, checkHints, checkMissing, checkTypes, type DeclaredTypes } from './cell-options.js';
import type { ReadCsvOptions } from './csv/read-options.js';
import { oddMissingWarnings, similarNameWarnings, spellingWarnings, valueWarnings } from '../table/table-warnings.js';
import { missingTextOf, withDeclaredMissing } from '../table/declared-missing.js';
import type { Column, ValueKind, Warning } from '../table/table.js';
import { Table } from '../table/table.js';
import { kindChecker } from '../table/cell-problem.js';
import type { NumberHints } from '../table/infer-numbers.js';
import { formatValue } from '../table/spelling.js';
import { VALUE_EXPECTED } from '../table/value.js';
import { isWellFormed } from '../table/well-formed.js';

/** Options of making a table of rows in memory. */
export interface FromRowsOptions {
  /** Column names. Needed for rows that are arrays; for objects the keys that are taken, by default those of the first. */
  readonly columns?: readonly string[];
  /** Declared types by column name; the others are inferred from the texts. */
  readonly types?: DeclaredTypes;
  /** Texts that mean missing, as null and undefined do. Default `[""]`. */
  readonly missing?: readonly string[];
}

/** Options of a reader of rows beside {@link FromRowsOptions}, with their meanings in `readCsv`. */
interface CollectOptions
  extends
    FromRowsOptions,
    Pick<
      ReadCsvOptions,
      'select' | 'onMissing' | 'missingMatters' | 'sourceName' | 'decimal' | 'thousands' | 'onDescribed'
    > {}

/** Stands for null and undefined among the spellings; no text of a cell may hold NUL. */
const NULL_SPELLING = '\0';
const BATCH_ROWS = 4096;

interface RowProblem {
  readonly code: string;
  readonly message: string;
}

/** Kinds of cells in a column. */
interface SeenCells {
  /** Numbers of JavaScript, which have no separators to ask about. */
  numbers: boolean;
  texts: boolean;
  /** A Date that does not stand at midnight: then all of them are times. */
  times: boolean;
}

interface OpenColumn {
  readonly rules: ColumnRules;
  readonly seen: SeenCells;
  readonly encoder: ColumnEncoder<RowProblem>;
  /** True where `onMissing` looks at the column. */
  readonly matters: boolean;
}

/** The columns of the rows that come, and how a row becomes their cells. */
interface OpenRows {
  readonly columns: readonly OpenColumn[];
  readonly names: readonly string[];
  readonly toCells: (row: unknown, index: number) => string[];
}

/**
 * Makes a table of objects or arrays in memory.
 *
 * null and undefined are missing; numbers, bigints and booleans become their text; Dates become days `YYYY-MM-DD` when all
 * stand at midnight UTC, else their ISO texts, of type `datetime`; strings are taken as they are, without trimming. Only own enumerable keys
 * of objects are looked at. The rows are not changed.
 *
 * @param rows - an array, or anything else that gives them one after another, such as a generator or another table
 * @throws InputError with the number of the row, from 1: ROW_TYPE, ROW_WIDTH, VALUE_TYPE, INVALID_STRING, NUMBER_...,
 * DATE_INVALID, MISSING_VALUE (a null although `missing` is empty); INPUT_EMPTY without rows
 * @throws InvalidArgumentError for wrong options
 */
export function tableFromRows(rows: Iterable<object>, options: FromRowsOptions = {}): Table {
  return runToCompletion(tableFromRowsInSteps(rows, options));
}

/** {@link tableFromRows} that yields between batches of rows. */
export function* tableFromRowsInSteps(rows: Iterable<object>, options: FromRowsOptions = {}): Steps<Table> {
  requireRows(rows);
  const collector = new RowCollector(options);
  for (const batch of batchesOf(rows)) {
    yield;
    collector.take(batch);
  }
  return yield* collector.finishInSteps();
}

/** Throws InvalidArgumentError unless the value gives rows one after another. */
function requireRows(rows: unknown): void {
  if (typeof rows === 'object' && rows !== null && Symbol.iterator in rows && !ArrayBuffer.isView(rows)) return;
  if (typeof rows === 'string' && isPathLike(rows)) {
    const received = 'one line that reads like the path of a file or an URL';
    throw new InvalidArgumentError('rows', 'rows (a file is read by readCsv)', received, 'SOURCE_IS_PATH');
  }
  const expected = 'an array of rows, or another iterable of them (readCsv takes text, readTable anything)';
  throw new InvalidArgumentError('rows', expected, rows === null ? 'null' : typeof rows);
}

/** Rows in batches. */
export function* batchesOf(rows: Iterable<unknown>): Generator<readonly unknown[]> {
  let batch: unknown[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Collects rows into columns, in batches as they come. */
export class RowCollector {
  readonly #options: CollectOptions;
  readonly #missing: ReadonlySet<string>;
  readonly #hints: NumberHints;
  readonly #types: CheckedTypes;
  readonly #scratch: Uint32Array;
  #open: OpenRows | null = null;
  #taken = 0;
  #kept = 0;

  constructor(options: CollectOptions) {
    this.#options = options;
    this.#types = checkTypes(options.types);
    this.#missing = checkMissing(options.missing);
    this.#hints = checkHints(options);
    this.#scratch = new Uint32Array(BATCH_ROWS);
  }

  /** Rows that the table has so far. */
  get rows(): number {
    return this.#kept;
  }

  /** Rows that came so far. */
  get taken(): number {
    return this.#taken;
  }

  /** Takes rows. Throws what {@link tableFromRows} throws. */
  take(rows: readonly unknown[]): void {
    for (let from = 0; from < rows.length; from += BATCH_ROWS) this.#takeBatch(rows.slice(from, from + BATCH_ROWS));
  }

  #takeBatch(rows: readonly unknown[]): void {
    if (rows.length === 0) return;
    const { columns, toCells } = (this.#open ??= this.#begin(rows[0]));
    const looked = columns.flatMap(({ matters }, index) => (matters ? [index] : []));
    const batch: string[][] = [];
    /** [batch] number of every row among those that came. */
    const numbers: number[] = [];
    for (const row of rows) {
      const number = this.#taken++;
      const cells = toCells(row, number);
      const at = looked.find((index) => columns[index].rules.interpret(cells[index]).missing);
      if (at === undefined) {
        batch.push(cells);
        numbers.push(number);
      } else if (this.#options.onMissing === 'error') {
        const message = 'a value is missing, and input.onMissing is "error"';
        throw new InputError('MISSING_VALUE', message, this.#where(number, columns[at].rules.name));
      }
    }
    columns.forEach(({ encoder, rules }, index) => {
      const done = encoder.encode(batch, batch.length, index, this.#scratch);
      if (done === batch.length || encoder.problem === null) return;
      const { code, message } = encoder.problem;
      throw new InputError(code, message, this.#where(numbers[done], rules.name));
    });
    this.#kept += batch.length;
  }

  readonly #where: PlaceOf = (number, attribute) => {
    const { sourceName } = this.#options;
    return { source: `${sourceName === undefined ? '' : `${sourceName}, `}row ${number + 1}`, attribute };
  };

  /** Opens the columns that the first row, or `columns`, names. */
  #begin(first: unknown): OpenRows {
    const { select = () => true, onMissing = 'keep', missingMatters = () => true } = this.#options;
    const given = columnNames(first, this.#options, this.#where);
    this.#options.onDescribed?.({ columns: given });
    const missing = this.#missing;
    const nullText = missingTextOf(missing);
    const names = given.filter((name) => select(name));
    const columns = names.map((name): OpenColumn => {
      const seen: SeenCells = { numbers: false, texts: false, times: false };
      const plainRules: ColumnRules = {
        name,
        declared: this.#types.get(name),
        // Numbers are written with a point, whatever the texts of the rows have.
        hints: ruledHints(seen, this.#hints),
        interpret: (spelling) => {
          if (spelling === NULL_SPELLING) return { content: nullText, missing: true };
          const isDay = seen.times && !seen.texts && spelling.length === 10;
          return { content: isDay ? `${spelling}${MIDNIGHT}` : spelling, missing: missing.has(spelling) };
        },
      };
      const rules = withDeclaredMissing(plainRules, nullText);
      const encoder = new ColumnEncoder(checker(rules, missing.size > 0));
      return { rules, seen, encoder, matters: onMissing !== 'keep' && missingMatters(name) };
    });
    return {
      columns,
      names,
      toCells: cellsOf(given, columns, { strict: this.#options.columns === undefined, placeOf: this.#where }),
    };
  }

  /** The table. Throws InputError INPUT_EMPTY without a row, INPUT_NO_ROWS when all were dropped. */
  *finishInSteps(): Steps<Table> {
    const source = this.#options.sourceName;
    if (this.#open === null) throw new InputError('INPUT_EMPTY', 'there are no rows', { source });
    const rows = this.#kept;
    if (rows === 0) {
      throw new InputError('INPUT_NO_ROWS', 'every row has a missing value, and input.onMissing is "drop"', { source });
    }
    const warnings: Warning[] = similarNameWarnings(this.#open.names);
    if (rows < this.#taken) {
      const message = `rows dropped because a value is missing: ${this.#taken - rows}`;
      warnings.push({ code: 'ROWS_DROPPED', message });
    }
    const finished: Column[] = [];
    for (const { encoder, rules } of this.#open.columns) {
      yield;
      encoder.seal();
      const noticed = spellingWarnings(encoder, rules.name, { trimmable: false });
      const odd = oddMissingWarnings(encoder, rules);
      const column = yield* buildColumn(encoder, rules, null, rows);
      appendAll(warnings, noticed.warnings);
      appendAll(warnings, odd);
      appendAll(warnings, yield* valueWarnings(column, rows, rules));
      finished.push(column);
    }
    return new Table(rows, finished, warnings);
  }
}

function checker(rules: ColumnRules, nullsAllowed: boolean): (cell: string) => RowProblem | null {
  const check = kindChecker(rules.declared);
  return (cell) => {
    const { content, missing } = rules.interpret(cell);
    if (missing) {
      return nullsAllowed ? null : { code: 'MISSING_VALUE', message: 'null needs a text in "missing", which is empty' };
    }
    if (!isWellFormed(content) || content.includes('\0')) {
      return { code: 'INVALID_STRING', message: 'the text has half a surrogate pair or a NUL character' };
    }
    return check === null ? null : check(content);
  };
}

function columnNames(first: unknown, options: FromRowsOptions, placeOf: PlaceOf): readonly string[] {
  let names = options.columns;
  if (names === undefined) {
    if (Array.isArray(first)) throw new InvalidArgumentError('columns', 'the names of the columns', 'undefined');
    if (typeof first !== 'object' || first === null) throw rowTypeError(placeOf(0));
    names = Object.keys(first);
  }
  if (!Array.isArray(names) || names.length === 0) {
    throw new InvalidArgumentError('columns', 'at least one column', 'none');
  }
  const seen = new Set<string>();
  for (const name of names as readonly unknown[]) {
    if (typeof name !== 'string' || name === '' || !isWellFormed(name)) {
      throw new InvalidArgumentError('columns', 'names that are not empty', String(name), 'EMPTY_COLUMN_NAME');
    }
    if (seen.has(name)) {
      throw new InvalidArgumentError('columns', 'unique names', `${JSON.stringify(name)} twice`, 'DUPLICATE_COLUMN');
    }
    seen.add(name);
  }
  return [...names];
}

/** Place of a row, from 0, and of its column. */
type PlaceOf = (row: number, attribute?: string) => InputError['where'];

const rowTypeError = (where: InputError['where']): InputError =>
  new InputError('ROW_TYPE', 'expected an object or an array', where);

/**
 * Takes the cells of a row as texts.
 *
 * @param names - columns of a row
 * @param selected - the columns of those that are taken
 * @param rules - `strict`: an object must have exactly the columns as keys
 */
function cellsOf(
  names: readonly string[],
  selected: readonly Pick<OpenColumn, 'rules' | 'seen'>[],
  { strict, placeOf }: { readonly strict: boolean; readonly placeOf: PlaceOf },
): (row: unknown, index: number) => string[] {
  const places = selected.map(({ rules }) => names.indexOf(rules.name));
  return (row, index) => {
    if (typeof row !== 'object' || row === null) throw rowTypeError(placeOf(index));
    if (Array.isArray(row)) {
      if (row.length !== names.length) {
        const message = `expected ${amount(names.length, 'cell')}, found ${row.length}`;
        throw new InputError('ROW_WIDTH', message, placeOf(index));
      }
      return selected.map((column, i) => cellText(row[places[i]], column, () => placeOf(index, column.rules.name)));
    }
    if (strict && Object.keys(row).length !== names.length) throw keysError(row, names, placeOf(index));
    return selected.map((column) => {
      const { name } = column.rules;
      if (Object.prototype.propertyIsEnumerable.call(row, name)) {
        return cellText((row as Readonly<Record<string, unknown>>)[name], column, () => placeOf(index, name));
      }
      if (strict) throw keysError(row, names, placeOf(index));
      return NULL_SPELLING;
    });
  };
}

/** ROW_WIDTH for an object whose keys are not those of the first one. */
function keysError(row: object, names: readonly string[], where: InputError['where']): InputError {
  const keys = Object.keys(row);
  const own = new Set(keys);
  const known = new Set(names);
  const absent = names.filter((name) => !own.has(name));
  const added = keys.filter((key) => !known.has(key));
  const found = [
    ...(absent.length === 0 ? [] : [`without ${namesOf(absent)}`]),
    ...(added.length === 0 ? [] : [`with ${namesOf(added)} beside them`]),
  ].join(' and ');
  const cure = '"columns" of readTable names the keys that are taken, and those that a row lacks are null';
  return new InputError('ROW_WIDTH', `expected the keys of the first row, found a row ${found}; ${cure}`, where);
}

/** Keys that a message names at most, and characters of each. */
const MOST_NAMES = 5;
const MOST_CHARACTERS = 60;

function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => JSON.stringify(name.slice(0, MOST_CHARACTERS)));
  const others = names.length - shown.length;
  return others === 0 ? shown.join(', ') : `${shown.join(', ')} and ${others} more`;
}

/** Hints that are checked after all cells were read. */
function ruledHints(seen: SeenCells, given: NumberHints): NumberHints {
  const isPlain = (): boolean => seen.numbers && !seen.texts;
  return {
    get decimal() {
      return isPlain() ? '.' : given.decimal;
    },
    get thousands() {
      return isPlain() ? undefined : given.thousands;
    },
  };
}

/** Text behind the day of a Date at midnight. */
const MIDNIGHT = 'T00:00:00.000Z';

/** The largest integer up to which doubles hold all. */
const EXACT = 2n ** 53n;

const hasNumberFormat = (kind: ValueKind | undefined): kind is ValueKind =>
  kind?.format !== undefined && (kind.type === 'integer' || kind.type === 'number');

function cellText(
  value: unknown,
  { rules, seen }: Pick<OpenColumn, 'rules' | 'seen'>,
  where: () => InputError['where'],
): string {
  const { declared } = rules;
  if (value === null || value === undefined) return NULL_SPELLING;
  if (typeof value === 'string') {
    seen.texts = true;
    if (value === NULL_SPELLING) throw new InputError('INVALID_STRING', 'the text is a NUL character', where());
    return value;
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) {
      // Programs write NaN where there is no value.
      if (rules.interpret(String(value)).missing) return String(value);
      const message = `${VALUE_EXPECTED.NUMBER_NOT_FINITE}, found ${value}; if it means a missing value, use --missing ${value} (input.missing)`;
      throw new InputError('NUMBER_NOT_FINITE', message, where());
    }
    seen.numbers = true;
    // Values that are no texts are written in the format that is declared.
    return hasNumberFormat(declared) ? formatValue(value, declared) : String(value);
  }
  if (typeof value === 'bigint') {
    seen.numbers = true;
    if (!hasNumberFormat(declared)) return String(value);
    if (value > EXACT || value < -EXACT) {
      throw new InputError('NUMBER_NOT_EXACT', VALUE_EXPECTED.NUMBER_NOT_EXACT, where());
    }
    return formatValue(Number(value), declared);
  }
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw new InputError('DATE_INVALID', 'the Date is not valid', where());
    if (declared?.type === 'datetime') return formatValue(value.getTime(), declared);
    const text = value.toISOString();
    if (!text.endsWith(MIDNIGHT)) {
      seen.times = true;
      return text;
    }
    const isFormatted = declared?.type === 'date' && declared.format !== undefined;
    return isFormatted ? formatValue(value.getTime() / 86_400_000, declared) : text.slice(0, -MIDNIGHT.length);
  }
  const message = `expected a text, number, boolean, bigint or Date, found ${kindOf(value)}`;
  throw new InputError('VALUE_TYPE', message, where());
}

/** Kind of a value that is not a cell, with a cure. */
function kindOf(value: unknown): string {
  if (typeof value !== 'object') return `a ${typeof value}`;
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return 'bytes; write them as text';
  const kind = Array.isArray(value) || value instanceof Set ? 'a list' : 'an object';
  return `${kind}; make its parts columns of their own, or write it as one text`;
}
