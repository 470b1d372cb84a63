/** The worker's side of writing a release as a file, so that the page stays responsive; a worker is started for one file, then ended. */
import { csvChunks, Table } from 'kohort/js';
import { arrowBytes, jsonBytes, parquetBytes } from 'kohort/sources';
import { type FileForm, formats, isText } from './formats.js';

/** Message of the page: a release and its form. */
export interface WriteTask {
  readonly release: Pick<Table, 'rows' | 'columns' | 'warnings'>;
  readonly form: FileForm;
}

/** Reply: a file, or why there is none. */
export type Written = { readonly file: Blob } | { readonly error: string };

/** Has this worker write what it is sent. */
export function serveWriting(): void {
  addEventListener('message', ({ data }: MessageEvent<WriteTask>) => {
    write(data).then(
      (file) => postMessage({ file } satisfies Written),
      (error: unknown) =>
        postMessage({ error: error instanceof Error ? error.message : String(error) } satisfies Written),
    );
  });
}

async function write({ release, form }: WriteTask): Promise<Blob> {
  const table = new Table(release.rows, release.columns, release.warnings);
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
