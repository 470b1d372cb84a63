import type { Job, ReadCsvOptions, Table } from '../index.js';
import { readCsv } from '../index.js';
import { isSourceAddress, parseSourceAddress } from '../sources/address.js';
import { openSource, relationOf } from '../sources/open-source.js';
import { readSourceCounted } from '../sources/read-counted.js';
import { expandCounted } from '../table/expand-counted.js';
import { openFiles, readFileRows, refuseSeveral } from './read-table.js';

/** Most bytes for the distinct rows of an engine's table: beside them its rows must fit, as those of a file. */
const mostBytes = 2 * 1024 * 1024 * 1024;

/**
 * Reads a table in rows, whatever it is in that `kohort anonymize` reads: a CSV file, also compressed, or several, a Parquet
 * or Arrow file, or a table of an SQL engine.
 *
 * @param paths files or addresses; more than one are CSV files
 * @param argument the argument that named them, for errors
 */
export async function readRows(paths: readonly string[], argument: string, options: ReadCsvOptions): Promise<Table> {
  const [path] = paths;
  refuseSeveral(paths);
  if (isSourceAddress(path)) return readSourceRows(path, argument, options);
  if (paths.length === 1) return readFileRows(path, options);
  const { source, sourceName } = openFiles(paths, { input: options });
  return readCsv(source, { ...options, sourceName });
}

/** Rows of a table of an engine, one after another where they are alike: an engine's rows have no order. */
async function readSourceRows(address: string, argument: string, options: ReadCsvOptions): Promise<Table> {
  const { select = () => true, types = {}, missing, onMissing, signal, onProgress, allowEmpty } = options;
  const parsed = parseSourceAddress(address, argument);
  const connection = await openSource(parsed, false);
  try {
    const from = relationOf(parsed, connection);
    const attributes = Object.create(null) as Record<string, Job['attributes'][string]>;
    for (const { name } of await connection.describe(from)) {
      if (!select(name)) continue;
      attributes[name] = { role: 'insensitive', type: Object.hasOwn(types, name) ? types[name] : undefined };
    }
    const job: Job = { input: { missing, onMissing }, attributes, privacy: [], algorithm: 'mondrian' };
    const { table } = await readSourceCounted(connection, from, job, {
      signal,
      memory: mostBytes,
      onProgress: ({ rows }) => onProgress?.({ bytes: 0, rows }),
      allowEmpty,
      whole: true,
    });
    return expandCounted(table);
  } finally {
    await connection.close();
  }
}
