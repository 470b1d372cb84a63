/** A release as a file, written in a worker that is started for it, so that the page stays responsive. */
import { csvChunks, type Table } from 'kohort/js';
import { arrowBytes, jsonBytes, parquetBytes } from 'kohort/sources';
import { type FileForm, formats, isText } from './formats.js';

/** A release and its form. */
export interface ReleaseFile {
  readonly table: Table;
  readonly form: FileForm;
}

/** Writes a release as a file. */
export async function writeFile({ table, form }: ReleaseFile): Promise<Blob> {
  const { type } = formats[form.format];
  const file = new Blob((await partsOf(table, form)) as BlobPart[], { type });
  if (!form.gzip || !isText(form)) return file;
  const packed = await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob();
  return new Blob([packed], { type: 'application/gzip' });
}

async function partsOf(table: Table, { format, delimiter, bom, formulaGuard }: FileForm): Promise<Uint8Array[]> {
  if (format === 'parquet') return [await parquetBytes(table)];
  if (format === 'arrow') return [await arrowBytes(table)];
  if (format === 'csv') return [...csvChunks(table, { delimiter, bom, formulaGuard })];
  return [jsonBytes(table, { form: format === 'json' ? 'array' : 'lines' })];
}
