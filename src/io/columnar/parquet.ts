import { InputError, InvalidArgumentError } from '../../base/errors.js';
import type { Column, Table } from '../../table/table.js';
import { loadOptional } from './load-optional.js';
import type { OrderOptions } from './row-order.js';
import { rowOrder } from './row-order.js';
import type { CellRows, ColumnarReader } from './columnar-reader.js';

/** Rows that are decoded, and written into one row group, at a time. */
const GROUP_ROWS = 100_000;

/** Opens a Parquet file in memory by hyparquet. Throws InputError PARQUET_INVALID, InvalidArgumentError PACKAGE_MISSING. */
export async function openParquet(bytes: Uint8Array, source: string): Promise<ColumnarReader> {
  const { parquetMetadataAsync, parquetRead, parquetSchema } = await loadOptional(
    'hyparquet',
    async () => import('hyparquet'),
  );
  const { compressors } = await loadOptional('hyparquet-compressors', async () => import('hyparquet-compressors'));
  const file = exactBuffer(bytes);
  const attempt = async <T>(work: () => Promise<T> | T): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw new InputError(
        'PARQUET_INVALID',
        'the bytes are no Parquet file that can be read',
        { source },
        { cause: error },
      );
    }
  };
  const metadata = await attempt(() => parquetMetadataAsync(file));
  const { children } = await attempt(() => parquetSchema(metadata));
  const rows = Number(metadata.num_rows);
  return {
    rows,
    columns: children.map(({ element }) => element.name),
    async *read(columns): AsyncGenerator<CellRows> {
      for (let rowStart = 0; rowStart < rows; rowStart += GROUP_ROWS) {
        const batch: unknown[][] = [];
        await attempt(() =>
          parquetRead({
            file,
            metadata,
            compressors,
            columns: [...columns],
            rowStart,
            rowEnd: Math.min(rows, rowStart + GROUP_ROWS),
            // Objects would lose a column named __proto__.
            rowFormat: 'array',
            onComplete: (found: unknown[][]) => {
              for (const row of found) batch.push(row);
            },
          }),
        );
        yield batch;
      }
    },
  };
}

/**
 * A release as the bytes of a Parquet file. Nothing but released cells is written: no statistics, no indexes, and
 * dictionaries that the writer builds from the cells of each row group.
 */
export async function writeParquet(
  table: Table,
  options: OrderOptions & { readonly codec?: 'SNAPPY' | 'UNCOMPRESSED' } = {},
): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await loadOptional('hyparquet-writer', async () => import('hyparquet-writer'));
  if (table.columns.length === 0) throw new InvalidArgumentError('table', 'at least one column', 'none');
  const order = rowOrder(table, options);
  const buffer = parquetWriteBuffer({
    columnData: table.columns.map((column) => ({
      name: column.name,
      data: cellsOf(column, order),
      type: typeOf(column),
      nullable: true,
      offsetIndex: false,
    })),
    codec: options.codec ?? 'SNAPPY',
    statistics: false,
    rowGroupSize: GROUP_ROWS,
    createdBy: 'kohort',
  });
  return new Uint8Array(buffer);
}

function cellsOf(column: Column, order: Uint32Array): unknown[] {
  const numeric = typeOf(column) === 'DOUBLE';
  const values = column.texts.map((text, code) =>
    code === column.missingCode ? null : numeric ? (column.numbers as Float64Array)[code] : text,
  );
  return Array.from(order, (entry) => values[column.codes[entry]]);
}

/** Numbers are doubles, which are exact for what a column of the type `integer` may hold; all else is text. */
function typeOf({ type, numbers }: Column): 'DOUBLE' | 'STRING' {
  return numbers !== null && (type === 'integer' || type === 'number') ? 'DOUBLE' : 'STRING';
}

function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = bytes;
  if (byteOffset === 0 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) return buffer;
  return new Uint8Array(bytes).buffer;
}
