import { openClickHouse } from './clickhouse.js';
import { openDuckDb } from './duckdb.js';
import { openPostgres } from './postgres.js';
import type { SourceAddress } from '../../table/source-address.js';
import type { SqlConnection } from './source.js';

/** Connects to an engine. `write`: tables will be made. `network`, by default true: views of DuckDB may ask servers. */
export async function openSource(
  { engine, database, table }: SourceAddress,
  { write, network = true }: { readonly write: boolean; readonly network?: boolean },
): Promise<SqlConnection> {
  switch (engine) {
    case 'duckdb':
      return openDuckDb(table === null ? ':memory:' : database, { write, network });
    case 'clickhouse':
      return openClickHouse(database, { write });
    case 'postgres':
      return openPostgres(database);
  }
}
