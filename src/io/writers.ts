import type { FileFormat } from '../table/file-formats.js';
import type { Table } from '../table/table.js';
import { writeArrow } from './columnar/arrow.js';
import { writeParquet } from './columnar/parquet.js';
import type { OrderOptions } from './columnar/row-order.js';
import { jsonChunks } from './row-files/write-json.js';

type Write = (release: Table, order: OrderOptions) => Iterable<Uint8Array> | Promise<readonly Uint8Array[]>;

/** Writers of a release by format, but for CSV. */
export const writers: Readonly<Partial<Record<FileFormat, Write>>> = {
  parquet: async (release, order) => [await writeParquet(release, order)],
  arrow: async (release, order) => [await writeArrow(release, order)],
  ndjson: (release, order) => jsonChunks(release, { form: 'lines', ...order }),
  json: (release, order) => jsonChunks(release, { form: 'array', ...order }),
};
