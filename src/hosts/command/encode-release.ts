import { columnarFormatOf } from '../../io/columnar/columnar-format.js';
import { writeArrow } from '../../io/columnar/arrow.js';
import { writeParquet } from '../../io/columnar/parquet.js';
import { jsonChunks } from '../../io/row-files/write-json.js';
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
  const format = columnarFormatOf(path);
  if (format === 'parquet') return [await writeParquet(release, { random, order: await pass?.order() })];
  if (format === 'arrow') return [await writeArrow(release, { random, order: await pass?.order() })];
  const json = /\.json(\.gz)?$/i.test(path) ? 'array' : /\.(ndjson|jsonl)(\.gz)?$/i.test(path) ? 'lines' : null;
  if (json !== null) {
    const written = jsonChunks(release, { form: json, random, order: await pass?.order() });
    return isGzipName(path) ? gzip(written) : written;
  }
  const chunks = pass?.chunks() ?? csvChunks(release, { random, ...form });
  return isGzipName(path) ? gzip(chunks) : chunks;
}
