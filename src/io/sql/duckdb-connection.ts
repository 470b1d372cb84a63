import { dialects, renameTable } from './dialects.js';
import { readFailure, writeFailure } from './failures.js';
import { ownTransaction } from './own-transaction.js';
import type { SentTable, SourceColumn, SqlConnection, TextRows } from './source.js';

const dialect = dialects.duckdb;

/** Operations of a DuckDB package on a connection. Only the kind of a failure is reported. */
interface DuckDbDriver {
  /** The rows of a statement, whose values are bound. */
  rows(sql: string, values?: readonly (string | null)[]): Promise<readonly (readonly unknown[])[]>;
  /** Runs a statement without a result. */
  run(sql: string): Promise<void>;
  /** The rows of a query whose columns are texts, some at a time. */
  stream(sql: string, signal?: AbortSignal): AsyncIterable<TextRows>;
  /** Adds rows to a temporary table; values are bound or sent as data. */
  insert(table: string, rows: SentTable): Promise<void>;
}

/**
 * A connection to DuckDB, which stays open when this is closed.
 *
 * @param file - what it leads to, for errors
 */
export function duckDbConnection(file: string, driver: DuckDbDriver): SqlConnection {
  const reading = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw readFailure('duckdb', file, error);
    });
  const writing = async (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => {
      throw writeFailure('duckdb', file, error);
    });
  const execute = (sql: string): Promise<void> => writing(driver.run(sql));
  return {
    dialect,
    async describe(from) {
      const rows = await reading(driver.rows(`DESCRIBE SELECT * FROM ${from}`));
      return rows.map(([name, type]): SourceColumn => ({ name: String(name), type: typeOf(String(type)) }));
    },
    async *query(sql, signal): AsyncGenerator<TextRows> {
      try {
        yield* driver.stream(sql, signal);
      } catch (error) {
        throw readFailure('duckdb', file, error);
      }
    },
    execute,
    map: {
      create: dialect.createMap,
      inSchema: dialect.mapInSchema,
      execute,
      insert: (table, rows) => writing(driver.insert(table, rows)),
    },
    transaction: ownTransaction(dialect, execute),
    async exists(table) {
      const parts = table.split('.');
      const name = parts[parts.length - 1];
      const schema = parts.length > 1 ? parts[0] : null;
      // Names that differ in case alone are one name.
      const sql =
        'SELECT 1 FROM information_schema.tables WHERE lower(table_name) = lower(?) AND (? IS NULL OR lower(table_schema) = lower(?))';
      return (await reading(driver.rows(sql, [name, schema, schema]))).length > 0;
    },
    async rename(from, to) {
      await execute(renameTable(dialect, from, to));
    },
    close: async () => undefined,
  };
}

function typeOf(type: string): SourceColumn['type'] {
  if (/^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/.test(type)) return 'integer';
  if (/^(FLOAT|DOUBLE|REAL|DECIMAL)/.test(type)) return 'number';
  return type === 'DATE' ? 'date' : null;
}
