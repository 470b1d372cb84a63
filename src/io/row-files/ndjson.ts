import { runWithEvents } from '../../base/steps.js';
import { InputError } from '../../base/errors.js';
import { CsvDecoder, checkJsonBeginning } from '../csv/csv-decoder.js';
import type { CsvSource } from '../csv/csv-source.js';
import type { ReadCsvOptions } from '../csv/read-csv.js';
import { locatorOf, pieces } from '../csv/read-csv.js';
import { checkReadOptions } from '../csv/read-options.js';
import type { TextSource } from '../csv/text-source.js';
import { readText } from '../csv/text-source.js';
import { BEGINNING_BYTES } from '../foreign-format.js';
import { TextLimits } from '../input-limits.js';
import type { Table } from '../../table/table.js';
import type { JsonWords, ParseJson } from './json-row.js';
import { JsonRows, openJsonParser } from './json-row.js';
import { KeyedRows } from './keyed-rows.js';

/** Characters of a line at most. */
const LONGEST_LINE = 64 * 1024 * 1024;

const WORDS: JsonWords = {
  code: 'NDJSON_INVALID',
  expected: 'one JSON object on one line, such as {"age": 39, "sex": "Male"}',
  place: 'on every line',
  ofList: '; a file that is one JSON array is read where it is called .json',
};

/**
 * Reads lines of JSON (NDJSON) in rows, one object a line. The columns are the keys of all objects in the order in which they come
 * up; those of an object within an object are called `outer.inner`, and a list of texts is one cell. A key that an object does not have, and null, are
 * missing. Numbers keep their text, true and false become it. Texts are taken
 * as they are, without trimming. Blank lines are passed over.
 *
 * @param options as for `readCsv`; what says how lines are divided is not looked at
 * @throws InputError with the line: NDJSON_INVALID, VALUE_TYPE for an object within a list, DUPLICATE_COLUMN, and what `readCsv` throws
 * @throws InvalidArgumentError PACKAGE_MISSING without the package `lossless-json`
 */
export async function readNdjson(source: CsvSource, options: ReadCsvOptions = {}): Promise<Table> {
  checkReadOptions({ ...options, format: 'csv' });
  const parseLine = await openJsonParser();
  return readText(source, options, async (text) => readLines(text, options, parseLine));
}

async function readLines(text: TextSource, options: ReadCsvOptions, parseLine: ParseJson): Promise<Table> {
  const { sourceName: source, onProgress } = options;
  const decoder = new CsvDecoder();
  const rows = new KeyedRows(options, WORDS.code, locatorOf(text));
  const json = new JsonRows(parseLine, WORDS, options.listDelimiter);
  const limits = new TextLimits(options);
  let beginning: Uint8Array | null = new Uint8Array(0);
  let offset = 0;
  let line = 0;
  let rest = '';
  const takeLine = (content: string): void => {
    line++;
    if (content.trim() !== '') rows.takeText(content, () => json.rowOf(content, { source, line }), line);
  };
  const take = (bytes: Uint8Array, last: boolean): void => {
    const { text: decoded, problem } = decoder.decode(bytes, offset, last);
    offset += bytes.length;
    // A line of many pieces is put together once, not with each of them.
    rest += decoded;
    if (decoded.includes('\n')) {
      const lines = rest.split('\n');
      rest = lines.pop() as string;
      lines.forEach(takeLine);
    }
    if (problem !== null) {
      throw new InputError(problem.code, problem.message, { source, line: line + 1, byte: problem.byte });
    }
    if (rest.length > LONGEST_LINE) {
      throw new InputError('RECORD_TOO_LONG', `a line of more than ${LONGEST_LINE} characters`, {
        source,
        line: line + 1,
      });
    }
  };
  const begin = (bytes: Uint8Array): Uint8Array => {
    offset = checkJsonBeginning(bytes, options);
    return bytes.subarray(offset);
  };
  for await (const piece of pieces(text, options)) {
    let bytes = piece;
    if (beginning !== null) {
      bytes = new Uint8Array(beginning.length + piece.length);
      bytes.set(beginning);
      bytes.set(piece, beginning.length);
      beginning = bytes.length < BEGINNING_BYTES ? bytes : null;
      if (beginning !== null) continue;
      bytes = begin(bytes);
    }
    take(bytes, false);
    limits.take(bytes.length, rows.rows, rows.columns);
    onProgress?.({ bytes: offset, rows: rows.rows });
  }
  take(beginning === null ? new Uint8Array(0) : begin(beginning), true);
  if (rest !== '') takeLine(rest);
  limits.take(beginning?.length ?? 0, rows.rows, rows.columns);
  const table = await runWithEvents(rows.finishInSteps(), options.signal);
  options.onDescribed?.({ format: 'ndjson', columns: rows.names });
  return table;
}
