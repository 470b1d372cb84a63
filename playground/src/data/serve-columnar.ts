/** The worker's side of opening a Parquet or Arrow file; a worker is started for one file, then ended. */
import type { WorkerReadOptions } from 'kohort/client';
import type { Table } from 'kohort/js';
import { type ColumnarFormat, readColumnar } from 'kohort/sources';

/** Message of the page. */
export interface ColumnarTask {
  readonly file: File;
  readonly format: ColumnarFormat;
  readonly options: WorkerReadOptions;
}

/** Reply: a table, or why there is none. */
export type ColumnarAnswer =
  { readonly table: Pick<Table, 'rows' | 'columns' | 'warnings'> } | { readonly error: string };

/** Has this worker read the file that it is sent. */
export function serveColumnar(): void {
  addEventListener('message', ({ data }: MessageEvent<ColumnarTask>) => {
    read(data).then(
      ({ rows, columns, warnings }) => {
        const table = { rows, columns, warnings };
        const answer: ColumnarAnswer = { table };
        postMessage(answer, { transfer: buffersOf(table) });
      },
      (error: unknown) => {
        const answer: ColumnarAnswer = { error: error instanceof Error ? error.message : String(error) };
        postMessage(answer);
      },
    );
  });
}

/** The buffers of a table, each once: they are handed over instead of copied. */
function buffersOf({ columns }: Pick<Table, 'columns'>): ArrayBuffer[] {
  const values = columns.flatMap(({ codes, numbers }) => (numbers === null ? [codes] : [codes, numbers]));
  return [...new Set(values.map(({ buffer }) => buffer))].filter((buffer) => buffer instanceof ArrayBuffer);
}

async function read({ file, format, options: { missingIn, ...options } }: ColumnarTask): Promise<Table> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const missingMatters = (name: string): boolean => missingIn?.includes(name) ?? true;
  return readColumnar(bytes, format, { ...options, missingMatters, sourceName: file.name, handOver: true });
}
