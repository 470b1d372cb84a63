import { abortErrorOf, InvalidArgumentError } from '../../base/errors.js';
import type { ByteFilter } from '../../table/reopenable-bytes.js';
import { ReopenableBytes } from '../../table/reopenable-bytes.js';

/** Sources of CSV: text or bytes in memory, a file of the browser, or a stream of bytes. */
export type CsvSource = string | Uint8Array | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** The bytes of a source, filtered; see {@link openChunks}. */
export function openFiltered(
  source: Exclude<CsvSource, string>,
  filter: ByteFilter | null,
  signal: AbortSignal | undefined,
): AsyncIterable<Uint8Array> {
  if (filter === null) return openChunks(source, signal);
  if (source instanceof ReopenableBytes) return openChunks(source.open(filter), signal);
  return filter(openChunks(source, signal));
}

/**
 * The bytes of a source, in pieces of any size. A stream is released or cancelled when the caller stops early; an
 * aborted signal ends the wait for a piece that does not come. Throws AbortError.
 */
export async function* openChunks(
  source: Exclude<CsvSource, string>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  if (source instanceof Uint8Array) {
    yield source;
    return;
  }
  const iterator = iterate(source);
  const aborted = signal && abortOf(signal);
  let finished = false;
  try {
    for (;;) {
      const next = iterator.next();
      const result = await (aborted ? Promise.race([next, aborted.promise]) : next);
      if (result.done) {
        finished = true;
        return;
      }
      if (!(result.value instanceof Uint8Array)) {
        throw new InvalidArgumentError('source', 'pieces that are Uint8Array', typeof result.value);
      }
      yield result.value;
    }
  } finally {
    aborted?.forget();
    // Its end is not awaited: a source that hangs in next() would hang here too.
    if (!finished) iterator.return?.()?.then(undefined, () => undefined);
  }
}

/** A promise that an aborted signal rejects with AbortError, and how to let go of the signal. */
export function abortOf(signal: AbortSignal | undefined): { readonly promise: Promise<never>; forget(): void } {
  let stop = (): void => undefined;
  const promise = new Promise<never>((_, reject) => (stop = () => reject(abortErrorOf(signal))));
  promise.catch(() => undefined);
  if (signal?.aborted === true) stop();
  else signal?.addEventListener('abort', stop, { once: true });
  return { promise, forget: () => signal?.removeEventListener('abort', stop) };
}

function iterate(source: Exclude<CsvSource, string | Uint8Array>): AsyncIterator<Uint8Array> {
  const stream: unknown = typeof Blob !== 'undefined' && source instanceof Blob ? source.stream() : source;
  if (isReadable(stream)) return iterateStream(stream);
  if (isIterable(stream)) return stream[Symbol.asyncIterator]();
  throw new InvalidArgumentError(
    'source',
    'a string, Uint8Array, Blob, ReadableStream or AsyncIterable of Uint8Array',
    source === null ? 'null' : typeof source,
  );
}

/** A stream as an iterator of its pieces; one that ends early cancels it. */
export function iterateStream<Piece>(stream: ReadableStream<Piece>): AsyncIterator<Piece> {
  const reader = stream.getReader();
  return {
    next: async () => {
      const { done, value } = await reader.read();
      return done ? { done: true, value: undefined } : { done: false, value };
    },
    return: async () => {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}

function isReadable(value: unknown): value is ReadableStream<Uint8Array> {
  return typeof value === 'object' && value !== null && 'getReader' in value && typeof value.getReader === 'function';
}

function isIterable(value: unknown): value is AsyncIterable<Uint8Array> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
