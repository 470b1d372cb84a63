import { typesOfColumns } from '../../io/cell-options.js';
import { keyOfName } from '../../job/patterns.js';
import { InvalidArgumentError } from '../../base/errors.js';
import type { AttributeSpec, CheckedJob, ReadTableOptions, Table } from '../../index.js';
import { parseSourceAddress } from '../../table/source-address.js';
import { quoteTable } from '../../io/sql/dialects.js';
import { readSourceCounted } from '../../io/sql/read-counted.js';
import { relationOf } from '../../io/sql/relation.js';
import type { SqlConnection } from '../../io/sql/source.js';
import type { Sql } from '../../io/sql/sql.js';
import type { TableReader } from '../../io/read-table.js';
import { expandCounted } from '../../table/expand-counted.js';
import type { SourcesHost, SqlClient } from './host.js';

/** A table by a connection that the program has. */
export interface ClientTable {
  /** An open connection, in no transaction; it is used while the table is read or a release is made, and stays open. */
  readonly connection: SqlClient;
  /** The name of the table; a dot separates its schema. */
  readonly table: string;
}

/**
 * A table of an SQL engine: an address as the command takes it, `duckdb:FILE#TABLE`, `duckdb:FILE.parquet`, `postgres://USER@HOST/DATABASE#TABLE`,
 * `clickhouse:http://HOST:8123/DATABASE#TABLE`, or a connection and the name of a table.
 */
export type SqlTable = string | ClientTable;

/** Options of reading a table of an SQL engine. */
export interface SqlSourceOptions {
  /** True reads its rows, for algorithms that need them. Default false: the engine counts the distinct rows, and these are read. */
  readonly rows?: boolean;
  /** Most bytes for the distinct rows. Default 512 MiB, with `rows` 2 GiB. */
  readonly memory?: number;
}

/** A table of an SQL engine, for `anonymize`, `inspect`, `compare`, `readForJob`, `readTable`, `readRelease`, `anonymizeInto`. */
export interface SqlSource extends TableReader {
  /** Connects; `use` gets the connection, the quoted name of the table, and its name as it was given. Used by `anonymizeInto`. */
  connect<Result>(
    use: (connection: SqlConnection, from: Sql, table: string | null) => Promise<Result>,
    options: { readonly write: boolean },
  ): Promise<Result>;
}

/** See `sqlSource` of `kohort/sources`. */
export type MakeSqlSource = (table: SqlTable, options?: SqlSourceOptions) => SqlSource;

/** Most bytes for the distinct rows where all rows are read: beside them these must fit. */
export const mostBytes = 2 * 1024 * 1024 * 1024;

/** Binds `sqlSource` to a host. */
export function bindSqlSource(host: SourcesHost): MakeSqlSource {
  return (given, { rows = false, memory = rows ? mostBytes : undefined } = {}) => {
    const connect = connecting(host, given);
    const readTable = (options: ReadTableOptions): Promise<Table> =>
      connect((connection, from) => readSource(connection, from, options, { rows, memory }), { write: false });
    return { connect, readTable };
  };
}

function connecting(host: SourcesHost, given: SqlTable): SqlSource['connect'] {
  if (typeof given === 'string') {
    const address = parseSourceAddress(given, 'table');
    return async (use, options) => {
      const connection = await host.openSource(address, options);
      try {
        return await use(connection, relationOf(address, connection), address.table);
      } finally {
        await connection.close();
      }
    };
  }
  const { connection: client, table } = requireClientTable(given);
  return async (use, options) => {
    const connection = await host.useClient(client, options);
    if (connection === null) throw noClient(client);
    try {
      return await use(connection, quoteTable(connection.dialect, table), table);
    } finally {
      await connection.close();
    }
  };
}

function requireClientTable(given: ClientTable): ClientTable {
  if (typeof given !== 'object' || given === null) {
    const expected = 'an address such as "duckdb:people.db#people", or { connection, table }';
    throw new InvalidArgumentError('table', expected, given === null ? 'null' : typeof given);
  }
  if (typeof given.table !== 'string' || given.table === '') {
    throw new InvalidArgumentError('table.table', 'the name of a table', typeof given.table);
  }
  if (typeof given.connection !== 'object' || given.connection === null) throw noClient(given.connection);
  return given;
}

const noClient = (client: unknown): InvalidArgumentError =>
  new InvalidArgumentError(
    'table.connection',
    'a connection of @duckdb/node-api or @duckdb/duckdb-wasm, a client or pool of pg, or a client of @clickhouse/client',
    client === null ? 'null' : typeof client,
  );

/** The distinct rows of a relation, or its rows, one after another where they are alike: an engine's rows have no order. */
export async function readSource(
  connection: SqlConnection,
  from: Sql,
  { select = () => true, types, missing, onMissing, missingMatters = () => true, ...others }: ReadTableOptions,
  { rows, memory }: { readonly rows: boolean; readonly memory: number | undefined },
): Promise<Table> {
  const { signal, onProgress, allowEmpty } = others;
  const attributes = Object.create(null) as Record<string, AttributeSpec>;
  const columns = await connection.describe(from);
  others.onDescribed?.({ columns: columns.map(({ name }) => name) });
  for (const { name } of columns) {
    const declared = typesOfColumns(types, [name])[name];
    const kind = typeof declared === 'string' ? { type: declared } : declared;
    const key = keyOfName(name);
    if (!select(name)) attributes[key] = { role: 'drop' };
    else if (missingMatters(name) || kind !== undefined) attributes[key] = { role: 'insensitive', ...kind };
  }
  const job: CheckedJob = {
    input: { missing, onMissing },
    attributes,
    defaultRole: 'insensitive',
    privacy: [],
    algorithm: 'mondrian',
  };
  const { table } = await readSourceCounted(connection, from, job, {
    signal,
    memory,
    onProgress: (progress) => onProgress?.({ bytes: 0, rows: progress.rows }),
    allowEmpty,
    whole: true,
  });
  return rows ? expandCounted(table) : table;
}
