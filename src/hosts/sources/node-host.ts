import { fileURLToPath } from 'node:url';
import { adoptClickHouse } from '../../io/sql/clickhouse.js';
import { adoptDuckDb } from '../../io/sql/duckdb.js';
import { adoptDuckDbWasm } from '../../io/sql/duckdb-wasm.js';
import { openSource } from '../../io/sql/open-source.js';
import { adoptPostgres } from '../../io/sql/postgres.js';
import { readFiles } from '../node/open-files.js';
import { startReading } from '../node/reading/start-reading.js';
import type { SourcesHost } from './host.js';

/** Files and databases in Node. */
export const nodeHost: SourcesHost = {
  readFiles,
  startReading,
  pathOf: fileURLToPath,
  openSource,
  useClient: async (client, options) =>
    adoptDuckDb(client) ??
    adoptDuckDbWasm(client) ??
    (await adoptClickHouse(client, options)) ??
    (await adoptPostgres(client)),
};
