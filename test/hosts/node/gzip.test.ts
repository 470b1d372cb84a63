import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { censusColumns, censusRows } from '../../../scripts/census.mjs';
import { CapacityError, InputError } from '../../../src/base/errors.js';
import { gunzip } from '../../../src/hosts/node/gzip.js';
import { long } from '../../shared.js';

async function* pieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

/** Bytes that came before the end, and the error, if any. */
async function unpack(packed: Uint8Array, mostBytes?: number): Promise<{ bytes: number; error: unknown }> {
  let bytes = 0;
  try {
    for await (const chunk of gunzip(pieces(packed, 1 << 16), 'people.csv.gz', mostBytes)) bytes += chunk.length;
    return { bytes, error: null };
  } catch (error) {
    return { bytes, error };
  }
}

describe('gunzip', () => {
  const text = [censusColumns, ...(censusRows(3000, 1) as Iterable<unknown[]>)].map((row) => row.join()).join('\n');

  it('unpacks tables, also of several members', async () => {
    const packed = Buffer.concat([gzipSync(text), gzipSync(text)]);
    expect(await unpack(packed)).toEqual({ bytes: 2 * text.length, error: null });
  });

  it('unpacks a table of many megabytes that repeats itself', async () => {
    const repeated = text.repeat(Math.ceil((long ? 3e7 : 3e6) / text.length));
    expect(await unpack(gzipSync(repeated))).toEqual({ bytes: repeated.length, error: null });
  });

  // promise: bombs-refused
  it('csv-37: refuses 97 kB that are made to become 100 MB, long before they are', async () => {
    const { bytes, error } = await unpack(gzipSync(Buffer.alloc(1e8, 'a,b\n')));
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ code: 'UNPACKED_TOO_LARGE', exitCode: 3 });
    expect((error as Error).message).toContain('people.csv.gz');
    expect(bytes).toBeLessThan(3e7);
  });

  it('stops at the most bytes that it may unpack', async () => {
    const { bytes, error } = await unpack(gzipSync(text), 1000);
    expect([error instanceof CapacityError, bytes]).toEqual([true, 0]);
  });

  it('unpacks what a limit allows, however much larger it is than its file', async () => {
    const packed = gzipSync(Buffer.alloc(3e7, 'a,b\n'));
    expect(await unpack(packed, 3e7)).toEqual({ bytes: 3e7, error: null });
  });

  it('csv-38: refuses a file that ends too early, is damaged or no gzip', async () => {
    const packed = gzipSync(text);
    const damaged = packed.slice();
    damaged[packed.length >> 1] ^= 0xff;
    for (const wrong of [packed.subarray(0, packed.length - 20), damaged, Buffer.from(text)]) {
      expect((await unpack(wrong)).error).toMatchObject({ code: 'GZIP_INVALID' });
    }
  });
});
