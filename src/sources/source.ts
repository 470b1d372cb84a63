import type { Codes, ColumnType } from '../table/table.js';
import type { Dialect } from './dialects.js';

/** A column of an engine's table; `type` is null for texts, whose type is inferred as that of a file's column is. */
export interface SourceColumn {
  readonly name: string;
  readonly type: Exclude<ColumnType, 'string'> | null;
}

/** Rows as texts, null for NULL. */
export type TextRows = readonly (readonly (string | null)[])[];

/** A table to be sent: distinct texts of a column once, codes for its rows. */
export interface SentTable {
  readonly rows: number;
  readonly columns: readonly SentColumn[];
}

/** A column of a table to be sent. */
export interface SentColumn {
  readonly name: string;
  /** [codes] texts; null when the codes themselves are sent, as whole numbers. */
  readonly texts: readonly string[] | null;
  /** [rows] */
  readonly codes: Codes;
}

/** A connection to an SQL engine. Every failure is an InputError (reading) or OutputError (writing), without cells. */
export interface SqlConnection {
  readonly dialect: Dialect;
  /** Columns of a relation in their order. Throws InputError INPUT_NOT_FOUND. */
  describe(from: string): Promise<SourceColumn[]>;
  /** Runs a query whose columns are texts. */
  query(sql: string, signal?: AbortSignal): AsyncIterable<TextRows>;
  /**
   * The same for a count, where the engine gives rows as bytes while it makes them: ClickHouse's format TabSeparated, pieces cut
   * anywhere. An error of the engine may end them with a text that is no row.
   */
  queryBytes?(sql: string, signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /** Runs a statement without a result. */
  execute(sql: string): Promise<void>;
  /** Adds rows to a table; values are bound or sent as data, never put into a statement. */
  insert(table: string, rows: SentTable): Promise<void>;
  /** True when there is such a table. */
  exists(table: string): Promise<boolean>;
  rename(from: string, to: string): Promise<void>;
  close(): Promise<void>;
}

/** Where an address leads, such as `duckdb:people.db#people`. */
export interface SourceAddress {
  readonly engine: 'duckdb' | 'clickhouse' | 'postgres';
  /** File, or URL of the server with the database. */
  readonly database: string;
  /** Table with its schema, or null for a file that DuckDB reads. */
  readonly table: string | null;
}
