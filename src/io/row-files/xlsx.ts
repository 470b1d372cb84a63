import { InputError, InvalidArgumentError } from '../../base/errors.js';
import { ReopenableBytes } from '../../table/reopenable-bytes.js';
import type { Table } from '../../table/table.js';
import { withWarnings } from '../../table/table.js';
import { decodeInThread } from '../columnar/decode-in-thread.js';
import type { StartReading } from '../columnar/reading-messages.js';
import type { CsvSource } from '../csv/csv-source.js';
import { joinFiles, LinePlaces } from '../csv/join-files.js';
import type { ReadCsvOptions } from '../csv/read-csv.js';
import { readCsv } from '../csv/read-csv.js';
import { refuseForeign } from '../refuse-foreign.js';
import { checkBytes, checkLimits } from '../input-limits.js';
import { type DecodedSheet, decodeWorkbook, namesOf } from './decode-workbook.js';

/** Options of reading a workbook. */
interface ReadXlsxOptions extends ReadCsvOptions {
  /** True hands the buffer of the bytes over to the thread that decodes it instead of copying it; it is empty afterwards. */
  readonly handOver?: boolean;
}

/**
 * Reads a sheet of an Excel workbook (.xlsx), or several as one, in rows, as `readCsv` reads text: titles above the header, columns without a name and
 * equal names are repaired with the same warnings, and all options mean the same. Cells have their values, not what their format
 * shows: numbers to 15 digits, days as `2024-12-31`, days with times as `2024-12-31T23:59:00`, true and false; an empty cell is a
 * missing one. Rows without any cell are passed over.
 *
 * The file is decoded in a thread of its own where `startReading` can start one, so that the signal is heard, and within `limits`.
 *
 * @throws InputError XLSX_INVALID, INPUT_LIMIT, SHEET_CHOSEN (under `strict`), and what `readCsv` throws, lines being rows of the sheet
 * @throws InvalidArgumentError PACKAGE_MISSING without the package `read-excel-file`; UNKNOWN_VALUE for a sheet that there is not
 */
export async function readXlsx(
  bytes: Uint8Array,
  options: ReadXlsxOptions,
  startReading: StartReading,
): Promise<Table> {
  const { sourceName: source, strict = false, sheet: asked, sheets, limits = {}, signal, handOver = false } = options;
  checkLimits(limits);
  refuseForeign(bytes, options, ({ format }) => format === 'xlsx');
  checkBytes(bytes.length, limits, source);
  if (asked !== undefined && sheets !== undefined) {
    throw new InvalidArgumentError(
      'input.sheet',
      'nothing, since input.sheets names the sheets',
      'both',
      'OPTION_UNUSED',
    );
  }
  const rules = { sheet: asked, sheets, limits, sourceName: source };
  const task = { kind: 'workbook', bytes, rules } as const;
  const inThread = await decodeInThread(startReading, task, { signal, handOver });
  const { names, hidden, chosen } = inThread ?? (await decodeWorkbook(bytes, rules));
  const { described, onDescribed } = options;
  onDescribed?.({ format: 'xlsx', sheets: names });
  const isGuess = names.length > 1 && asked === undefined && sheets === undefined;
  const which = chosen[0].name === names[0] ? 'the first' : namesOf([chosen[0].name]);
  const unseen = hidden.length === 0 ? '' : `, hidden in Excel: ${namesOf(hidden)}`;
  const message = `the workbook has ${names.length} sheets (${namesOf(names)})${unseen}; ${which} was read: set input.sheet (--sheet) to read another, or input.sheets (--sheets) for several`;
  if (isGuess && strict) throw new InputError('SHEET_CHOSEN', message, { source });
  try {
    const table = await readCsv(sourceOf(chosen, options), {
      ...options,
      format: 'csv',
      encoding: 'utf-8',
      delimiter: ',',
      described: described && { ...described, encodings: undefined, delimiter: ',' },
      onDescribed: ({ format: _, delimiter: __, encodings: ___, ...part }) => onDescribed?.(part),
    });
    return withWarnings(table, isGuess ? [{ code: 'SHEET_CHOSEN', message }] : []);
  } catch (error) {
    if (!isGuess || !(error instanceof InputError)) throw error;
    throw new InputError(error.code, `${error.problem}; ${message}`, error.where, { cause: error });
  }
}

/** The rows of the sheets; of several, columns are matched by name. */
function sourceOf(chosen: DecodedSheet['chosen'], options: ReadXlsxOptions): CsvSource {
  if (chosen.length === 1) return inTurn(chosen[0].pieces);
  const { sourceName, header = true, headerRows = 1, skip, trim, badRows, strict, baskets } = options;
  if (headerRows > 1) {
    const expected = 'one sheet at a time, since headers of several rows are not joined';
    throw new InvalidArgumentError('input.headerRows', expected, `${chosen.length} sheets`, 'OPTION_UNUSED');
  }
  const before = sourceName === undefined ? '' : `${sourceName}, `;
  let places = new LinePlaces();
  const open = (): AsyncIterable<Uint8Array> => {
    places = new LinePlaces();
    const files = chosen.map(({ name, pieces }) => ({
      name: `${before}sheet ${JSON.stringify(name)}`,
      source: inTurn(pieces),
    }));
    return joinFiles(files, {
      header: header && baskets === undefined,
      skip,
      delimiter: ',',
      trim,
      badRows,
      strict,
      places,
    });
  };
  return new ReopenableBytes(open, undefined, null, (line) => places.locate(line));
}

async function* inTurn(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
