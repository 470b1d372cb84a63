import type { Table, WorkerReadOptions } from 'kohort/client';
import type { Watch } from '../shell/tasks.js';
import { inOwnWorker } from '../start-worker.js';
import type { ColumnarFile } from './open-columnar.js';

/** Reads a Parquet or Arrow file in a worker of its own, which is loaded on use. Throws the errors of its reader; AbortError. */
export async function readColumnarFile(
  file: File,
  format: ColumnarFile['format'],
  options: WorkerReadOptions,
  { signal, onProgress }: Pick<Watch, 'signal' | 'onProgress'>,
): Promise<Table> {
  onProgress({ phase: 'read', share: 0 });
  return inOwnWorker('kohort-opener', (opener) => opener.call('openColumnar', { file, format, options }, { signal }));
}
