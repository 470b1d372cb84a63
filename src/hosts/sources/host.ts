import type { StartReading } from '../../io/columnar/reading-messages.js';
import type { CsvSource } from '../../io/csv/csv-source.js';
import type { ReadTableOptions } from '../../io/read-table.js';
import type { SourceAddress } from '../../table/source-address.js';
import type { SqlConnection } from '../../io/sql/source.js';

/** Services of a host for readers of files and databases. */
export interface SourcesHost {
  /** Opens the file of a path, unpacked, or several CSV files as one, and lets go of them when `read` is done. */
  readFiles<Result>(
    paths: readonly string[],
    options: ReadTableOptions,
    read: (source: CsvSource, sourceName: string) => Promise<Result>,
  ): Promise<Result>;
  /** Starts a thread that decodes a file. */
  readonly startReading: StartReading;
  /** The path of a `file:` URL. */
  pathOf(url: URL): string;
  /** Connects to the database of an address. */
  openSource(address: SourceAddress, options: { readonly write: boolean }): Promise<SqlConnection>;
  /** Uses a connection that the program has; closing it gives it back. Null for what is none. */
  useClient(client: SqlClient, options: { readonly write: boolean }): Promise<SqlConnection | null>;
}

/** A connection of `@duckdb/node-api`. */
export interface DuckDbConnection {
  /** Runs a statement and reads all of its answer. */
  runAndReadAll(...given: never[]): unknown;
  /** Writes rows into a table, column by column. */
  createAppender(...given: never[]): unknown;
}

/** A connection of `@duckdb/duckdb-wasm` (`AsyncDuckDBConnection`). */
export interface DuckDbWasmConnection {
  /** Runs a statement whose answer comes in batches. */
  send(...given: never[]): unknown;
  /** Makes a statement with parameters. */
  prepare(...given: never[]): unknown;
  /** Makes a table of an Arrow stream. */
  insertArrowFromIPCStream(...given: never[]): unknown;
}

/** A connected `Client`, or a `Pool`, of `pg`. */
export interface PostgresClient {
  /** Runs a statement and reads all of its answer. */
  query(...given: never[]): unknown;
  /** Takes a connection, or makes one. */
  connect(...given: never[]): unknown;
}

/** A client of `@clickhouse/client`. */
export interface ClickHouseClient {
  /** Runs a statement without an answer. */
  command(...given: never[]): unknown;
  /** Writes rows into a table. */
  insert(...given: never[]): unknown;
  /** Runs a statement whose answer is a stream. */
  exec(...given: never[]): unknown;
}

/** A connection that a program has already, of one of the packages that are known. */
export type SqlClient = DuckDbConnection | DuckDbWasmConnection | PostgresClient | ClickHouseClient;
