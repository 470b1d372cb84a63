import type { Compressors, FileMetaData, SchemaElement } from 'hyparquet';
import { InputError, InvalidArgumentError, KohortError } from '../../base/errors.js';
import type { InputLimits } from '../../table/input-spec.js';
import { isOfNumbers } from '../../table/of-numbers.js';
import type { Column, Table } from '../../table/table.js';
import { checkDeclared, checkUnpacked } from '../input-limits.js';
import { checkChunk } from './check-parquet.js';
import { shortestOfSingle } from '../../base/shortest-of-single.js';
import { decimalCell, isScale, timeOfDay, wholeOfBytes } from '../../base/stored-cells.js';
import { loadOptional, rethrow } from './load-optional.js';
import type { OrderOptions } from './row-order.js';
import { rowOrder } from './row-order.js';
import type { CellRows, ColumnarReader } from './columnar-reader.js';
import { zstdSize } from './zstd-size.js';

/** Rows that are decoded, and written into one row group, at a time. */
const GROUP_ROWS = 100_000;

/**
 * Opens a Parquet file in memory by hyparquet. Throws InputError PARQUET_INVALID, INPUT_LIMIT, InvalidArgumentError PACKAGE_MISSING.
 */
export async function openParquet(
  bytes: Uint8Array,
  source: string | undefined,
  limits: InputLimits = {},
): Promise<ColumnarReader> {
  const { parquetMetadataAsync, parquetRead, parquetSchema } = await loadOptional('hyparquet', () =>
    import('hyparquet').catch(rethrow),
  );
  const pages = await loadOptional('hyparquet', async () => ({
    ...(await import('hyparquet/src/column.js').catch(rethrow)),
    ...(await import('hyparquet/src/datapage.js').catch(rethrow)),
    ...(await import('hyparquet/src/schema.js').catch(rethrow)),
  }));
  const { compressors } = await loadOptional('hyparquet-compressors', () =>
    import('hyparquet-compressors').catch(rethrow),
  );
  const file = exactBuffer(bytes);
  const attempt = async <T>(work: () => Promise<T> | T): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof KohortError) throw cause;
      throw new InputError('PARQUET_INVALID', 'the bytes are not a readable Parquet file', { source }, { cause });
    }
  };
  const metadata = await attempt(() => parquetMetadataAsync(file));
  const { children } = await attempt(() => parquetSchema(metadata));
  const readers = await attempt(() => new Map(children.map(({ element }) => [element.name, cellReader(element)])));
  const { rows, unpackedBytes } = await attempt(() => declaredSize(metadata));
  const bounded = boundedCompressors(compressors, { bytes: bytes.length, limits, source });
  return {
    rows,
    columns: children.map(({ element }) => element.name),
    unpackedBytes,
    async *read(columns): AsyncGenerator<CellRows> {
      const own = columns.flatMap((name, c) => {
        const toCell = readers.get(name) ?? null;
        return toCell === null ? [] : [[c, toCell] as const];
      });
      await attempt(() => {
        for (const { columns: chunks, num_rows: groupRows } of metadata.row_groups) {
          for (const { meta_data: meta } of chunks) {
            if (meta === undefined || !columns.includes(meta.path_in_schema[0])) continue;
            const path = pages.getSchemaPath(metadata.schema, meta.path_in_schema);
            // Lists may have more cells than there are rows.
            const cells = { bytes: bytes.length, rows: Number(meta.num_values), columns: 1 };
            checkDeclared(cells, { ...limits, rows: undefined }, source);
            checkChunk(file, { meta, path, groupRows: Number(groupRows) }, pages, bounded);
          }
        }
      });
      for (let rowStart = 0; rowStart < rows; rowStart += GROUP_ROWS) {
        const rowEnd = Math.min(rows, rowStart + GROUP_ROWS);
        const batch: unknown[][] = [];
        const covered = new Map<string, number>();
        await attempt(() =>
          parquetRead({
            file,
            metadata,
            compressors: bounded,
            columns: [...columns],
            rowStart,
            rowEnd,
            // Objects would lose a column named __proto__.
            rowFormat: 'array',
            onChunk: ({ columnName, rowStart: from, rowEnd: to }) => {
              const within = Math.max(0, Math.min(to, rowEnd) - Math.max(from, rowStart));
              covered.set(columnName, (covered.get(columnName) ?? 0) + within);
            },
            onComplete: (found: unknown[][]) => {
              for (const row of found) batch.push(row);
            },
          }),
        );
        await attempt(() => requireWhole(batch, covered, rowEnd - rowStart));
        for (const [c, toCell] of own) for (const row of batch) row[c] = row[c] === null ? null : toCell(row[c]);
        yield batch;
      }
    },
  };
}

/** Digits of a second in a unit of time of the format. */
const TIME_DIGITS: Readonly<Record<string, number>> = { MILLIS: 3, MICROS: 6, NANOS: 9 };

/**
 * Makes cells of what the package gives for a column; null where it gives cells. The package multiplies decimals by a power of ten, which leaves
 * noise behind their digits and rounds long ones: their mark is taken from the element, so that it gives whole numbers.
 */
function cellReader(element: SchemaElement): ((value: unknown) => unknown) | null {
  const { type, converted_type: converted, logical_type: logical } = element;
  if (type === 'FLOAT') return (value) => (typeof value === 'number' ? shortestOfSingle(value) : value);
  if (logical?.type === 'TIME' || converted === 'TIME_MILLIS' || converted === 'TIME_MICROS') {
    const digits = TIME_DIGITS[logical?.type === 'TIME' ? logical.unit : converted!.slice('TIME_'.length)];
    return (value) => (isWhole(value) ? timeOfDay(value, digits) : value);
  }
  if (logical?.type !== 'DECIMAL' && converted !== 'DECIMAL') return null;
  const scale = element.scale ?? (logical?.type === 'DECIMAL' ? logical.scale : 0);
  if (!isScale(scale)) throw new Error('a decimal of an impossible scale');
  // Its bytes would become a text without the mark.
  if (type === 'BYTE_ARRAY') {
    return (value) => (typeof value === 'number' ? Number(value.toFixed(Math.max(0, scale))) : value);
  }
  delete element.converted_type;
  delete element.logical_type;
  return (value) => {
    if (value instanceof Uint8Array) return decimalCell(wholeOfBytes(value), scale);
    return isWhole(value) ? decimalCell(BigInt(value), scale) : value;
  };
}

const isWhole = (value: unknown): value is number | bigint => typeof value === 'bigint' || Number.isInteger(value);

/** Rows, and bytes of unpacked pages, that a file says it has. Throws for what cannot be. */
function declaredSize({ num_rows, row_groups }: FileMetaData): { rows: number; unpackedBytes: number } {
  const rows = Number(num_rows);
  let grouped = 0;
  let unpackedBytes = 0;
  for (const group of row_groups) {
    const count = Number(group.num_rows);
    if (!Number.isSafeInteger(count) || count < 0) throw new Error('a row group with an impossible number of rows');
    grouped += count;
    for (const { meta_data } of group.columns) unpackedBytes += Math.max(0, Number(meta_data?.total_uncompressed_size));
  }
  if (grouped !== rows) throw new Error('the row groups do not have the number of rows that the file declares');
  return { rows, unpackedBytes };
}

/** Throws unless every column has a cell in every row: a reader of damaged pages leaves holes, which are no missing values. */
function requireWhole(batch: readonly unknown[][], covered: ReadonlyMap<string, number>, rows: number): void {
  if (batch.length !== rows) throw new Error('fewer rows than the file declares');
  for (const count of covered.values()) if (count !== rows) throw new Error('a column with fewer cells than rows');
  for (const row of batch) if (row.includes(undefined)) throw new Error('a cell without a value');
}

/** Blocks of Zstandard may hold less than their most, though not all of them by far. */
const ZSTD_SLACK = 16;

/** Throws for Zstandard that becomes more than its page says: its unpacker believes it alone. */
function checkZstd(input: Uint8Array, length: number): void {
  const { least, most } = zstdSize(input);
  if (least > length || most > ZSTD_SLACK * (length + 2 ** 20))
    throw new Error('a page that unpacks to more bytes than it declares');
}

/** Compressors that unpack no more in all than the limits allow. A page says itself how much it becomes. */
function boundedCompressors(
  compressors: Compressors,
  { bytes, limits, source }: { readonly bytes: number; readonly limits: InputLimits; readonly source?: string },
): Compressors {
  const bounded: Compressors = {};
  for (const [codec, unpack] of Object.entries(compressors)) {
    bounded[codec as keyof Compressors] = (input, length) => {
      // Pages are unpacked again for each batch of rows, so each is checked by itself.
      checkUnpacked(bytes, length, limits, source);
      if (codec === 'ZSTD') checkZstd(input, length);
      return unpack(input, length);
    };
  }
  return bounded;
}

/**
 * A release as the bytes of a Parquet file. Nothing but released cells is written: no statistics, no indexes, and
 * dictionaries that the writer builds from the cells of each row group.
 */
export async function writeParquet(
  table: Table,
  options: OrderOptions & { readonly codec?: 'SNAPPY' | 'UNCOMPRESSED' } = {},
): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await loadOptional('hyparquet-writer', () =>
    import('hyparquet-writer').catch(rethrow),
  );
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
function typeOf(column: Column): 'DOUBLE' | 'STRING' {
  return column.numbers !== null && isOfNumbers(column) ? 'DOUBLE' : 'STRING';
}

function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = bytes;
  if (byteOffset === 0 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) return buffer;
  return new Uint8Array(bytes).buffer;
}
