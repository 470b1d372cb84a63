import { seededRandom } from '../../base/random.js';
import type { Table } from '../../index.js';
import { writeArrow } from '../../io/columnar/arrow.js';
import type { OrderOptions } from '../../io/columnar/row-order.js';
import { writeParquet } from '../../io/columnar/parquet.js';
import { jsonChunks } from '../../io/row-files/write-json.js';

/** Options of the bytes of a release. */
export interface ReleaseBytesOptions {
  /** Seed of a reproducible generator for the order of a counted release's rows, instead of the cryptographic one. For tests. */
  readonly seed?: number;
}

/**
 * A release as the bytes of a Parquet file. They hold the released cells and nothing else: no statistics, no indexes, no metadata
 * of the input. Numbers are doubles, all else is text.
 *
 * @param release - a release, or any table
 * @throws InvalidArgumentError PACKAGE_MISSING without the package `hyparquet-writer`
 *
 * @example
 * ```js
 * await writeFile('released.parquet', await parquetBytes(release));
 * ```
 */
export const parquetBytes = (release: Table, options: ReleaseBytesOptions = {}): Promise<Uint8Array> =>
  writeParquet(release, orderOf(options));

/**
 * A release as the bytes of an Arrow IPC file, with nothing in them but the released cells. `release.toArrow()` is the same as a table of
 * `apache-arrow`.
 *
 * @param release - a release, or any table
 * @throws InvalidArgumentError PACKAGE_MISSING without the package `apache-arrow`
 *
 * @example
 * ```js
 * await writeFile('released.arrow', await arrowBytes(release));
 * ```
 */
export const arrowBytes = (release: Table, options: ReleaseBytesOptions = {}): Promise<Uint8Array> =>
  writeArrow(release, orderOf(options));

/**
 * A release as the bytes of JSON, UTF-8: an object a row with the columns as keys, as the command line writes `.ndjson` and `.json`. Cells
 * of columns of numbers are numbers, all others texts, missing ones null.
 *
 * @param release - a release, or any table
 * @param options - `form`: `lines`, an object a line, or `array`, one list of objects
 *
 * @example
 * ```js
 * await writeFile('released.ndjson', jsonBytes(release, { form: 'lines' }));
 * ```
 */
export function jsonBytes(
  release: Table,
  { form, ...options }: ReleaseBytesOptions & { readonly form: 'lines' | 'array' },
): Uint8Array {
  const chunks = [...jsonChunks(release, { form, ...orderOf(options) })];
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

const orderOf = ({ seed }: ReleaseBytesOptions): OrderOptions =>
  seed === undefined ? {} : { random: seededRandom(seed) };
