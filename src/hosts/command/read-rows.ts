import { basename, resolve } from 'node:path';
import type { CheckedJob, ReadCsvOptions, Table } from '../../index.js';
import { isSourceAddress, parseSourceAddress } from '../../table/source-address.js';
import { openSource } from '../../io/sql/open-source.js';
import { relationOf } from '../../io/sql/relation.js';
import type { SourceAddress } from '../../table/source-address.js';
import type { SqlConnection } from '../../io/sql/source.js';
import { releaseReading } from '../sources/read-release.js';
import { mostBytes, readSource } from '../sources/sql-source.js';
import { readFileRows, readRelease, refuseSeveral } from './read-table.js';

/** A connection that is open, and where it leads. */
export interface OpenSource {
  readonly address: SourceAddress;
  readonly connection: SqlConnection;
}

/**
 * Reads a table in rows, whatever it is in that `kohort anonymize` reads: a CSV file, also compressed, or several, a Parquet
 * or Arrow file, or a table of an SQL engine.
 *
 * @param paths files or addresses; more than one are CSV files
 * @param argument the argument that named them, for errors
 * @param open a connection that is used where the address is one of its database, and stays open
 * @param network whether views of DuckDB may ask servers
 */
export async function readRows(
  paths: readonly string[],
  argument: string,
  options: ReadCsvOptions,
  { open = null, network = true }: { readonly open?: OpenSource | null; readonly network?: boolean } = {},
): Promise<Table> {
  const [path] = paths;
  refuseSeveral(paths);
  if (isSourceAddress(path)) return readSourceRows(parseSourceAddress(path, argument), options, { open, network });
  return readFileRows(paths, options);
}

/** Reads a finished release in rows, a file (counted, where the original is) or a table of an engine. */
export async function readAnyRelease(
  path: string,
  argument: string,
  job: CheckedJob,
  original: Table | undefined,
  signal: AbortSignal,
): Promise<Table> {
  if (!isSourceAddress(path)) return readRelease(path, basename(path), job, original, signal);
  return readRows([path], argument, { ...releaseReading(job, original), signal });
}

/** Rows of a table of an engine, one after another where they are alike: an engine's rows have no order. */
async function readSourceRows(
  address: SourceAddress,
  options: ReadCsvOptions,
  { open, network }: { readonly open: OpenSource | null; readonly network: boolean },
): Promise<Table> {
  const isOpen = open !== null && isSameDatabase(address, open.address);
  const connection = isOpen ? open.connection : await openSource(address, { write: false, network });
  try {
    const from = relationOf(address, connection);
    return await readSource(connection, from, options, { rows: true, memory: mostBytes });
  } finally {
    if (!isOpen) await connection.close();
  }
}

/** True for addresses in one database. A process that opens a file of DuckDB twice loses its lock with the first that it closes. */
function isSameDatabase(a: SourceAddress, b: SourceAddress): boolean {
  if (a.engine !== b.engine || (a.table === null) !== (b.table === null)) return false;
  return a.engine === 'duckdb' ? resolve(a.database) === resolve(b.database) : a.database === b.database;
}
