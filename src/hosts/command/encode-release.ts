import { formatOfName } from '../../table/file-formats.js';
import { writers } from '../../io/writers.js';
import { gzip, isGzipName } from '../node/gzip.js';
import type { Table } from '../../index.js';
import { csvChunks } from '../../index.js';
import type { ReleaseForm } from './output-options.js';
import type { RandomSource } from '../../base/random.js';
import type { SecondPass } from './second-pass.js';

/** A release as the bytes of a file, in the format that its name says; in the order of the input by a second pass over it. */
export async function encodeRelease(
  path: string,
  release: Table,
  random: RandomSource | undefined,
  form: ReleaseForm = {},
  pass: SecondPass | null = null,
): Promise<Iterable<Uint8Array> | AsyncIterable<Uint8Array>> {
  const write = writers[formatOfName(path) ?? 'csv'];
  const chunks =
    write === undefined
      ? (pass?.chunks() ?? csvChunks(release, { random, ...form }))
      : await write(release, { random, order: await pass?.order() });
  return isGzipName(path) ? gzip(chunks) : chunks;
}
