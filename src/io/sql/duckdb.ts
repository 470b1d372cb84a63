import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { throwIfAborted } from '../../base/errors.js';
import { dialects, quoteName, quoteTable } from './dialects.js';
import { loadOptional } from '../columnar/load-optional.js';
import { adopted, hasMethods } from './adopted.js';
import { readFailure, writeFailure } from './failures.js';
import type { SentTable, SourceColumn, SqlConnection, TextRows } from './source.js';

const dialect = dialects.duckdb;

/** Opens a DuckDB database: a file, or `:memory:`. `write`: else it is opened read-only, so that others may read it too. */
export async function openDuckDb(file: string, { write }: { readonly write: boolean }): Promise<SqlConnection> {
  const { DuckDBInstance: Instance } = await loadOptional('@duckdb/node-api', async () => import('@duckdb/node-api'));
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;
  try {
    const memory = file === ':memory:';
    instance = await Instance.create(file, memory || write ? {} : { access_mode: 'READ_ONLY' });
    connection = await instance.connect();
  } catch (error) {
    throw readFailure('duckdb', file, error);
  }
  const close = async (): Promise<void> => {
    connection.closeSync();
    instance.closeSync();
  };
  return { ...useDuckDb(connection, file), close };
}

/** Uses a connection of `@duckdb/node-api` that a program has; null for anything else. */
export function adoptDuckDb(client: object): SqlConnection | null {
  return hasMethods(client, 'runAndReadAll', 'createAppender') ? useDuckDb(client as DuckDBConnection, adopted) : null;
}

/**
 * A connection of `@duckdb/node-api` that is open, and stays so when this is closed.
 *
 * @param file - what it leads to, for errors
 */
function useDuckDb(connection: DuckDBConnection, file: string): SqlConnection {
  let isOpen = false;
  const rowsOf = async (sql: string): Promise<unknown[][]> => {
    try {
      return (await connection.runAndReadAll(sql)).getRowsJS() as unknown[][];
    } catch (error) {
      throw readFailure('duckdb', file, error);
    }
  };
  const execute = async (sql: string): Promise<void> => {
    try {
      await connection.run(sql);
    } catch (error) {
      throw writeFailure('duckdb', file, error);
    }
  };
  const insert = async (table: string, { rows, columns }: SentTable): Promise<void> => {
    try {
      const appender = await connection.createAppender(table, 'main', 'temp');
      for (let row = 0; row < rows; row++) {
        for (const { texts, codes } of columns) {
          if (texts === null) appender.appendInteger(codes[row]);
          else appender.appendVarchar(texts[codes[row]]);
        }
        appender.endRow();
      }
      appender.closeSync();
    } catch (error) {
      throw writeFailure('duckdb', file, error);
    }
  };
  return {
    dialect,
    async describe(from) {
      const rows = await rowsOf(`DESCRIBE SELECT * FROM ${from}`);
      return rows.map(([name, type]): SourceColumn => ({ name: String(name), type: typeOf(String(type)) }));
    },
    async *query(sql, signal): AsyncGenerator<TextRows> {
      try {
        const result = await connection.stream(sql);
        for await (const rows of result.yieldRowsJs()) {
          throwIfAborted(signal);
          yield rows as TextRows;
        }
      } catch (error) {
        throw readFailure('duckdb', file, error);
      }
    },
    execute,
    map: { create: dialect.createMap, inSchema: dialect.mapInSchema, execute, insert },
    transaction: {
      async begin() {
        await execute(dialect.begin.join(';'));
        isOpen = true;
      },
      async commit() {
        await execute('COMMIT');
        isOpen = false;
      },
      // One that was open before is its owner's.
      async rollback() {
        if (isOpen) await execute('ROLLBACK');
        isOpen = false;
      },
    },
    async exists(table) {
      const parts = table.split('.');
      const name = parts[parts.length - 1];
      const result = await connection.runAndReadAll(
        // Names that differ in case alone are one name.
        'SELECT 1 FROM information_schema.tables WHERE lower(table_name) = lower(?) AND (? IS NULL OR lower(table_schema) = lower(?))',
        [name, parts.length > 1 ? parts[0] : null, parts.length > 1 ? parts[0] : null],
      );
      return result.getRowsJS().length > 0;
    },
    async rename(from, to) {
      const parts = to.split('.');
      await execute(
        `ALTER TABLE ${quoteTable(dialect, from)} RENAME TO ${quoteName(dialect, parts[parts.length - 1])}`,
      );
    },
    close: async () => undefined,
  };
}

function typeOf(type: string): SourceColumn['type'] {
  if (/^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/.test(type)) return 'integer';
  if (/^(FLOAT|DOUBLE|REAL|DECIMAL)/.test(type)) return 'number';
  return type === 'DATE' ? 'date' : null;
}
