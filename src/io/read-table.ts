import { InputError, InvalidArgumentError, throwIfAborted } from '../base/errors.js';
import { isTable, Table } from '../table/table.js';
import { isWellFormed } from '../table/well-formed.js';
import type { ArrowTable } from '../table/to-arrow.js';
import { arrowBatches, arrowColumns, collectBatches, isArrowTable, readArrowRows } from './arrow-table.js';
import type { CsvSource } from './csv/csv-source.js';
import { abortOf, iterateStream } from './csv/csv-source.js';
import { readCsv, type ReadCsvOptions } from './csv/read-csv.js';
import { collectRows } from './collect-rows.js';
import { batchesOf } from './from-rows.js';

/** Reads a table when it is asked to, such as a file or a table of a database of `kohort/sources`. */
export interface TableReader {
  /** The table, its columns chosen and their values taken as the options say. */
  readTable(options: ReadTableOptions): Promise<Table>;
}

/**
 * Sources of a table: rows as objects (keyed by column) or as arrays (with `columns`), given by an array, another iterable or an asynchronous one; a
 * table of the package `apache-arrow`; CSV as text, bytes, a Blob, a Response, a stream of bytes or of text, or the URL of a page's server; a
 * `Table`, which is taken unchanged; a `TableReader`, such as `kohort/sources` gives.
 */
export type TableSource =
  | Table
  | TableReader
  | CsvSource
  | ArrowTable
  | ArrayBuffer
  | Response
  | URL
  | Iterable<object>
  | AsyncIterable<object | string>
  | ReadableStream<object | string>;

/** Options of reading a source: for CSV those of `readCsv`; rows have cells already, so that `types`, `missing` and `onMissing` are left. */
export interface ReadTableOptions extends ReadCsvOptions {
  /** Column names: of rows that are arrays, of CSV without a header; of objects the keys that are taken. */
  readonly columns?: readonly string[];
}

/**
 * Reads a table from whatever holds one; see {@link TableSource}. What comes in pieces is read piece by piece.
 *
 * @throws InvalidArgumentError SOURCE_IS_PATH for the path of a file, which is opened by the caller; INVALID_ARGUMENT for what holds
 *   no table
 * @throws InputError what `readCsv` and `tableFromRows` throw; FETCH_FAILED for a URL or Response that has no table to give
 * @throws AbortError by `signal`
 * @example
 * ```js
 * const people = await readTable(await fetch('/people.csv'));
 * const drawn = await readTable(people.toRows().slice(0, 100));
 * ```
 */
export async function readTable(source: TableSource, options: ReadTableOptions = {}): Promise<Table> {
  throwIfAborted(options.signal);
  if (isTable(source)) return selectColumns(source, options);
  if (isTableReader(source)) return source.readTable(options);
  if (typeof source === 'string' || source instanceof Uint8Array || isBlob(source)) return readCsv(source, options);
  if (source instanceof ArrayBuffer) return readCsv(new Uint8Array(source), options);
  if (source instanceof URL) return readCsv(bodyOf(await fetchFrom(source, options)), options);
  if (isResponse(source)) return readCsv(bodyOf(source), options);
  if (isArrowTable(source)) {
    const columns = arrowColumns(source);
    return collectRows(readArrowRows(source, columns), { ...options, columns });
  }
  const batches = arrowBatches(source);
  if (batches !== null) {
    const found = await collectBatches(batches);
    if (found === null) throw new InputError('INPUT_NO_ROWS', 'the reader of Arrow has no batch of rows', {});
    return collectRows(found.rows, { ...options, columns: found.columns });
  }
  const pieces = asyncOf(source);
  if (pieces !== null) return readPieces(pieces, options);
  if (isIterable(source) && !ArrayBuffer.isView(source)) return collectRows(batchesOf(source), options);
  throw new InvalidArgumentError(
    'source',
    'rows (an array or another iterable of objects or arrays), an Arrow table, CSV text, bytes, a Blob, a Response, a URL or a stream',
    source === null ? 'null' : typeof source,
  );
}

/** The columns of a table that `select` keeps. */
function selectColumns(table: Table, { select }: ReadTableOptions): Table {
  if (select === undefined) return table;
  return new Table(
    table.rows,
    table.columns.filter(({ name }) => select(name)),
    table.warnings,
    table.weights,
  );
}

const isTableReader = (value: unknown): value is TableReader =>
  typeof value === 'object' && value !== null && 'readTable' in value && typeof value.readTable === 'function';

const isBlob = (value: unknown): value is Blob => typeof Blob !== 'undefined' && value instanceof Blob;

const isResponse = (value: unknown): value is Response => typeof Response !== 'undefined' && value instanceof Response;

function isIterable(value: unknown): value is Iterable<object> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

/** An asynchronous iterable or a stream as an iterator of pieces; null for anything else. */
function asyncOf(source: unknown): AsyncIterator<unknown> | null {
  if (typeof source !== 'object' || source === null) return null;
  if (Symbol.asyncIterator in source) return (source as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  if (!('getReader' in source) || typeof source.getReader !== 'function') return null;
  return iterateStream(source as ReadableStream<unknown>);
}

/** Returns the server's answer for an address. Throws InputError FETCH_FAILED, InvalidArgumentError SOURCE_IS_PATH for a file. */
export async function fetchFrom(url: URL, { signal }: ReadTableOptions): Promise<Response> {
  if (url.protocol === 'file:') {
    const cure = 'what a server gives (a file in Node: readTable(createReadStream(url)))';
    throw new InvalidArgumentError('source', cure, 'the URL of a file', 'SOURCE_IS_PATH');
  }
  try {
    return await fetch(url, { signal });
  } catch (error) {
    throwIfAborted(signal);
    throw new InputError('FETCH_FAILED', 'the address cannot be reached', {}, { cause: error });
  }
}

/** The bytes of an answer. Throws InputError FETCH_FAILED for one that has none to give. */
export function bodyOf(response: Response): Uint8Array | ReadableStream<Uint8Array> {
  if (!response.ok) {
    throw new InputError('FETCH_FAILED', `expected a table, the server answered ${response.status}`);
  }
  if (response.bodyUsed) throw new InputError('FETCH_FAILED', 'the body of the response was read before');
  return response.body ?? new Uint8Array(0);
}

/** Reads pieces that come one after another; the first says what they are: bytes or text of CSV, or rows. */
async function readPieces(pieces: AsyncIterator<unknown>, options: ReadTableOptions): Promise<Table> {
  const aborted = abortOf(options.signal);
  let finished = false;
  const all: AsyncGenerator<unknown> = (async function* () {
    try {
      for (;;) {
        const result = await Promise.race([pieces.next(), aborted.promise]);
        if (result.done === true) {
          finished = true;
          return;
        }
        yield result.value;
      }
    } finally {
      aborted.forget();
      // Its end is not awaited: a source that hangs would hang here too.
      if (!finished) pieces.return?.()?.then(undefined, () => undefined);
    }
  })();
  const first = await all.next();
  const whole = (async function* () {
    try {
      if (first.done !== true) yield first.value;
      yield* all;
    } finally {
      await all.return(undefined);
    }
  })();
  if (first.value instanceof Uint8Array) return readCsv(whole as AsyncIterable<Uint8Array>, options);
  if (typeof first.value === 'string')
    return readCsv(encoded(whole, options.sourceName), { ...options, encoding: 'utf-8' });
  return collectRows(batched(whole), options);
}

/** The pieces of a text as bytes; a character may be divided between two of them. */
async function* encoded(pieces: AsyncIterable<unknown>, source: string | undefined): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let half = '';
  for await (const piece of pieces) {
    if (typeof piece !== 'string') throw new InvalidArgumentError('source', 'pieces that are text', typeof piece);
    const text = half + piece;
    const isCut = /[\ud800-\udbff]$/.test(text);
    half = isCut ? text.slice(-1) : '';
    yield encoder.encode(requireWellFormed(isCut ? text.slice(0, -1) : text, source));
  }
  if (half !== '') requireWellFormed(half, source);
}

function requireWellFormed(text: string, source: string | undefined): string {
  if (!isWellFormed(text)) throw new InputError('INVALID_STRING', 'the text has half a surrogate pair', { source });
  return text;
}

/** Rows that come one by one, in batches. */
async function* batched(rows: AsyncIterable<unknown>): AsyncGenerator<readonly unknown[]> {
  let batch: unknown[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const BATCH_ROWS = 4096;
