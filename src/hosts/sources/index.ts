/** `kohort/sources`: files and databases that tables are read from, and releases are written to. Each optional package is loaded on use. */
import type { DescribeInput, FileSource, ReadColumnar, ReadFile } from './file-source.js';
import { bindDescribeInput, bindFileSource, bindReadColumnar, bindReadFile } from './file-source.js';
import { nodeHost } from './node-host.js';
import type { MakeSqlSource } from './sql-source.js';
import { bindSqlSource } from './sql-source.js';

export { anonymizeInto } from './anonymize-into.js';
export { arrowBytes, jsonBytes, parquetBytes } from './release-bytes.js';
export { readRelease } from './read-release.js';
export { releaseAsSql } from './release-as-sql.js';
export * from './reading.js';
export type { AnonymizeIntoOptions, StoredRelease } from './anonymize-into.js';
export type {
  DescribeInput,
  FileSource,
  FileSourceOptions,
  ReadColumnar,
  ReadFile,
  SourceFile,
} from './file-source.js';
export type { ClickHouseClient, DuckDbConnection, DuckDbWasmConnection, PostgresClient, SqlClient } from './host.js';
export type { ReadReleaseOptions } from './read-release.js';
export type { ReleaseAsSqlOptions, SqlDialect, SqlRelease } from './release-as-sql.js';
export type { ReleaseBytesOptions } from './release-bytes.js';
export type { ClientTable, MakeSqlSource, SqlSource, SqlSourceOptions, SqlTable } from './sql-source.js';

/**
 * A file as a source: of `anonymize`, `inspect`, `compare`, `readForJob`, `readTable`, `readRelease`. It is opened when it is read, and read as the
 * job's `input` says: CSV, also compressed (`.csv.gz`), Parquet, Arrow, Excel, lines of JSON. Columns that the job drops are not kept.
 *
 * @param file - its path or URL, its bytes, a Blob, a Response or a stream
 * @param options - `format`, where neither name nor bytes show it; `counted`, for CSV larger than memory
 * @throws when it is read: InputError INPUT_NOT_FOUND, FETCH_FAILED, PARQUET_INVALID, ARROW_INVALID, XLSX_INVALID, NDJSON_INVALID and what `readCsv`
 * throws; InvalidArgumentError PACKAGE_MISSING with the package to install
 *
 * @example
 * ```js
 * const { release, result } = await anonymize(fileSource('people.parquet'), job);
 * ```
 */
export const fileSource: FileSource = /* @__PURE__ */ bindFileSource(nodeHost);

/**
 * Describes an input: format, encodings, delimiter, lines above the header, sheets and columns, as a reading with the same options finds them. The
 * description is plain data that JSON holds, and the same for a file by its path, packed as gzip, and as a stream. It holds no cell but the names of
 * columns. Given to a reader as `described`, none of it is looked for again, and table and warnings are the same. The input is read to its end, since only
 * there the encoding of a text and the keys of JSON are known; no cell is kept.
 *
 * @param file - its path or URL, the paths of several CSV files, its bytes, a Blob, a Response or a stream; a stream is used up
 * @param options - as for `readTable`; what they say is not looked for
 * @throws what `readTable` of a `fileSource` throws
 *
 * @example
 * ```js
 * const described = await describeInput('people.csv'); // { format: 'csv', encodings: [{ encoding: 'utf-8' }], delimiter: ';', ... }
 * const table = await readTable(fileSource('people.csv'), { described });
 * ```
 */
export const describeInput: DescribeInput = /* @__PURE__ */ bindDescribeInput(nodeHost);

/**
 * Reads the bytes of a Parquet or Arrow file: `select`, `types`, `missing` and `onMissing` mean what they mean for `readCsv`, and a null is a missing
 * cell. Columns that are not selected are not decoded. The file is decoded in a thread of its own where the host starts one, within `limits`.
 *
 * @throws InputError PARQUET_INVALID, ARROW_INVALID, INPUT_LIMIT, and what `tableFromRows` throws
 */
export const readColumnar: ReadColumnar = /* @__PURE__ */ bindReadColumnar(nodeHost);

/**
 * Reads a Parquet file (package `hyparquet`, with `hyparquet-compressors`). Columns that `select` leaves out are not decoded; nulls are missing cells.
 *
 * @param file - its path or URL, its bytes, a Blob, a Response or a stream
 * @param options - as for `readTable`
 * @throws InputError PARQUET_INVALID; InvalidArgumentError PACKAGE_MISSING
 */
export const readParquet: ReadFile = /* @__PURE__ */ bindReadFile(nodeHost, 'parquet');

/**
 * Reads an Arrow IPC file or stream (package `apache-arrow`); a table of Arrow in memory is taken by `readTable`.
 *
 * @param file - its path or URL, its bytes, a Blob, a Response or a stream
 * @param options - as for `readTable`
 * @throws InputError ARROW_INVALID; InvalidArgumentError PACKAGE_MISSING
 */
export const readArrow: ReadFile = /* @__PURE__ */ bindReadFile(nodeHost, 'arrow');

/**
 * Reads a sheet of an Excel workbook, `.xlsx` (package `read-excel-file`): the first, or the one that `sheet` names. Titles above the header and columns
 * without a name are repaired as in CSV, with warnings.
 *
 * @param file - its path or URL, its bytes, a Blob, a Response or a stream
 * @param options - as for `readTable`, and `sheet`
 * @throws InputError XLSX_INVALID; InvalidArgumentError PACKAGE_MISSING, UNKNOWN_VALUE for a sheet that there is not
 */
export const readXlsx: ReadFile = /* @__PURE__ */ bindReadFile(nodeHost, 'xlsx');

/**
 * Reads lines of JSON, NDJSON, an object a line (package `lossless-json`). Columns are the keys; one that an object does not have is missing there.
 *
 * @param file - its path or URL, its bytes, a Blob, a Response or a stream
 * @param options - as for `readTable`
 * @throws InputError NDJSON_INVALID, VALUE_TYPE; InvalidArgumentError PACKAGE_MISSING
 */
export const readNdjson: ReadFile = /* @__PURE__ */ bindReadFile(nodeHost, 'ndjson');

/**
 * A table of DuckDB, PostgreSQL or ClickHouse as a source: of `anonymize`, `inspect`, `compare`, `readForJob`, `readTable`, `readRelease`, `anonymizeInto`. The
 * engine counts the distinct rows of the columns that the job releases; only these cross the wire.
 *
 * @param table - an address, as the command takes it, or a connection that the program has with the name of a table
 * @param options - `rows`: reads the rows, for algorithms that need them; `memory`
 * @throws InvalidArgumentError SOURCE_ADDRESS; when it is read, PACKAGE_MISSING, and InputError INPUT_NOT_FOUND, ENGINE_READ, which hold neither
 *   a password nor a cell
 *
 * @example
 * ```js
 * const { release } = await anonymize(sqlSource('duckdb:people.db#census'), job);
 * const found = await inspect(sqlSource({ connection: new pg.Pool(), table: 'public.census' }));
 * ```
 */
export const sqlSource: MakeSqlSource = /* @__PURE__ */ bindSqlSource(nodeHost);
