import type { RowFormat } from '../../table/file-formats.js';
import type { Table } from '../../table/table.js';
import type { StartReading } from '../columnar/reading-messages.js';
import type { CsvSource } from '../csv/csv-source.js';
import { openChunks } from '../csv/csv-source.js';
import type { ReadCsvOptions } from '../csv/read-csv.js';
import { checkBytes, checkLimits } from '../input-limits.js';
import { readJson } from './json.js';
import { readNdjson } from './ndjson.js';
import { readXlsx } from './xlsx.js';

/** Reads a table in rows from the bytes of a file. */
type ReadSource = (source: CsvSource, options: ReadCsvOptions, startReading: StartReading) => Promise<Table>;

/** Reads a table from all bytes of a file; `handOver`: the thread that decodes them may have their buffer. */
export type ReadBytes = (
  bytes: Uint8Array,
  options: ReadCsvOptions & { readonly handOver: boolean },
  startReading: StartReading,
) => Promise<Table>;

/** The reader of a source for one of all its bytes. */
export const readWhole =
  (read: ReadBytes): ReadSource =>
  async (source, options, startReading) => {
    checkLimits(options.limits);
    const bytes = await allBytes(source, options);
    return read(bytes, { ...options, handOver: bytes !== source }, startReading);
  };

/** Readers of formats that hold a row after the other, but for CSV. */
export const rowReaders: Readonly<Record<RowFormat, ReadSource>> = {
  xlsx: readWhole(readXlsx),
  ndjson: readNdjson,
  json: readJson,
};

/** The bytes of a source as one array; its pieces may be overwritten when the next is asked for. Throws InputError INPUT_LIMIT. */
async function allBytes(
  source: CsvSource,
  { limits = {}, sourceName, signal }: Pick<ReadCsvOptions, 'limits' | 'sourceName' | 'signal'>,
): Promise<Uint8Array> {
  if (source instanceof Uint8Array) return source;
  if (typeof source === 'string') return new TextEncoder().encode(source);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of openChunks(source, signal)) {
    length += chunk.length;
    checkBytes(length, limits, sourceName);
    chunks.push(chunk.slice());
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
