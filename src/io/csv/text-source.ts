import { asCapacityError } from '../../base/refused-memory.js';
import { InputError, InvalidArgumentError } from '../../base/errors.js';
import type { Table } from '../../table/table.js';
import { withWarnings } from '../../table/table.js';
import type { Encoding } from '../../table/input-spec.js';
import { OtherEncodingError, encodingOfMark } from '../encoding/find-encoding.js';
import { Transcoder, transcode } from '../encoding/transcoder.js';
import type { FileEncoding } from '../../table/input-description.js';
import type { ByteFilter } from '../../table/reopenable-bytes.js';
import { ReopenableBytes } from '../../table/reopenable-bytes.js';
import { openChunks } from './csv-source.js';
import { locateError } from './join-files.js';
import type { CsvSource } from './csv-source.js';
import type { ReadCsvOptions } from './read-options.js';

/** A source, and how its bytes become UTF-8: null where they are. */
export interface TextSource {
  readonly source: CsvSource;
  readonly toUtf8: ByteFilter | null;
}

/** Options of reading a text in its encoding. */
type ReadTextOptions = Pick<
  ReadCsvOptions,
  'encoding' | 'strict' | 'sourceName' | 'signal' | 'described' | 'onDescribed'
>;

/** The encoding of a text without a sign of another. */
const UTF8: FileEncoding = { encoding: 'utf-8' };
/** Maximum bytes kept of a stream, so that it can be read again in another encoding. */
const KEPT_BYTES = 16 * 1024 * 1024;

/**
 * Reads a text in its encoding. UTF-8 is read as it comes; only when a byte turns out to be something else, and nobody said which
 * encoding it is, everything is read once more, in the encoding that the beginning shows or in Windows-1252, and a warning says so.
 *
 * @param read reads from the beginning; called twice where the first time it throws at bytes that are not UTF-8
 * @throws InputError ENCODING_MISMATCH, ENCODING_INVALID, ENCODING_UNCLEAR, CapacityError, and what `read` throws
 */
export async function readText(
  source: CsvSource,
  options: ReadTextOptions,
  read: (text: TextSource) => Promise<Table>,
): Promise<Table> {
  try {
    const { table, encoding } = await readFound(source, options, read);
    const isReopenable = source instanceof ReopenableBytes;
    if (encoding !== null) {
      const encodings = (isReopenable ? source.encodings?.() : undefined) ?? [encoding];
      options.onDescribed?.({ encodings });
    }
    return isReopenable ? withWarnings(table, source.warnings()) : table;
  } catch (error) {
    const locate = source instanceof ReopenableBytes ? source.locate : null;
    const isOfAll = error instanceof InputError && error.where.source === options.sourceName;
    const located = locate !== null && isOfAll ? locateError(error, locate) : error;
    throw asCapacityError(located, 'arrays that the reading needs, arrays that there is room for', 1);
  }
}

/** A table, and the encoding in which its text was read; null of a text in memory. */
interface ReadText {
  readonly table: Table;
  readonly encoding: FileEncoding | null;
}

async function readFound(
  source: CsvSource,
  options: ReadTextOptions,
  read: (text: TextSource) => Promise<Table>,
): Promise<ReadText> {
  const { sourceName, signal } = options;
  if (typeof source === 'string') return { table: await read({ source, toUtf8: null }), encoding: null };
  const known = knownEncoding(source, options);
  if (known?.sign !== undefined) return readSigned(source, known, options, read);
  if (known !== null) return { table: await read(textIn(source, known, sourceName)), encoding: known };
  const kept = canReopen(source) ? null : new KeptStream(source, signal);
  try {
    return { table: await read({ source: kept?.chunks() ?? source, toUtf8: null }), encoding: UTF8 };
  } catch (error) {
    const found = foundEncoding(error);
    if (found === null) throw error;
    if (kept !== null && !kept.isWhole) throw tooFar(error as InputError);
    return await readSigned(kept?.chunks() ?? source, found, options, read);
  } finally {
    await kept?.close();
  }
}

/** The encoding of a source that its options say; null where it has to be found. */
export function knownEncoding(
  source: CsvSource,
  { encoding, strict = false, described }: Pick<ReadTextOptions, 'encoding' | 'strict' | 'described'>,
): FileEncoding | null {
  if (encoding !== undefined) return { encoding };
  const isDecoded = described !== undefined && source instanceof ReopenableBytes && source.encodings !== null;
  const found = strict || isDecoded ? UTF8 : (described?.encodings?.[0] ?? null);
  return found?.encoding === 'utf-8' ? UTF8 : found;
}

/** Reads a text in the encoding that was found by a sign, with a warning. */
async function readSigned(
  source: CsvSource,
  found: FileEncoding,
  { sourceName }: ReadTextOptions,
  read: (text: TextSource) => Promise<Table>,
): Promise<ReadText> {
  const { encoding, sign } = found;
  const transcoders: Transcoder[] = [];
  const table = await read({
    source,
    toUtf8: (bytes) => {
      const transcoder = new Transcoder(encoding, { isFound: true, source: sourceName });
      transcoders.push(transcoder);
      return transcode(bytes, transcoder);
    },
  });
  const characters = transcoders.reduce((sum, { text }) => sum + text.characters, 0);
  const message = `the file is ${sign}: read as ${encoding}, characters beyond ASCII: ${characters}; set input.encoding (--encoding) if it is another`;
  return { table: withWarnings(table, [{ code: 'ENCODING_FOUND', message }]), encoding: found };
}

/** A source whose encoding is known. */
export function textIn(source: CsvSource, known: FileEncoding | null, sourceName: string | undefined): TextSource {
  if (known === null || known === UTF8 || typeof source === 'string') return { source, toUtf8: null };
  const { encoding } = known;
  return {
    source,
    toUtf8: (bytes) => {
      const checked = refuseOtherMark(bytes, encoding, sourceName);
      return encoding === 'utf-8' ? checked : transcode(checked, new Transcoder(encoding, { source: sourceName }));
    },
  };
}

const canReopen = (source: CsvSource): boolean =>
  source instanceof Uint8Array ||
  (typeof Blob !== 'undefined' && source instanceof Blob) ||
  source instanceof ReopenableBytes;

/** The encoding of bytes on which UTF-8 failed, and the sign of it. */
function foundEncoding(error: unknown): FileEncoding | null {
  if (error instanceof OtherEncodingError)
    return { encoding: error.encoding, sign: `${error.encoding} by ${error.sign}` };
  if (!(error instanceof InputError) || error.code !== 'INVALID_UTF8') return null;
  const { line, byte } = error.where;
  return { encoding: 'windows-1252', sign: `not UTF-8 (line ${line}, byte ${byte})` };
}

function tooFar({ where }: InputError): InputError {
  const message =
    'the bytes are not UTF-8, and a stream cannot be read again from its beginning; set input.encoding (--encoding) to their encoding, such as windows-1252';
  return new InputError('INVALID_UTF8', message, where);
}

async function* refuseOtherMark(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
  source: string | undefined,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array | null = new Uint8Array(0);
  const check = (beginning: Uint8Array): void => {
    const mark = encodingOfMark(beginning);
    if (mark === null || mark === encoding) return;
    const message = `the file begins with the byte order mark of ${mark}, but "encoding" (--encoding) says ${encoding}`;
    throw new InputError('ENCODING_MISMATCH', message, { source, byte: 0 });
  };
  for await (const chunk of bytes) {
    if (held === null) {
      yield chunk;
      continue;
    }
    const beginning: Uint8Array = new Uint8Array(held.length + chunk.length);
    beginning.set(held);
    beginning.set(chunk, held.length);
    held = beginning;
    if (held.length < 3) continue;
    check(held);
    yield held;
    held = null;
  }
  if (held === null || held.length === 0) return;
  check(held);
  yield held;
}

/** A stream whose beginning is kept until it is too long. */
class KeptStream {
  readonly #rest: AsyncGenerator<Uint8Array>;
  #kept: Uint8Array[] = [];
  #bytes = 0;

  constructor(source: Exclude<CsvSource, string>, signal: AbortSignal | undefined) {
    if (typeof source !== 'object' || source === null) throw new InvalidArgumentError('source', 'bytes', typeof source);
    this.#rest = openChunks(source, signal);
  }

  /** True while all that came so far can be read again. */
  get isWhole(): boolean {
    return this.#bytes <= KEPT_BYTES;
  }

  /** The bytes from the beginning. */
  async *chunks(): AsyncGenerator<Uint8Array> {
    yield* this.#kept;
    for (;;) {
      const { value, done } = await this.#rest.next();
      if (done === true) return;
      this.#bytes += value.length;
      if (this.isWhole) this.#kept.push(value.slice());
      else this.#kept = [];
      yield value;
    }
  }

  /** Lets go of the stream. */
  async close(): Promise<void> {
    await this.#rest.return(undefined);
  }
}
