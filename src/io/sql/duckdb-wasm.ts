import { CapacityError, throwIfAborted } from '../../base/errors.js';
import { adopted, hasMethods } from './adopted.js';
import { dialects, quoteTable } from './dialects.js';
import { duckDbConnection } from './duckdb-connection.js';
import type { SentColumn, SentTable, SqlConnection, TextRows } from './source.js';

/** Rows of the map that are sent at a time. */
const insertRows = 10_000;

/** Members that are read of an Arrow table, or of one of its batches. */
interface ArrowRows {
  readonly numRows: number;
  readonly numCols: number;
  getChildAt(column: number): { get(row: number): unknown } | null;
}

/** Members that are used of a `@duckdb/duckdb-wasm` connection, whatever copy of the package a page has. */
interface WasmConnection {
  query(sql: string): Promise<ArrowRows>;
  send(sql: string): Promise<AsyncIterable<ArrowRows>>;
  cancelSent(): Promise<boolean>;
  prepare(sql: string): Promise<{
    query(...values: (string | null)[]): Promise<ArrowRows>;
    close(): Promise<void>;
  }>;
}

/** Uses a connection of `@duckdb/duckdb-wasm` that a program has; null for anything else. It stays open. */
export function adoptDuckDbWasm(client: object): SqlConnection | null {
  if (!hasMethods(client, 'send', 'prepare', 'insertArrowFromIPCStream')) return null;
  const connection = client as WasmConnection;
  const rows = async (sql: string, values: readonly (string | null)[] = []): Promise<unknown[][]> => {
    const statement = await connection.prepare(sql);
    try {
      return rowsOf(await statement.query(...values));
    } finally {
      await statement.close();
    }
  };
  return duckDbConnection(adopted, {
    rows,
    run: async (sql) => void (await connection.query(sql)),
    async *stream(sql, signal) {
      for await (const batch of await connection.send(sql)) {
        if (signal?.aborted === true) await connection.cancelSent();
        throwIfAborted(signal);
        yield rowsOf(batch) as TextRows;
      }
    },
    insert: (table, sent) => insertInto(connection, table, sent),
  });
}

function rowsOf(table: ArrowRows): unknown[][] {
  const columns = Array.from({ length: table.numCols }, (_, c) => table.getChildAt(c)!);
  return Array.from({ length: table.numRows }, (_, row) => columns.map((column) => column.get(row)));
}

/** Binds the values of a column as one text, which the engine divides: a statement for every row would be a message for every row. */
async function insertInto(connection: WasmConnection, table: string, { rows, columns }: SentTable): Promise<void> {
  const separator = findSeparator(columns);
  const values = columns.map(({ texts }) => {
    const cells = 'unnest(string_split(?, ?))';
    return texts === null ? `CAST(${cells} AS INTEGER)` : cells;
  });
  const into = quoteTable(dialects.duckdb, table);
  const statement = await connection.prepare(`INSERT INTO ${into} SELECT ${values.join(', ')}`);
  try {
    for (let from = 0; from < rows; from += insertRows) {
      const bound = columns.flatMap(({ texts, codes }) => {
        const some = Array.from(codes.subarray(from, Math.min(rows, from + insertRows)));
        return [some.map((code) => (texts === null ? code : texts[code])).join(separator), separator];
      });
      await statement.query(...bound);
    }
  } finally {
    await statement.close();
  }
}

/** A character that none of the texts holds, of those that have no meaning of their own. */
function findSeparator(columns: readonly SentColumn[]): string {
  const [first, last] = [0xe000, 0xf8ff];
  for (let code = first; code <= last; code++) {
    const separator = String.fromCharCode(code);
    if (!columns.some(({ texts }) => texts?.some((text) => text.includes(separator)))) return separator;
  }
  throw new CapacityError('characters of the private use area that no value holds', 1, 0);
}
