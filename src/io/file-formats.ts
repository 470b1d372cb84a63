import { columnarFormatOf, readColumnar } from './columnar/read-columnar.js';
import type { CsvSource } from './csv/csv-source.js';
import { openChunks } from './csv/csv-source.js';
import type { ReadCsvOptions } from './csv/read-csv.js';
import { readCsv } from './csv/read-csv.js';
import { readNdjson } from './row-files/ndjson.js';
import { readXlsx } from './row-files/xlsx.js';
import type { InputSpec } from '../table/input-spec.js';
import type { Table } from '../table/table.js';

/** Formats of files that are read. */
export type FileFormat = NonNullable<InputSpec['format']>;

/** The format of a file by the ending of its name, or null. */
export function formatOfName(name: string): Exclude<FileFormat, 'csv'> | null {
  if (/\.xlsx$/i.test(name)) return 'xlsx';
  return /\.(ndjson|jsonl)(\.gz)?$/i.test(name) ? 'ndjson' : columnarFormatOf(name);
}

/** The format of an input: what `input` of the job says, else what the ending of its name says. */
export function formatOf(path: string, input?: Pick<InputSpec, 'format'>): FileFormat {
  return input?.format ?? formatOfName(path) ?? 'csv';
}

/** Reads a table in rows from the bytes of a file. */
export async function readFormat(source: CsvSource, format: FileFormat, options: ReadCsvOptions): Promise<Table> {
  if (format === 'xlsx') return readXlsx(await allBytes(source, options.signal), options);
  if (format === 'ndjson') return readNdjson(source, options);
  if (format !== 'csv') {
    const handOver = !(source instanceof Uint8Array);
    return readColumnar(await allBytes(source, options.signal), format, { ...options, handOver });
  }
  return readCsv(source, options);
}

/** The bytes of a source as one array; its pieces may be overwritten when the next is asked for. */
async function allBytes(source: CsvSource, signal: AbortSignal | undefined): Promise<Uint8Array> {
  if (source instanceof Uint8Array) return source;
  if (typeof source === 'string') return new TextEncoder().encode(source);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of openChunks(source, signal)) {
    chunks.push(chunk.slice());
    length += chunk.length;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
