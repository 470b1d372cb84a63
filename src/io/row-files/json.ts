import { runWithEvents, type Steps } from '../../base/steps.js';
import { InputError } from '../../base/errors.js';
import { isPlainObject } from '../../base/plain-object.js';
import { amount } from '../../base/plural.js';
import { CsvDecoder, checkJsonBeginning } from '../csv/csv-decoder.js';
import type { CsvSource } from '../csv/csv-source.js';
import type { ReadCsvOptions } from '../csv/read-csv.js';
import { pieces } from '../csv/read-csv.js';
import { checkReadOptions } from '../csv/read-options.js';
import type { TextSource } from '../csv/text-source.js';
import { readText } from '../csv/text-source.js';
import { limitError, TextLimits } from '../input-limits.js';
import type { Table } from '../../table/table.js';
import type { JsonWords, ParseJson } from './json-row.js';
import { JsonRows, openJsonParser } from './json-row.js';
import { KeyedRows } from './keyed-rows.js';

/** Maximum bytes of a JSON file, which is read as a whole: the default limit, and the most that a text can have. */
const MOST_BYTES = 256 * 1024 * 1024;
const LONGEST_TEXT = 512 * 1024 * 1024 - 64;

const WORDS: JsonWords = {
  code: 'JSON_INVALID',
  expected: 'JSON: an array of objects, such as [{"age": 39, "sex": "Male"}]',
  place: 'for every row',
  ofList: '; rows are objects, whose keys name the columns',
};

/**
 * Reads a JSON array of objects in rows, one object a row, or objects that follow each other. Columns, numbers, missing keys and texts
 * are those of `readNdjson`.
 *
 * @param options as for `readCsv`; what says how lines are divided is not looked at
 * @throws InputError with the line at which a row begins: JSON_INVALID, VALUE_TYPE for an object within a list, INPUT_LIMIT,
 *   and what `readCsv` throws
 * @throws InvalidArgumentError PACKAGE_MISSING without the package `lossless-json`
 */
export async function readJson(source: CsvSource, options: ReadCsvOptions = {}): Promise<Table> {
  checkReadOptions({ ...options, format: 'csv' });
  const parse = await openJsonParser();
  return readText(source, options, async (text) =>
    runWithEvents(readRows(await wholeText(text, options), options, parse), options.signal),
  );
}

async function wholeText(text: TextSource, options: ReadCsvOptions): Promise<string> {
  const { sourceName: source, onProgress, limits = {} } = options;
  const most = Math.min(limits.bytes ?? MOST_BYTES, LONGEST_TEXT);
  const decoder = new CsvDecoder();
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces(text, options)) {
    parts.push(piece.slice());
    length += piece.length;
    if (length > most) {
      const problem = `a JSON file is read as a whole, and this one has more than ${most} bytes; one object per line is read piece by piece (jq -c ".[]" FILE.json > FILE.ndjson)`;
      throw limitError('bytes', problem, source);
    }
    onProgress?.({ bytes: length, rows: 0 });
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  const offset = checkJsonBeginning(bytes, options);
  const { text: decoded, problem } = decoder.decode(bytes.subarray(offset), offset, true);
  if (problem === null) return decoded;
  const line = countLines(decoded, 0, decoded.length) + 1;
  throw new InputError(problem.code, problem.message, { source, line, byte: problem.byte });
}

/** Rows between two yields. */
const ROWS_AT_ONCE = 512;

function* readRows(text: string, options: ReadCsvOptions, parse: ParseJson): Steps<Table> {
  const rows = new KeyedRows(options, WORDS.code);
  const json = new JsonRows(parse, WORDS, options.listDelimiter);
  const limits = new TextLimits(options);
  const { sourceName: source } = options;
  for (const { from, to, line } of rowsIn(text, parse, source)) {
    const row = text.slice(from, to);
    rows.takeText(row, () => json.rowOf(row, { source, line }), line);
    if (rows.rows % ROWS_AT_ONCE !== 0) continue;
    limits.take(0, rows.rows, rows.columns);
    yield;
  }
  limits.take(0, rows.rows, rows.columns);
  const table = yield* rows.finishInSteps();
  options.onDescribed?.({ format: 'json', columns: rows.names });
  return table;
}

interface Row {
  readonly from: number;
  readonly to: number;
  /** Line of the row, from 1. */
  readonly line: number;
}

/** Yields the rows: the elements of an array, or objects that follow each other. */
function* rowsIn(text: string, parse: ParseJson, source: string | undefined): Generator<Row> {
  let line = 1;
  let seen = 0;
  const wrong = (message: string, at: number): InputError =>
    new InputError('JSON_INVALID', message, { source, line: line + countLines(text, seen, at) });
  const rowAt = (from: number, to: number): Row => {
    line += countLines(text, seen, from);
    seen = from;
    return { from, to, line };
  };
  let at = afterBlanks(text, 0);
  if (at === text.length) return;
  const first = text[at];
  if (first === '{') {
    for (let rows = 0; at < text.length; rows++) {
      const end = endOfValue(text, at);
      const next = afterBlanks(text, end);
      if (rows === 0 && next === text.length) throw wrong(aloneMessage(text.slice(at, end), parse), at);
      yield rowAt(at, end);
      at = next;
    }
    return;
  }
  if (first !== '[') throw wrong(`expected ${WORDS.expected}`, at);
  at = afterBlanks(text, at + 1);
  for (let isFirst = true; text[at] !== ']' || !isFirst; isFirst = false) {
    if (at >= text.length || text[at] === ',' || text[at] === ']') {
      throw wrong(at >= text.length ? 'the array does not end' : 'expected an object between commas, found none', at);
    }
    const end = endOfValue(text, at);
    yield rowAt(at, end);
    at = afterBlanks(text, end);
    if (text[at] === ']') break;
    if (text[at] !== ',') throw wrong('expected "," or "]" behind an object of the array', at);
    at = afterBlanks(text, at + 1);
  }
  const rest = afterBlanks(text, at + 1);
  if (rest < text.length) throw wrong('expected nothing behind the array', rest);
}

/** Message for one object alone: a table by columns, a table within the object, or a table by rows whose keys are people. */
function aloneMessage(text: string, parse: ParseJson): string {
  let alone: Readonly<Record<string, unknown>>;
  try {
    alone = parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return `expected ${WORDS.expected}`;
  }
  const all = Object.keys(alone);
  const keys = Object.values(alone).every(isRecord) ? [] : all;
  const shown = keys.slice(0, 5).map((key) => JSON.stringify(key.slice(0, 60)));
  const keysFound = keys.length === 1 ? 'the key ' : keys.length > 0 ? 'the keys ' : amount(all.length, 'key');
  const [key = 'KEY'] = keys.filter((each) => /^[A-Za-z_]\w*$/.test(each));
  return `expected an array of objects, found one object with ${keysFound}${shown.join(', ')}${keys.length > shown.length ? ' and more' : ''}; if it contains the rows, extract them (jq ".${key}" FILE.json); if it has one list per column, write rows (in pandas: orient="records")`;
}

/** True of what may be a row whose key names somebody: single values under names, which are more than numbers of rows. */
const isRecord = (value: unknown): boolean =>
  isPlainObject(value) &&
  Object.values(value).every((cell) => typeof cell !== 'object' || cell === null) &&
  !Object.keys(value).every((name) => /^\d+$/.test(name));

const isBlank = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlank(text.charCodeAt(at))) at++;
  return at;
}

const [QUOTE, BACKSLASH, COMMA, OPEN, CLOSE, LEFT, RIGHT] = [34, 92, 44, 91, 93, 123, 125];

/** Returns the end of the value at `from`, by brackets and texts alone; a parser checks it then. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      for (at++; at < text.length && text.charCodeAt(at) !== QUOTE; at++) if (text.charCodeAt(at) === BACKSLASH) at++;
    } else if (code === OPEN || code === LEFT) {
      depth++;
    } else if (code === CLOSE || code === RIGHT) {
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (code === COMMA && depth === 0) {
      return at;
    }
  }
  return text.length;
}

function countLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
