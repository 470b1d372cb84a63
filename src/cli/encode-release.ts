import { columnarFormatOf } from '../columnar/read-columnar.js';
import { writeArrow } from '../columnar/arrow.js';
import { writeParquet } from '../columnar/parquet.js';
import { gzip, isGzipName } from '../files/gzip.js';
import type { Table } from '../index.js';
import { csvChunks } from '../index.js';
import type { RandomSource } from '../random.js';

/** A release as the bytes of a file, in the format that its name says. */
export async function encodeRelease(
  path: string,
  release: Table,
  random: RandomSource | undefined,
): Promise<Iterable<Uint8Array> | AsyncIterable<Uint8Array>> {
  const format = columnarFormatOf(path);
  if (format === 'parquet') return [await writeParquet(release, { random })];
  if (format === 'arrow') return [await writeArrow(release, { random })];
  const chunks = csvChunks(release, { random });
  return isGzipName(path) ? gzip(chunks) : chunks;
}
