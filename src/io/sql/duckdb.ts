import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { throwIfAborted } from '../../base/errors.js';
import { dialects, quoteName, quoteTable } from './dialects.js';
import { loadOptional } from '../columnar/load-optional.js';
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
      begin: async () => execute(dialect.begin.join(';')),
      commit: async () => execute('COMMIT'),
      rollback: async () => execute('ROLLBACK'),
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
    async close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

function typeOf(type: string): SourceColumn['type'] {
  if (/^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/.test(type)) return 'integer';
  if (/^(FLOAT|DOUBLE|REAL|DECIMAL)/.test(type)) return 'number';
  return type === 'DATE' ? 'date' : null;
}
