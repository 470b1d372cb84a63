import { InvalidArgumentError } from '../../base/errors.js';
import { adoptDuckDbWasm } from '../../io/sql/duckdb-wasm.js';
import { startReading } from '../browser/reading/start-reading.js';
import type { SourcesHost } from './host.js';

const noPath = (): never => {
  const expected = 'a File, a Blob, bytes, a Response or the URL of a server: a page opens no paths';
  throw new InvalidArgumentError('file', expected, 'the path of a file', 'SOURCE_IS_PATH');
};

/** Files and databases in a page. */
export const pageHost: SourcesHost = {
  readFiles: async () => noPath(),
  startReading,
  pathOf: noPath,
  openSource: async () => {
    const expected = '{ connection, table } with a connection of @duckdb/duckdb-wasm: a page reaches no other database';
    throw new InvalidArgumentError('table', expected, 'an address', 'SOURCE_ADDRESS');
  },
  useClient: async (client) => adoptDuckDbWasm(client),
};
