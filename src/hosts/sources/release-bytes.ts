import { seededRandom } from '../../base/random.js';
import type { Table } from '../../index.js';
import { writeArrow } from '../../io/columnar/arrow.js';
import type { OrderOptions } from '../../io/columnar/row-order.js';
import { writeParquet } from '../../io/columnar/parquet.js';

/** How the bytes of a release are made. */
export interface ReleaseBytesOptions {
  /** Of a counted release: the order of its rows is drawn by a reproducible generator, not the cryptographic one. For tests. */
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

const orderOf = ({ seed }: ReleaseBytesOptions): OrderOptions =>
  seed === undefined ? {} : { random: seededRandom(seed) };
