import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { CapacityError, InputError } from '../../base/errors.js';
import { pauser } from '../../base/steps.js';

/** Most bytes that are unpacked from one file unless said otherwise. */
const defaultUnpackedBytes = 64 * 2 ** 30;

/** Size of unpacked data from which it may be at most `mostTimes` times the packed data: tables of people are far below. */
const unsuspiciousBytes = 16 * 2 ** 20;
const mostTimes = 400;

/** True for a file name that ends in .gz. */
export const isGzipName = (name: string): boolean => /\.gz$/i.test(name);

/**
 * Unpacks gzip, also of several members.
 *
 * @throws InputError GZIP_INVALID, and UNPACKED_TOO_LARGE for a file that is made to fill the disk or the memory of who unpacks
 *   it, unless the most bytes are `asked` for; CapacityError past those
 */
export async function* gunzip(
  source: AsyncIterable<Uint8Array>,
  name: string,
  asked?: number,
): AsyncGenerator<Uint8Array> {
  const input = Readable.from(source);
  const unpacker = createGunzip({ chunkSize: 256 * 1024 });
  input.on('error', (error) => unpacker.destroy(error));
  const mostBytes = asked ?? defaultUnpackedBytes;
  let bytes = 0;
  try {
    for await (const chunk of input.pipe(unpacker) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > mostBytes) throw new CapacityError(`${name}, unpacked, in bytes`, bytes, mostBytes);
      if (asked === undefined && bytes > unsuspiciousBytes && bytes > mostTimes * unpacker.bytesWritten) {
        const problem = `the file unpacks to more than ${mostTimes} times its size; --limit unpackedBytes=N takes it if that is meant`;
        throw new InputError('UNPACKED_TOO_LARGE', problem, { source: name });
      }
      yield chunk;
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!code.startsWith('Z_')) throw error;
    const problem = code === 'Z_BUF_ERROR' ? 'the compressed file ends too early' : 'the file is not gzip, or damaged';
    throw new InputError('GZIP_INVALID', problem, { source: name }, { cause: error });
  } finally {
    input.destroy();
    unpacker.destroy();
  }
}

async function* paced(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pauseIfDue = pauser();
  for await (const chunk of chunks) {
    await pauseIfDue();
    if (chunk.length > 0) yield chunk;
  }
}

/** Packs chunks as gzip. The header holds neither a name nor a time. */
export async function* gzip(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const input = Readable.from(paced(chunks));
  const packer = createGzip();
  input.on('error', (error) => packer.destroy(error));
  try {
    for await (const chunk of input.pipe(packer)) yield chunk as Uint8Array;
  } finally {
    input.destroy();
    packer.destroy();
  }
}
