import { InvalidArgumentError } from '../../base/errors.js';
import { fromPlainError } from '../../base/plain-error.js';
import type { ReadCsvOptions } from '../../index.js';
import { readCsv } from '../../index.js';
import { BEGINNING_BYTES, foreignFormatOf } from '../../io/foreign-format.js';
import { Table } from '../../table/table.js';
import type { OtherFormat } from './files.js';
import type { PageInput } from './protocol.js';

/**
 * Reads CSV, a workbook of Excel, lines of JSON or a JSON list: as `format` says, else by the name of a File, else as the bytes begin. What
 * is not CSV is read by a module that is loaded on use.
 */
export async function readPageFile(input: PageInput, options: ReadCsvOptions): Promise<Table> {
  const source = input instanceof ArrayBuffer ? new Uint8Array(input) : input;
  const sourceName = options.sourceName ?? nameOf(source);
  const format = options.format ?? (await formatOf(source, sourceName));
  if (format !== 'xlsx' && format !== 'ndjson' && format !== 'json') return readCsv(source, { ...options, sourceName });
  const { readOtherFile } = await import('./files.js').catch((): never => {
    const expected = 'this file of the package beside the file of the worker';
    throw new InvalidArgumentError('worker-files.js', expected, 'none', 'PACKAGE_MISSING');
  });
  const read = await readOtherFile(await bytesOf(source), format, { ...options, sourceName });
  if ('error' in read) throw fromPlainError(read.error);
  const { rows, columns, warnings } = read.table;
  return new Table(rows, columns, warnings);
}

const nameOf = (source: PageInput): string | undefined =>
  source instanceof Blob && 'name' in source ? String(source.name) : undefined;

async function formatOf(source: Exclude<PageInput, ArrayBuffer>, name = ''): Promise<'csv' | OtherFormat> {
  const ending = /\.(ndjson|jsonl|json|xlsx)$/i.exec(name)?.[1].toLowerCase();
  if (ending !== undefined) return ending === 'jsonl' ? 'ndjson' : (ending as OtherFormat);
  if (typeof source === 'string') return 'csv';
  const beginning = source instanceof Blob ? source.slice(0, BEGINNING_BYTES) : source.subarray(0, BEGINNING_BYTES);
  return foreignFormatOf(await bytesOf(beginning))?.rows ?? 'csv';
}

async function bytesOf(source: Exclude<PageInput, ArrayBuffer>): Promise<Uint8Array> {
  if (typeof source === 'string') return new TextEncoder().encode(source);
  return source instanceof Blob ? new Uint8Array(await source.arrayBuffer()) : source;
}
