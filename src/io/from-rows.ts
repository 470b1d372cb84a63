import { InputError, InvalidArgumentError } from '../base/errors.js';
import type { Steps } from '../base/steps.js';
import { runToCompletion } from '../base/steps.js';
import { amount } from '../base/plural.js';
import { buildColumn } from '../table/build-column.js';
import type { ColumnRules } from '../table/build-column.js';
import { ColumnEncoder } from '../table/column-encoder.js';
import { checkMissing, checkTypes } from './csv/read-options.js';
import { similarNameWarnings, spellingWarnings, valueWarnings } from '../table/table-warnings.js';
import type { Column, ColumnType, Warning } from '../table/table.js';
import { Table } from '../table/table.js';
import { VALUE_EXPECTED, parseValue } from '../table/value.js';
import { isWellFormed } from '../table/well-formed.js';

/** How rows in memory become a table. */
export interface FromRowsOptions {
  /** Column names. Needed for rows that are arrays; for objects the keys that are taken, by default those of the first. */
  readonly columns?: readonly string[];
  /** Declared types by column name; the others are inferred from the texts. */
  readonly types?: Readonly<Record<string, ColumnType>>;
  /** Texts that mean missing, as null and undefined do. Default `[""]`. */
  readonly missing?: readonly string[];
}

/** Stands for null and undefined among the spellings; no text of a cell may hold NUL. */
const NULL_SPELLING = '\0';
const BATCH_ROWS = 4096;

interface RowProblem {
  readonly code: string;
  readonly message: string;
}

/**
 * Makes a table of objects or arrays in memory.
 *
 * null and undefined are missing; numbers, bigints and booleans become their text; a Date becomes `YYYY-MM-DD` when it
 * stands at midnight UTC, else its ISO text; strings are taken as they are, without trimming. Only own enumerable keys
 * of objects are looked at. The rows are not changed.
 *
 * @throws InputError with the number of the row, from 1: ROW_TYPE, ROW_WIDTH, VALUE_TYPE, INVALID_STRING, NUMBER_...,
 * DATE_INVALID, MISSING_VALUE (a null although `missing` is empty); INPUT_EMPTY without rows
 * @throws InvalidArgumentError for wrong options
 */
export function tableFromRows(
  rows: readonly object[] | readonly (readonly unknown[])[],
  options: FromRowsOptions = {},
): Table {
  return runToCompletion(tableFromRowsInSteps(rows, options));
}

/** {@link tableFromRows} that yields between batches of rows. */
export function* tableFromRowsInSteps(
  rows: readonly object[] | readonly (readonly unknown[])[],
  options: FromRowsOptions = {},
): Steps<Table> {
  if (!Array.isArray(rows)) throw new InvalidArgumentError('rows', 'an array', typeof rows);
  if (rows.length === 0) throw new InputError('INPUT_EMPTY', 'there are no rows');
  const names = columnNames(rows[0], options);
  const types = checkTypes(options.types);
  const missing = checkMissing(options.missing);
  const nullText = missing.has('') || missing.size === 0 ? '' : [...missing][0];
  const columns = names.map((name) => {
    const rules: ColumnRules = {
      name,
      type: types.get(name),
      interpret: (spelling) =>
        spelling === NULL_SPELLING
          ? { content: nullText, missing: true }
          : { content: spelling, missing: missing.has(spelling) },
    };
    return { rules, encoder: new ColumnEncoder(checker(rules, missing.size > 0)) };
  });
  const scratch = new Uint32Array(BATCH_ROWS);
  const toCells = cellsOf(names, options.columns === undefined);
  for (let from = 0; from < rows.length; from += BATCH_ROWS) {
    yield;
    const batch: string[][] = [];
    for (let row = from; row < Math.min(rows.length, from + BATCH_ROWS); row++) batch.push(toCells(rows[row], row));
    columns.forEach(({ encoder, rules }, index) => {
      const done = encoder.encode(batch, batch.length, index, scratch);
      if (done === batch.length || encoder.problem === null) return;
      const { code, message } = encoder.problem;
      throw new InputError(code, message, { source: `row ${from + done + 1}`, attribute: rules.name });
    });
  }
  const warnings: Warning[] = similarNameWarnings(names);
  const finished: Column[] = [];
  for (const { encoder, rules } of columns) {
    yield;
    encoder.seal();
    const noticed = spellingWarnings(encoder, rules.name, { trimmable: false });
    const column = buildColumn(encoder, rules, null, rows.length);
    warnings.push(...noticed.warnings, ...valueWarnings(column, rows.length));
    finished.push(column);
  }
  return new Table(rows.length, finished, warnings);
}

function checker(rules: ColumnRules, nullsAllowed: boolean): (cell: string) => RowProblem | null {
  return (cell) => {
    const { content, missing } = rules.interpret(cell);
    if (missing) {
      return nullsAllowed ? null : { code: 'MISSING_VALUE', message: 'null needs a text in "missing", which is empty' };
    }
    if (!isWellFormed(content) || content.includes('\0')) {
      return { code: 'INVALID_STRING', message: 'the text has half a surrogate pair or a NUL character' };
    }
    if (rules.type === undefined || rules.type === 'string') return null;
    const value = parseValue(content, rules.type);
    return typeof value === 'number' ? null : { code: value, message: VALUE_EXPECTED[value] };
  };
}

function columnNames(first: unknown, options: FromRowsOptions): readonly string[] {
  let names = options.columns;
  if (names === undefined) {
    if (Array.isArray(first)) throw new InvalidArgumentError('columns', 'the names of the columns', 'undefined');
    if (typeof first !== 'object' || first === null) throw rowError('ROW_TYPE', 'expected an object or an array', 0);
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

function rowError(code: string, message: string, row: number, attribute?: string): InputError {
  return new InputError(code, message, { source: `row ${row + 1}`, attribute });
}

/** Takes the cells of a row as texts. `strict`: an object must have exactly the columns as keys. */
function cellsOf(names: readonly string[], strict: boolean): (row: unknown, index: number) => string[] {
  return (row, index) => {
    if (typeof row !== 'object' || row === null) throw rowError('ROW_TYPE', 'expected an object or an array', index);
    const width = Array.isArray(row) ? row.length : strict ? Object.keys(row).length : names.length;
    if (width !== names.length) {
      throw rowError('ROW_WIDTH', `expected ${amount(names.length, 'cell')}, found ${width}`, index);
    }
    if (Array.isArray(row)) return names.map((name, i) => cellText(row[i], index, name));
    return names.map((name) => {
      if (Object.prototype.propertyIsEnumerable.call(row, name)) {
        return cellText((row as Readonly<Record<string, unknown>>)[name], index, name);
      }
      if (strict) throw rowError('ROW_WIDTH', 'the row has other keys than the first row', index, name);
      return NULL_SPELLING;
    });
  };
}

function cellText(value: unknown, row: number, name: string): string {
  if (value === null || value === undefined) return NULL_SPELLING;
  if (typeof value === 'string') {
    if (value === NULL_SPELLING) throw rowError('INVALID_STRING', 'the text is a NUL character', row, name);
    return value;
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw rowError('NUMBER_NOT_FINITE', VALUE_EXPECTED.NUMBER_NOT_FINITE, row, name);
    return String(value);
  }
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw rowError('DATE_INVALID', 'the Date is not valid', row, name);
    const text = value.toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, -14) : text;
  }
  throw rowError('VALUE_TYPE', `expected a text, number, boolean, bigint or Date, found a ${typeof value}`, row, name);
}
