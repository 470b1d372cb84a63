import { InvalidArgumentError } from '../../base/errors.js';
import type { PlainError } from '../../base/plain-error.js';
import type { ReadCsvOptions } from '../../index.js';
import type { InputDescription } from '../../table/input-description.js';
import { DescriptionParts } from '../../table/input-description.js';
import { readCsv } from '../../index.js';
import { BEGINNING_BYTES, foreignFormatOf } from '../../io/foreign-format.js';
import type { RowFormat } from '../../table/file-formats.js';
import { formatOfName, isColumnar } from '../../table/file-formats.js';
import { Table } from '../../table/table.js';
import type { PageInput, WorkerReading } from './protocol.js';

/** An error of a file that is not CSV, in the form that the page receives. */
export class OtherFileError extends Error {
  constructor(readonly plain: PlainError) {
    super(plain.message);
  }
}

/**
 * Reads CSV, a workbook of Excel, lines of JSON or a JSON list: as `format` says, else by the name of a File, else as the bytes begin. What is not
 * CSV is read by a module that is loaded on use. Throws {@link OtherFileError}.
 *
 * @param onReading - receives how it was read
 */
export async function readPageFile(
  input: PageInput,
  options: ReadCsvOptions,
  onReading?: (reading: WorkerReading) => void,
): Promise<Table> {
  const source = input instanceof ArrayBuffer ? new Uint8Array(input) : input;
  const name = (source as Partial<File>).name;
  const format = options.format ?? (await formatOf(source, name));
  const parts = new DescriptionParts();
  const watched = onReading === undefined ? {} : { onDescribed: parts.take };
  const table = await readAs(format, source, { sourceName: name, ...options, ...watched });
  onReading?.({ format, ...readingOf(parts.whole, options) });
  return table;
}

/** Findings of a description that a person may change. */
function readingOf(
  { encodings: [found] = [], delimiter, skip, sheets }: Partial<InputDescription> = {},
  { encoding }: ReadCsvOptions,
): Omit<WorkerReading, 'format'> {
  return { encoding: found?.sign === undefined ? encoding : found.encoding, delimiter, skip, sheets };
}

async function readAs(
  format: NonNullable<ReadCsvOptions['format']>,
  source: Exclude<PageInput, ArrayBuffer>,
  named: ReadCsvOptions,
): Promise<Table> {
  if (format === 'csv' || isColumnar(format)) return readCsv(source, named);
  const { readOtherFile } = await import('./files.js').catch((): never => {
    const expected = 'this file of the package beside the file of the worker';
    throw new InvalidArgumentError('worker-files.js', expected, 'none', 'PACKAGE_MISSING');
  });
  const read = await readOtherFile(await bytesOf(source), format, named);
  if ('error' in read) throw new OtherFileError(read.error);
  return new Table(read.table.rows, read.table.columns, read.table.warnings);
}

/** The format of a file that is read here: columnar ones are read by `kohort/sources`. */
async function formatOf(source: Exclude<PageInput, ArrayBuffer>, name = ''): Promise<'csv' | RowFormat> {
  const named = /\.gz$/i.test(name) ? null : formatOfName(name);
  if (named !== null && !isColumnar(named)) return named;
  if (typeof source === 'string') return 'csv';
  const found = foreignFormatOf(await bytesOf(source.slice(0, BEGINNING_BYTES)))?.format ?? 'csv';
  return isColumnar(found) ? 'csv' : found;
}

const bytesOf = async (source: string | Uint8Array | Blob): Promise<Uint8Array> =>
  new Uint8Array(await new Response(source as BodyInit).arrayBuffer());
