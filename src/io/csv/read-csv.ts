import { runWithEvents } from '../../base/steps.js';
import { InputError, InvalidArgumentError, throwIfAborted } from '../../base/errors.js';
import { basketRows } from './baskets.js';
import { CsvReader } from './csv-reader.js';
import { escapedRows } from './escaped-rows.js';
import { openFiltered } from './csv-source.js';
import type { CsvSource } from './csv-source.js';
import type { LineCacheFactory } from '../../table/line-cache.js';
import { DELIMITERS } from './detect-delimiter.js';
import { isPathLike } from '../../table/path-like.js';
import { TextLimits } from '../input-limits.js';
import { checkReadOptions } from './read-options.js';
import type { CountSettings, ReadCsvOptions, ReadSettings } from './read-options.js';
import { ReopenableBytes } from '../../table/reopenable-bytes.js';
import type { Table } from '../../table/table.js';
import { readText } from './text-source.js';
import type { TextSource } from './text-source.js';
import { isWellFormed } from '../../table/well-formed.js';

export type { CsvSource } from './csv-source.js';
export type { ReadCsvOptions } from './read-options.js';

/** Bytes (of a string: characters) that go through the stages at a time. */
const PIECE_LENGTH = 256 * 1024;
/** Milliseconds after which a source in memory lets other tasks run. */
const BREATH = 50;
/** Share of the memory that remembered lines may take. */
const MEMO_SHARE = 0.25;

/**
 * Reads a CSV file into a dictionary-encoded table, piece by piece: the file never exists as text at once.
 *
 * RFC 4180 with either line end (CRLF, LF or CR, also mixed): rows of another width, quotes out of place, and duplicate or empty column names are
 * errors with line and column. Text is UTF-8; other encodings are found and warned of, but under `strict`, or said by `encoding`. Blank lines at the
 * end are ignored. A column without a declared type gets the narrowest one that loses nothing.
 *
 * @param source text or bytes in memory, a Blob, or a stream of bytes
 * @param options `input` of the job and more; see {@link ReadCsvOptions}
 * @returns the table; `warnings` lists what was odd
 * @throws InputError what is wrong with the file, InvalidArgumentError for wrong options or a path instead of text (SOURCE_IS_PATH), AbortError by
 * `signal`
 * @example const table = await readCsv('age,sex\n39,Male\n50,Female\n'); table.column('age')?.numbers; // Float64Array [39, 50]
 */
export async function readCsv(source: CsvSource, options: ReadCsvOptions = {}): Promise<Table> {
  return readCsvInPieces(source, options, PIECE_LENGTH);
}

/** Options of {@link readCsvCounted}. */
export interface ReadCountedOptions extends ReadCsvOptions {
  /** Most bytes that the distinct rows may take. Default 512 MiB. */
  readonly memory?: number;
  /** Makes the line cache. Default: one in JavaScript (the command line gives one of the kernels); any gives the same result. */
  readonly createMemo?: LineCacheFactory;
}

/** Default of {@link ReadCountedOptions.memory}. */
const DEFAULT_COUNT_MEMORY = 512 * 1024 * 1024;

/**
 * Reads a CSV file like {@link readCsv}, into a counted table: every distinct row of the selected columns once, with the
 * number of rows that are like it. Memory grows with the distinct rows and values, not with the rows. Dictionaries, types
 * and warnings are those of `readCsv`.
 *
 * @throws what {@link readCsv} throws, and CapacityError when there are too many distinct rows for `memory`
 */
export async function readCsvCounted(source: CsvSource, options: ReadCountedOptions = {}): Promise<Table> {
  return readCsvInPieces(source, options, PIECE_LENGTH, countSettings(options));
}

/** Options of counting with their defaults. */
export function countSettings({ memory = DEFAULT_COUNT_MEMORY, createMemo }: ReadCountedOptions): CountSettings {
  return { memory, memoBytes: Math.floor(memory * MEMO_SHARE), createMemo };
}

/** {@link readCsv} with another length of the pieces that go through the stages; the result is the same for any. */
export async function readCsvInPieces(
  source: CsvSource,
  options: ReadCsvOptions,
  pieceLength: number,
  count: CountSettings | null = null,
): Promise<Table> {
  refusePath(source, options);
  checkReadOptions(options);
  throwIfAborted(options.signal);
  return readText(source, options, async (text) => readTextInPieces(text, options, pieceLength, count));
}

/** Reads a text whose encoding is known. */
async function readTextInPieces(
  text: TextSource,
  options: ReadCsvOptions,
  pieceLength: number,
  count: CountSettings | null,
): Promise<Table> {
  const reader = new CsvReader({ ...checkReadOptions(options), count, locate: locatorOf(text) });
  const limits = new TextLimits(options);
  let taken = 0;
  for await (const piece of rowPieces(text, options, pieceLength)) {
    reader.take(piece);
    limits.take(piece.length, reader.rows, reader.columns);
    taken += piece.length;
    options.onProgress?.({ bytes: taken, rows: reader.rows });
  }
  const table = await runWithEvents(reader.finishInSteps(), options.signal);
  limits.take(0, reader.rows, reader.columns);
  return table;
}

/** The pieces of a table of CSV: those of a text, or the rows that its escapes and baskets become. */
export function rowPieces(text: TextSource, options: ReadCsvOptions, pieceLength?: number): AsyncIterable<Uint8Array> {
  const given = pieces(text, options, pieceLength);
  const plain = options.escapes === undefined ? given : escapedRows(given, options);
  return options.baskets === undefined ? plain : basketRows(plain, options);
}

/** Finds the file of a line where the text is several. */
export const locatorOf = ({ source }: TextSource): ReadSettings['locate'] =>
  source instanceof ReopenableBytes ? (source.locate ?? undefined) : undefined;

/** {@link readCsvCounted} of a text whose encoding is known. */
export async function readTextCounted(text: TextSource, options: ReadCountedOptions): Promise<Table> {
  return readTextInPieces(text, options, PIECE_LENGTH, countSettings(options));
}

/**
 * Throws InvalidArgumentError SOURCE_IS_PATH for the name of a file: as CSV it would be a header without rows. A text without a
 * line end and a delimiter, such as `people`, is no table either.
 */
function refusePath(
  source: CsvSource,
  { header = true, allowEmpty = false, delimiter, baskets }: ReadCsvOptions,
): void {
  if (typeof source !== 'string' || !header || allowEmpty || baskets !== undefined) return;
  if (!isPathLike(source) && !isOneWord(source, delimiter)) return;
  throw new InvalidArgumentError(
    'source',
    'CSV text, bytes or a stream of bytes (of a file in Node: createReadStream(path); of an URL: (await fetch(url)).body)',
    isPathLike(source)
      ? 'one line that reads like the path of a file or an URL'
      : 'one line without a delimiter, which may be the path of a file',
    'SOURCE_IS_PATH',
  );
}

/** True for a header of one name at most, with nothing after it. */
function isOneWord(text: string, delimiter: string | undefined): boolean {
  const delimiters = delimiter === undefined ? DELIMITERS : [delimiter];
  return /\S/.test(text) && /^[^\p{Cc}"<{[]*$/u.test(text) && !delimiters.some((each) => text.includes(each));
}

/**
 * A text as bytes of UTF-8 in pieces of about one length, the longest that a line cache looks at being a MiB; other tasks run in
 * between. A piece is valid until the next is asked for. Throws InputError, AbortError.
 */
export async function* pieces(
  source: TextSource,
  { signal, sourceName }: Pick<ReadCsvOptions, 'signal' | 'sourceName'>,
  pieceLength = PIECE_LENGTH,
): AsyncGenerator<Uint8Array> {
  let lastBreath = performance.now();
  for await (const piece of cutPieces(source, pieceLength, signal, sourceName)) {
    throwIfAborted(signal);
    yield piece;
    if (performance.now() - lastBreath > BREATH) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      lastBreath = performance.now();
    }
  }
  throwIfAborted(signal);
}

async function* cutPieces(
  { source, toUtf8 }: TextSource,
  pieceLength: number,
  signal: AbortSignal | undefined,
  sourceName: string | undefined,
): AsyncGenerator<Uint8Array> {
  if (typeof source === 'string') {
    yield* encodedPieces(source, pieceLength, sourceName);
    return;
  }
  let buffer = new Uint8Array(0);
  let filled = 0;
  for await (const chunk of openFiltered(source, toUtf8, signal)) {
    let at = 0;
    while (at < chunk.length) {
      if (filled === 0 && chunk.length - at >= pieceLength) {
        yield chunk.subarray(at, at + pieceLength);
        at += pieceLength;
        continue;
      }
      if (buffer.length === 0) buffer = new Uint8Array(pieceLength);
      const take = Math.min(pieceLength - filled, chunk.length - at);
      buffer.set(chunk.subarray(at, at + take), filled);
      filled += take;
      at += take;
      if (filled === pieceLength) {
        yield buffer;
        filled = 0;
      }
    }
  }
  if (filled > 0) yield buffer.subarray(0, filled);
}

function* encodedPieces(text: string, pieceLength: number, source: string | undefined): Generator<Uint8Array> {
  if (!isWellFormed(text)) throw new InputError('INVALID_STRING', 'the text has half a surrogate pair', { source });
  const encoder = new TextEncoder();
  let from = 0;
  while (from < text.length) {
    let to = Math.min(text.length, from + pieceLength);
    const end = text.charCodeAt(to - 1);
    if (end >= 0xd800 && end <= 0xdbff) to++;
    yield encoder.encode(text.slice(from, to));
    from = to;
  }
}
