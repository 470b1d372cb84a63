/** Parquet and Arrow, read in a worker that is started for one file. */
import type { WorkerReadOptions } from 'kohort/client';
import type { Table } from 'kohort/js';
import { type ColumnarFormat, readColumnar } from 'kohort/sources';

/** A file and how it is read. */
export interface ColumnarFile {
  readonly file: File;
  readonly format: ColumnarFormat;
  readonly options: WorkerReadOptions;
}

/** Reads the file. */
export async function openColumnar({ file, format, options: { missingIn, ...options } }: ColumnarFile): Promise<Table> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const missingMatters = (name: string): boolean => missingIn?.includes(name) ?? true;
  return readColumnar(bytes, format, { ...options, missingMatters, sourceName: file.name, handOver: true });
}
