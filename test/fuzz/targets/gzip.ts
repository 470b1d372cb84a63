import { gunzipSync, gzipSync } from 'node:zlib';
import { gunzip } from '../../../src/hosts/node/gzip.js';
import { inChunks } from '../../io/in-chunks.js';
import type { Target } from '../target.js';
import { bytesOf, codeOf, Find } from '../target.js';

const text = bytesOf('age,city\n31,Bonn\n32,Bonn\n33,Köln\n'.repeat(3));

async function unpack(bytes: Uint8Array, length: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of gunzip(inChunks(bytes, length), 'in.csv.gz')) parts.push(part);
  return Buffer.concat(parts);
}

function unpackAtOnce(bytes: Uint8Array): Uint8Array | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: 64 * 2 ** 20 });
  } catch {
    return null;
  }
}

export const gzip: Target = {
  name: 'gzip',
  mostBytes: 4096,
  words: [
    Uint8Array.of(0x1f, 0x8b),
    Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3),
    new Uint8Array(8),
    gzipSync(text),
  ],
  seeds: () => [
    gzipSync(text),
    gzipSync(text, { level: 0 }),
    gzipSync(new Uint8Array()),
    Buffer.concat([gzipSync(text), gzipSync(text)]),
    gzipSync(new Uint8Array(100_000)),
  ],
  run: async (bytes) => {
    const whole: Uint8Array | string = await codeOf(async () => unpack(bytes, 65_536));
    const cut: Uint8Array | string = await codeOf(async () => unpack(bytes, 1 + (bytes.length % 31)));
    if (typeof whole === 'string' || typeof cut === 'string') {
      if (whole !== cut) throw new Find('unpacking depends on the pieces that the file comes in', `${String(whole)}, ${String(cut)}`); // prettier-ignore
      if (unpackAtOnce(bytes) !== null) throw new Find('refuses what zlib unpacks', String(whole));
      return String(whole);
    }
    if (Buffer.compare(whole, cut) !== 0) throw new Find('unpacks to other bytes in pieces');
    const expected = unpackAtOnce(bytes);
    if (expected === null) throw new Find('takes what zlib refuses');
    if (Buffer.compare(whole, expected) !== 0) throw new Find('unpacks to other bytes than zlib');
    return 'bytes';
  },
};
