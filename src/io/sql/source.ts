import type { Codes, ColumnType } from '../../table/table.js';
import type { Dialect } from './dialects.js';
import type { Sql } from './sql.js';

/** A column of an engine's table; `type` is null for texts, whose type is inferred as that of a file's column is. */
export interface SourceColumn {
  readonly name: string;
  readonly type: Exclude<ColumnType, 'string'> | null;
}

/** Rows as texts, null for NULL. */
export type TextRows = readonly (readonly (string | null)[])[];

/** A table for the engine: distinct texts of each column once, and codes for its rows. */
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

/** Store of the tables of a map: others cannot see them, and they end with the connection, however it ends. They hold vectors of the original. */
interface MapStore {
  /** Statement that makes one. */
  readonly create: Dialect['createMap'];
  /** False where they belong to no schema. */
  readonly inSchema: boolean;
  /** Runs a statement that makes, reads or drops them. */
  execute(sql: Sql): Promise<void>;
  /** Adds rows to one; values are bound or sent as data, never put into a statement. */
  insert(table: string, rows: SentTable): Promise<void>;
}

/** Tables made after `begin` are invisible to others until `commit`; without `commit` nothing remains. */
export interface Transaction {
  begin(): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** Unconfirmed releases of other runs. */
export interface SweptTables {
  readonly dropped: readonly string[];
  /** Releases whose runs may still be under way. */
  readonly left: readonly string[];
}

/** A connection to an SQL engine. Every failure is an InputError (reading) or OutputError (writing), without cells. */
export interface SqlConnection {
  readonly dialect: Dialect;
  /** Columns of a relation in their order. Throws InputError INPUT_NOT_FOUND. */
  describe(from: Sql): Promise<SourceColumn[]>;
  /** Runs a query whose columns are texts. */
  query(sql: Sql, signal?: AbortSignal): AsyncIterable<TextRows>;
  /**
   * Runs a count whose rows come as bytes while the engine makes them: ClickHouse's format TabSeparated, pieces cut anywhere. An error of the engine
   * may end them with a text that is no row.
   */
  queryBytes?(sql: Sql, signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /** Runs a statement without a result. */
  execute(sql: Sql): Promise<void>;
  /** The map of a release. */
  readonly map: MapStore;
  /** Null where the engine has none that tables can be made in. */
  readonly transaction: Transaction | null;
  /** True when there is such a table. */
  exists(table: string): Promise<boolean>;
  rename(from: string, to: string): Promise<void>;
  /** Drops unconfirmed releases of ended runs beside `table`, and lists them: present where a killed run can leave one. */
  sweep?(table: string): Promise<SweptTables>;
  close(): Promise<void>;
}
