import { causeWithoutData } from '../../base/cause-without-data.js';
import { InputError, InvalidArgumentError } from '../../base/errors.js';
import { isWellFormed } from '../../table/well-formed.js';
import type { InputLimits } from '../../table/input-spec.js';
import { loadOptional, rethrow } from '../columnar/load-optional.js';
import { checkUnpacked } from '../input-limits.js';
import { hiddenSheets } from './hidden-sheets.js';
import { unzippedBytes } from './zip-size.js';

/** A cell as the library gives it; numbers as the text that stands in the file. */
type Cell = string | boolean | Date | NumberText | null | undefined;

/** A number that stands in the file. */
class NumberText {
  constructor(readonly text: string) {}
}

interface Sheet {
  readonly sheet: string;
  /** Undefined where the workbook names a sheet that it does not lead to. */
  readonly data: readonly (readonly Cell[])[] | undefined;
}

/** Significant digits that Excel keeps and shows; what doubles have beyond them are artefacts. */
const DIGITS = 15;
/** Times of day are fractions of a day: errors up to this number of milliseconds are rounded away. */
const SLACK = 5;
const SECOND = 1000;
const DAY = 86_400_000;
/** Rows that become text at a time. */
const BATCH_ROWS = 1024;

/** Sheets of a workbook as CSV in UTF-8. */
export interface DecodedSheet {
  /** Names of all sheets. */
  readonly names: readonly string[];
  /** Names of the sheets that Excel hides. */
  readonly hidden: readonly string[];
  /** The sheets that were read: their names, and their rows. */
  readonly chosen: readonly { readonly name: string; readonly pieces: readonly Uint8Array<ArrayBuffer>[] }[];
}

/** Rules of decoding a workbook. */
export interface WorkbookRules {
  /** The name of the sheet, or its number from 1. Default: the first that is not hidden. */
  readonly sheet?: string | number;
  /** Names of sheets that are read as one, or their numbers; `*`: all that are not hidden. Default: `sheet` alone. */
  readonly sheets?: '*' | readonly (string | number)[];
  readonly limits?: InputLimits;
  readonly sourceName?: string;
}

/** Decodes a sheet of an Excel workbook, on the thread that calls it. Throws what `readXlsx` throws for a workbook. */
export async function decodeWorkbook(
  bytes: Uint8Array,
  { sheet, sheets: several, limits = {}, sourceName: source }: WorkbookRules,
): Promise<DecodedSheet> {
  checkUnpacked(bytes.length, unzippedBytes(bytes), limits, source);
  const sheets = await openWorkbook(bytes, source);
  const isHidden = await hiddenSheets(bytes);
  const isVisible = sheets.map((_, i) => isHidden.length !== sheets.length || !isHidden[i]);
  const namesOfAll = (all: readonly Sheet[]): string[] => all.map((each) => each.sheet);
  const chosen = chooseSheets(sheets, isVisible, { sheet, sheets: several });
  const parts = chosen.map(({ data, sheet: name }) => {
    if (data === undefined)
      throw new InputError('XLSX_INVALID', 'the workbook lacks the sheet that it names', { source });
    return { name, pieces: [...textOf(several === undefined ? data : withoutHollow(data), source)] };
  });
  const hidden = sheets.filter((_, i) => !isVisible[i]);
  return { names: namesOfAll(sheets), hidden: namesOfAll(hidden), chosen: parts };
}

/** The sheets that are read. */
function chooseSheets(
  sheets: readonly Sheet[],
  isVisible: readonly boolean[],
  { sheet, sheets: several }: Pick<WorkbookRules, 'sheet' | 'sheets'>,
): readonly Sheet[] {
  const visible = sheets.filter((_, i) => isVisible[i]);
  if (several === '*') {
    const filled = visible.filter(({ data }) => data === undefined || data.some((row) => row.some(isFilled)));
    return filled.length > 0 ? filled : sheets.slice(0, 1);
  }
  if (several !== undefined) {
    const found = several.map((asked) => chooseSheet(sheets, asked, 'input.sheets'));
    if (new Set(found).size === found.length) return found;
    throw new InvalidArgumentError('input.sheets', 'each sheet once', 'one sheet twice', 'OPTION_RANGE');
  }
  return [sheet === undefined ? (visible[0] ?? sheets[0]) : chooseSheet(sheets, sheet, 'input.sheet')];
}

const isFilled = (cell: Cell): boolean => cell !== null && cell !== undefined && cell !== '';

/** The rows of a sheet without empty cells at their ends: sheets that are read as one may differ in them. */
function withoutHollow(rows: readonly (readonly Cell[])[]): readonly (readonly Cell[])[] {
  const width = rows.reduce((most, row) => Math.max(most, row.findLastIndex(isFilled) + 1), 0);
  return rows.map((row) => row.slice(0, width));
}

async function openWorkbook(bytes: Uint8Array, source: string | undefined): Promise<readonly Sheet[]> {
  const { default: readXlsxFile } = await loadOptional('read-excel-file', () =>
    import('read-excel-file/universal').catch(rethrow),
  );
  let sheets: readonly Sheet[];
  try {
    const file = new Uint8Array(bytes).buffer;
    const parseNumber = (text: string): NumberText => new NumberText(text);
    sheets = (await readXlsxFile(file, { trim: false, parseNumber })) as unknown as readonly Sheet[];
  } catch (error) {
    throw new InputError(
      'XLSX_INVALID',
      'the bytes are not a readable Excel workbook',
      { source },
      { cause: causeWithoutData(error) },
    );
  }
  if (sheets.length === 0) throw new InputError('INPUT_EMPTY', 'the workbook has no sheet', { source });
  return sheets;
}

function chooseSheet(sheets: readonly Sheet[], asked: string | number, argument: string): Sheet {
  const named = sheets.find(({ sheet }) => sheet === String(asked));
  const found = typeof asked === 'number' ? (sheets[asked - 1] ?? named) : named;
  if (found !== undefined) return found;
  const expected = `one of ${namesOf(sheets.map((each) => each.sheet))}, or a number from 1 to ${sheets.length}`;
  throw new InvalidArgumentError(argument, expected, JSON.stringify(asked), 'UNKNOWN_VALUE');
}

/** Names of sheets for messages. */
export const namesOf = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(', ');

/** The rows of a sheet as CSV, a line a row while no row was left out. */
function* textOf(rows: readonly (readonly Cell[])[], source: string | undefined): Generator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const forms = formsOf(rows);
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  let isAbove = true;
  let lines: string[] = [];
  for (const [at, row] of rows.entries()) {
    const cells = Array.from({ length: width }, (_, c) => cellText(row[c], forms[c]));
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

/** Form of the days of a column: alone, with a time where one of them has one, or as hours where they are times or durations. */
type DayForm = 'day' | 'time' | 'hours';

/** [columns] */
function formsOf(rows: readonly (readonly Cell[])[]): DayForm[] {
  const hasHours = new Set<number>();
  const hasTimes = new Set<number>();
  const isLate = new Set<number>();
  let width = 0;
  for (const row of rows) {
    width = Math.max(width, row.length);
    row.forEach((cell, c) => {
      if (!(cell instanceof Date)) return;
      if (isHours(cell)) hasHours.add(c);
      else if (rounded(cell) % DAY !== 0) hasTimes.add(c);
      if (rounded(cell) >= LATEST_HOURS) isLate.add(c);
    });
  }
  return Array.from({ length: width }, (_, c) =>
    hasHours.has(c) && !isLate.has(c) ? 'hours' : hasTimes.has(c) ? 'time' : 'day',
  );
}

/** Milliseconds of a date, without what fractions of days are off by. */
function rounded(date: Date): number {
  const time = date.getTime();
  const second = Math.round(time / SECOND) * SECOND;
  return Math.abs(time - second) <= SLACK ? second : time;
}

/** Day 0 of Excel. Its days 1 to 60 are those from January 1 to February 29, 1900, a day that never was. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const MARCH_1900 = DAY_ZERO + 61 * DAY;
/** Columns with a later day are no times or durations throughout. */
const LATEST_HOURS = Date.UTC(1910, 0, 1);

/** Times of a day, and durations (as in [h]:mm), are fractions of the first days that Excel knows. */
const isHours = (date: Date): boolean => rounded(date) < MARCH_1900 && rounded(date) % DAY !== 0;

function cellText(cell: Cell, form: DayForm): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return cell;
  if (cell instanceof Date) return dateText(cell, form);
  return cell instanceof NumberText ? numberText(cell.text) : String(cell);
}

function numberText(text: string): string {
  const number = Number(text);
  return Number.isFinite(number) ? String(Number(number.toPrecision(DIGITS))) : text;
}

function dateText(date: Date, form: DayForm): string {
  const time = rounded(date);
  const text = new Date(time).toISOString();
  const clock = text.slice(11, time % SECOND === 0 ? 19 : 23);
  const days = Math.floor((time - DAY_ZERO) / DAY);
  if (days >= 0 && (form === 'hours' || isHours(date))) {
    return `${String(24 * days + Number(clock.slice(0, 2))).padStart(2, '0')}${clock.slice(2)}`;
  }
  const day = dayText(days, text.slice(0, 10));
  return form === 'time' ? `${day}T${clock}` : day;
}

/** The day as Excel shows it: its days 0 and 60 are none, which readers of days find. */
function dayText(days: number, text: string): string {
  if (days === 0) return '1900-01-00';
  if (days === 60) return '1900-02-29';
  return days > 0 && days < 60 ? new Date(DAY_ZERO + (days + 1) * DAY).toISOString().slice(0, 10) : text;
}
