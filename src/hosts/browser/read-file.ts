import type { ReadCsvOptions } from '../../index.js';
import { readCsv } from '../../index.js';
import { BEGINNING_BYTES, foreignFormatOf } from '../../io/foreign-format.js';
import { readNdjson } from '../../io/row-files/ndjson.js';
import { readXlsx } from '../../io/row-files/xlsx.js';
import type { Table } from '../../table/table.js';
import type { PageInput } from './protocol.js';

/**
 * Reads CSV, a workbook of Excel or lines of JSON: as `format` says, else by the name of a File, else as the bytes begin. What decodes the
 * latter two is loaded on use.
 */
export async function readPageFile(input: PageInput, options: ReadCsvOptions): Promise<Table> {
  const source = input instanceof ArrayBuffer ? new Uint8Array(input) : input;
  const sourceName = options.sourceName ?? nameOf(source);
  const named = { ...options, sourceName };
  const format = options.format ?? (await formatOf(source, sourceName));
  if (format === 'xlsx') return readXlsx(await bytesOf(source), named);
  return format === 'ndjson' ? readNdjson(source, named) : readCsv(source, named);
}

const nameOf = (source: PageInput): string | undefined =>
  source instanceof Blob && 'name' in source ? String(source.name) : undefined;

async function formatOf(source: Exclude<PageInput, ArrayBuffer>, name = ''): Promise<'csv' | 'xlsx' | 'ndjson'> {
  if (/\.(ndjson|jsonl)$/i.test(name)) return 'ndjson';
  if (/\.xlsx$/i.test(name)) return 'xlsx';
  if (typeof source === 'string') return 'csv';
  const beginning = source instanceof Blob ? source.slice(0, BEGINNING_BYTES) : source.subarray(0, BEGINNING_BYTES);
  return foreignFormatOf(await bytesOf(beginning))?.rows ?? 'csv';
}

async function bytesOf(source: Exclude<PageInput, ArrayBuffer>): Promise<Uint8Array> {
  if (typeof source === 'string') return new TextEncoder().encode(source);
  return source instanceof Blob ? new Uint8Array(await source.arrayBuffer()) : source;
}
