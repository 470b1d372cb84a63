import { quoteTable, quoteText } from './dialects.js';
import type { SourceAddress } from '../../table/source-address.js';
import type { SqlConnection } from './source.js';
import type { Sql } from './sql.js';
import { sql } from './sql.js';

/** The relation of an address, quoted: its table, or the file that DuckDB reads (a CSV file as texts). */
export function relationOf({ database, table }: SourceAddress, { dialect }: SqlConnection): Sql {
  if (table !== null) return quoteTable(dialect, table);
  const path = quoteText(dialect, database);
  return /\.parquet$/i.test(database)
    ? sql`read_parquet(${path})`
    : sql`read_csv(${path}, all_varchar = true, header = true, nullstr = '\u0001')`;
}
