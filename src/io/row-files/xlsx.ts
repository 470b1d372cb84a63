import { InputError, InvalidArgumentError } from '../../base/errors.js';
import type { ReadCsvOptions } from '../csv/read-csv.js';
import { readCsv } from '../csv/read-csv.js';
import { foreignFormatOf } from '../foreign-format.js';
import { loadOptional } from '../columnar/load-optional.js';
import type { Table } from '../../table/table.js';
import { withWarnings } from '../../table/table.js';
import { isWellFormed } from '../../table/well-formed.js';

/** A cell as the library gives it; numbers as the text that stands in the file. */
type Cell = string | boolean | Date | NumberText | null | undefined;

/** A number that stands in the file. */
class NumberText {
  constructor(readonly text: string) {}
}

interface Sheet {
  readonly sheet: string;
  readonly data: readonly (readonly Cell[])[];
}

/** Significant digits that Excel keeps and shows; what doubles have beyond them are artefacts. */
const DIGITS = 15;
/** Times of day are fractions of a day: milliseconds that are off by so many are rounded away. */
const SLACK = 5;
const SECOND = 1000;
const DAY = 86_400_000;
/** Rows that become text at a time. */
const BATCH_ROWS = 1024;

/**
 * Reads a sheet of an Excel workbook (.xlsx) in rows, as `readCsv` reads text: titles above the header, columns without a name and
 * equal names are repaired with the same warnings, and all options mean the same. Cells have their values, not what their format
 * shows: numbers to 15 digits, days as `2024-12-31`, days with times as `2024-12-31T23:59:00`, true and false; an empty cell is a
 * missing one. Rows without any cell are passed over.
 *
 * @param bytes the file
 * @throws InputError XLSX_INVALID, SHEET_CHOSEN (under `strict`), and what `readCsv` throws, lines being rows of the sheet
 * @throws InvalidArgumentError PACKAGE_MISSING without the package `read-excel-file`; UNKNOWN_VALUE for a sheet that there is not
 */
export async function readXlsx(bytes: Uint8Array, options: ReadCsvOptions = {}): Promise<Table> {
  const { sourceName: source, strict = false, sheet: asked } = options;
  const sheets = await openWorkbook(bytes, source);
  const chosen = chooseSheet(sheets, asked);
  const isGuess = sheets.length > 1 && asked === undefined;
  const message = `the workbook has ${sheets.length} sheets (${namesOf(sheets)}); the first was read: say input.sheet (--sheet) for another`;
  if (isGuess && strict) throw new InputError('SHEET_CHOSEN', message, { source });
  try {
    const table = await readCsv(textOf(chosen.data, source), {
      ...options,
      format: 'csv',
      encoding: 'utf-8',
      delimiter: ',',
    });
    return withWarnings(table, isGuess ? [{ code: 'SHEET_CHOSEN', message }] : []);
  } catch (error) {
    if (!isGuess || !(error instanceof InputError)) throw error;
    throw new InputError(error.code, `${error.problem}; ${message}`, error.where, { cause: error });
  }
}

const namesOf = (sheets: readonly Sheet[]): string => sheets.map(({ sheet }) => JSON.stringify(sheet)).join(', ');

async function openWorkbook(bytes: Uint8Array, source: string | undefined): Promise<readonly Sheet[]> {
  const format = foreignFormatOf(bytes);
  if (format !== null && format.rows !== 'xlsx') {
    throw new InputError(format.code, `the file is ${format.name}; ${format.cure}`, { source });
  }
  const { default: readXlsxFile } = await loadOptional(
    'read-excel-file',
    async () => import('read-excel-file/universal'),
  );
  let sheets: readonly Sheet[];
  try {
    const file = new Uint8Array(bytes).buffer;
    const parseNumber = (text: string): NumberText => new NumberText(text);
    sheets = (await readXlsxFile(file, { trim: false, parseNumber })) as unknown as readonly Sheet[];
  } catch (error) {
    throw new InputError(
      'XLSX_INVALID',
      'the bytes are no Excel workbook that can be read',
      { source },
      { cause: error },
    );
  }
  if (sheets.length === 0) throw new InputError('INPUT_EMPTY', 'the workbook has no sheet', { source });
  return sheets;
}

function chooseSheet(sheets: readonly Sheet[], asked: string | number | undefined): Sheet {
  if (asked === undefined) return sheets[0];
  const named = sheets.find(({ sheet }) => sheet === String(asked));
  const found = typeof asked === 'number' ? (sheets[asked - 1] ?? named) : named;
  if (found !== undefined) return found;
  const expected = `one of ${namesOf(sheets)}, or a number from 1 to ${sheets.length}`;
  throw new InvalidArgumentError('input.sheet', expected, JSON.stringify(asked), 'UNKNOWN_VALUE');
}

/** The rows of a sheet as CSV, a line a row while no row was left out. */
async function* textOf(rows: readonly (readonly Cell[])[], source: string | undefined): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const timed = columnsWithTimes(rows);
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  let isAbove = true;
  let lines: string[] = [];
  for (const [at, row] of rows.entries()) {
    const cells = Array.from({ length: width }, (_, c) => cellText(row[c], timed.has(c)));
    const filled = cells.filter((cell) => cell !== '').length;
    if (filled > 1) isAbove = false;
    if (cells.some((cell) => !isWellFormed(cell))) {
      throw new InputError('INVALID_STRING', 'the text has half a surrogate pair', { source, line: at + 1 });
    }
    if (filled > 0) lines.push(`${cells.map(quoted).join(',')}\n`);
    else if (isAbove) lines.push('\n');
    if (lines.length < BATCH_ROWS) continue;
    yield encoder.encode(lines.join(''));
    lines = [];
  }
  yield encoder.encode(lines.join(''));
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Columns in which a day has a time: all of their days are written with one. */
function columnsWithTimes(rows: readonly (readonly Cell[])[]): ReadonlySet<number> {
  const timed = new Set<number>();
  for (const row of rows) {
    row.forEach((cell, c) => {
      if (cell instanceof Date && rounded(cell) % DAY !== 0 && !isTimeOfDay(cell)) timed.add(c);
    });
  }
  return timed;
}

/** Milliseconds of a date, without what fractions of days are off by. */
function rounded(date: Date): number {
  const time = date.getTime();
  const second = Math.round(time / SECOND) * SECOND;
  return Math.abs(time - second) <= SLACK ? second : time;
}

/** A time without a day has the days before the first that Excel knows. */
const isTimeOfDay = (date: Date): boolean => rounded(date) < Date.UTC(1900, 0, 1) && rounded(date) % DAY !== 0;

function cellText(cell: Cell, hasTime: boolean): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return cell;
  if (cell instanceof Date) return dateText(cell, hasTime);
  return cell instanceof NumberText ? numberText(cell.text) : String(cell);
}

function numberText(text: string): string {
  const number = Number(text);
  return Number.isFinite(number) ? String(Number(number.toPrecision(DIGITS))) : text;
}

function dateText(date: Date, hasTime: boolean): string {
  const time = rounded(date);
  const text = new Date(time).toISOString();
  const clock = text.slice(11, time % SECOND === 0 ? 19 : 23);
  if (isTimeOfDay(date)) return clock;
  return hasTime ? `${text.slice(0, 10)}T${clock}` : text.slice(0, 10);
}
