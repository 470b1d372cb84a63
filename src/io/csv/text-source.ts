import { asCapacityError } from '../../base/refused-memory.js';
import { InputError, InvalidArgumentError } from '../../base/errors.js';
import type { Table, Warning } from '../../table/table.js';
import { withWarnings } from '../../table/table.js';
import type { Encoding } from '../../table/input-spec.js';
import { OtherEncodingError, encodingOfMark } from '../encoding/find-encoding.js';
import { Transcoder, transcode } from '../encoding/transcoder.js';
import { ReopenableBytes, openChunks } from './csv-source.js';
import type { ByteFilter, CsvSource } from './csv-source.js';
import type { ReadCsvOptions } from './read-options.js';

/** A source, and how its bytes become UTF-8: null where they are. */
export interface TextSource {
  readonly source: CsvSource;
  readonly toUtf8: ByteFilter | null;
}

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
  options: Pick<ReadCsvOptions, 'encoding' | 'strict' | 'sourceName' | 'signal' | 'onFound'>,
  read: (text: TextSource) => Promise<Table>,
): Promise<Table> {
  try {
    const table = await readFound(source, options, read);
    return source instanceof ReopenableBytes ? withWarnings(table, source.warnings()) : table;
  } catch (error) {
    throw asCapacityError(error, 'arrays that the reading needs, arrays that there is room for', 1);
  }
}

async function readFound(
  source: CsvSource,
  options: Pick<ReadCsvOptions, 'encoding' | 'strict' | 'sourceName' | 'signal' | 'onFound'>,
  read: (text: TextSource) => Promise<Table>,
): Promise<Table> {
  const { encoding, strict = false, sourceName, signal, onFound } = options;
  if (typeof source === 'string') return read({ source, toUtf8: null });
  if (encoding !== undefined) return read(textIn(source, encoding, sourceName));
  if (strict) return read({ source, toUtf8: null });
  const kept = canReopen(source) ? null : new KeptStream(source, signal);
  try {
    return await read({ source: kept?.chunks() ?? source, toUtf8: null });
  } catch (error) {
    const found = foundEncoding(error);
    if (found === null) throw error;
    if (kept !== null && !kept.isWhole) throw tooFar(error as InputError);
    const transcoders: Transcoder[] = [];
    const table = await read({
      source: kept?.chunks() ?? source,
      toUtf8: (bytes) => {
        const transcoder = new Transcoder(found, { isFound: true, source: sourceName });
        transcoders.push(transcoder);
        return transcode(bytes, transcoder);
      },
    });
    onFound?.({ encoding: found });
    const characters = transcoders.reduce((sum, { text }) => sum + text.characters, 0);
    return withWarnings(table, [encodingWarning(error as InputError, found, characters)]);
  } finally {
    await kept?.close();
  }
}

/** A source whose encoding is known. */
export function textIn(source: CsvSource, encoding: Encoding | undefined, sourceName: string | undefined): TextSource {
  if (encoding === undefined || typeof source === 'string') return { source, toUtf8: null };
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

/** The encoding that bytes are in which UTF-8 failed on. */
function foundEncoding(error: unknown): Encoding | null {
  if (error instanceof OtherEncodingError) return error.encoding;
  return error instanceof InputError && error.code === 'INVALID_UTF8' ? 'windows-1252' : null;
}

function tooFar({ where }: InputError): InputError {
  const message =
    'the bytes are not UTF-8, and a stream cannot be read again from its beginning; set input.encoding (--encoding) to their encoding, such as windows-1252';
  return new InputError('INVALID_UTF8', message, where);
}

function encodingWarning(error: InputError, found: Encoding, characters: number): Warning {
  const { line, byte } = error.where;
  const why =
    error instanceof OtherEncodingError
      ? `the file is ${found} by ${error.sign}`
      : `the file is not UTF-8 (line ${line}, byte ${byte})`;
  const message = `${why}: read as ${found}, characters beyond ASCII: ${characters}; set input.encoding (--encoding) if it is another`;
  return { code: 'ENCODING_FOUND', message };
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
