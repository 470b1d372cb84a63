import { quoteTable, quoteText } from './dialects.js';
import { openClickHouse } from './clickhouse.js';
import { openDuckDb } from './duckdb.js';
import { openPostgres } from './postgres.js';
import type { SourceAddress, SqlConnection } from './source.js';

/** Connects to an engine. `write`: tables will be made. */
export async function openSource(
  { engine, database, table }: SourceAddress,
  { write }: { readonly write: boolean },
): Promise<SqlConnection> {
  switch (engine) {
    case 'duckdb':
      return openDuckDb(table === null ? ':memory:' : database, { write });
    case 'clickhouse':
      return openClickHouse(database, { write });
    case 'postgres':
      return openPostgres(database);
  }
}

/** The relation of an address, quoted: its table, or the file that DuckDB reads (a CSV file as texts). */
export function relationOf({ database, table }: SourceAddress, { dialect }: SqlConnection): string {
  if (table !== null) return quoteTable(dialect, table);
  const path = quoteText(dialect, database);
  return /\.parquet$/i.test(database)
    ? `read_parquet(${path})`
    : `read_csv(${path}, all_varchar = true, header = true, nullstr = '\u0001')`;
}
