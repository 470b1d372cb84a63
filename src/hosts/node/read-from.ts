import type { CsvSource } from '../../io/csv/csv-source.js';
import { changedInput, ReopenableBytes } from '../../table/reopenable-bytes.js';
import type { InputLimits } from '../../table/input-spec.js';
import { gunzip, isGzipName } from './gzip.js';
import type { FileParts } from './open-input.js';
import { openInput } from './open-input.js';

/** Opens a file, hands its bytes to `read` (a piece is valid until the next is asked for), and lets go of it whatever happens. */
export async function readFrom<Result>(
  path: string,
  read: (source: CsvSource, sourceName: string, parts: FileParts | null) => Promise<Result>,
  { unpackedBytes }: InputLimits = {},
): Promise<Result> {
  const packed = isGzipName(path.replace(/\.[^./]*\.kohort-tmp$/, ''));
  const opened = await openInput(path, { reuse: !packed });
  try {
    let isFirst = true;
    // Read once more, it must be the file that was opened.
    const source = new ReopenableBytes((filter) => {
      const bytes = isFirst ? opened.source : rawBytesOf(path, opened.parts?.identity);
      isFirst = false;
      return filter(packed ? gunzip(bytes, opened.name, unpackedBytes) : bytes);
    });
    return await read(path === '-' ? opened.source : source, opened.name, packed ? null : opened.parts);
  } finally {
    await opened.close();
    // An open stdin would keep the process alive after an error or an interruption.
    if (path === '-') process.stdin.destroy();
  }
}

/**
 * The bytes of a file as they are; it is opened when they are asked for, and a piece is valid until the next is asked for.
 * Throws InputError INPUT_CHANGED when the file is not the one that `identity` says.
 */
async function* rawBytesOf(path: string, identity?: string): AsyncGenerator<Uint8Array> {
  const opened = await openInput(path, { reuse: !isGzipName(path) });
  try {
    if (identity !== undefined && opened.parts?.identity !== identity) throw changedInput(path);
    yield* opened.source;
  } finally {
    await opened.close();
  }
}

/** {@link rawBytesOf}, unpacked. */
export const bytesOf = (path: string, identity?: string, limits: InputLimits = {}): AsyncIterable<Uint8Array> =>
  isGzipName(path) ? gunzip(rawBytesOf(path, identity), path, limits.unpackedBytes) : rawBytesOf(path, identity);
