import { readColumnar } from './columnar/read-columnar.js';
import type { StartReading } from './columnar/reading-messages.js';
import type { CsvSource } from './csv/csv-source.js';
import { openChunks } from './csv/csv-source.js';
import type { ReadCsvOptions } from './csv/read-csv.js';
import { readCsv } from './csv/read-csv.js';
import type { FileFormat } from './format-of-name.js';
import { checkBytes, checkLimits } from './input-limits.js';
import { readJson } from './row-files/json.js';
import { readNdjson } from './row-files/ndjson.js';
import { readXlsx } from './row-files/xlsx.js';
import type { Table } from '../table/table.js';

/** Reads a table in rows from the bytes of a file. */
export async function readFormat(
  source: CsvSource,
  format: FileFormat,
  options: ReadCsvOptions,
  startReading: StartReading,
): Promise<Table> {
  if (format === 'csv') return readCsv(source, options);
  if (format === 'ndjson') return readNdjson(source, options);
  if (format === 'json') return readJson(source, options);
  checkLimits(options.limits);
  const bytes = await allBytes(source, options);
  const settings = { ...options, handOver: bytes !== source };
  return format === 'xlsx'
    ? readXlsx(bytes, settings, startReading)
    : readColumnar(bytes, format, settings, startReading);
}

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
