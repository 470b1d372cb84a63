import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { throwIfAborted } from '../../base/errors.js';
import { loadOptional } from '../columnar/load-optional.js';
import { adopted, hasMethods } from './adopted.js';
import { duckDbConnection } from './duckdb-connection.js';
import { readFailure } from './failures.js';
import type { SqlConnection, TextRows } from './source.js';

/** Options without extensions: those that ask servers are loaded, and fetched, where a view needs them. */
const WITHOUT_EXTENSIONS = { autoload_known_extensions: 'false', autoinstall_known_extensions: 'false' };

/**
 * Opens a DuckDB database: a file, or `:memory:`. `write`: else it is opened read-only, so that others may read it too. Without
 * `network` its views ask no server.
 */
export async function openDuckDb(
  file: string,
  { write, network = true }: { readonly write: boolean; readonly network?: boolean },
): Promise<SqlConnection> {
  const { DuckDBInstance: Instance } = await loadOptional('@duckdb/node-api', async () => import('@duckdb/node-api'));
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;
  try {
    const memory = file === ':memory:';
    const access: Record<string, string> = memory || write ? {} : { access_mode: 'READ_ONLY' };
    instance = await Instance.create(file, network ? access : { ...access, ...WITHOUT_EXTENSIONS });
    connection = await instance.connect();
  } catch (error) {
    throw readFailure('duckdb', file, error);
  }
  const close = async (): Promise<void> => {
    // The instance lives on until its appenders are collected, and then overwrites the file with what it has not written yet.
    if (write && file !== ':memory:') await connection.run('CHECKPOINT').catch(() => undefined);
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
  return duckDbConnection(file, {
    rows: async (sql, values) => {
      const statement = await connection.prepare(sql);
      try {
        if (values !== undefined) statement.bind([...values]);
        return (await statement.runAndReadAll()).getRowsJS();
      } finally {
        // Else it holds the file until it is collected.
        statement.destroySync();
      }
    },
    run: async (sql) => void (await connection.run(sql)),
    async *stream(sql, signal) {
      const result = await connection.stream(sql);
      for await (const rows of result.yieldRowsJs()) {
        throwIfAborted(signal);
        yield rows as TextRows;
      }
    },
    insert: async (table, { rows, columns }) => {
      const appender = await connection.createAppender(table, 'main', 'temp');
      for (let row = 0; row < rows; row++) {
        for (const { texts, codes } of columns) {
          if (texts === null) appender.appendInteger(codes[row]);
          else appender.appendVarchar(texts[codes[row]]);
        }
        appender.endRow();
      }
      appender.closeSync();
    },
  });
}
