import type { WorkerReadOptions } from 'kohort/client';
import { Table } from 'kohort/client';
import { startWorker } from '../start-worker.js';
import type { Watch } from '../shell/tasks.js';
import type { ColumnarAnswer, ColumnarTask } from './serve-columnar.js';

/** Reads a Parquet or Arrow file in a worker of its own, which is loaded on use. Throws what its reader threw, as an Error; AbortError. */
export async function readColumnarFile(
  file: File,
  format: ColumnarTask['format'],
  options: WorkerReadOptions,
  { signal, onProgress }: Pick<Watch, 'signal' | 'onProgress'>,
): Promise<Table> {
  signal.throwIfAborted();
  onProgress({ phase: 'read', share: 0 });
  const worker = startWorker('kohort-opener');
  try {
    const answer = await new Promise<ColumnarAnswer>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      worker.addEventListener('message', ({ data }: MessageEvent<ColumnarAnswer>) => resolve(data));
      worker.addEventListener('error', () =>
        reject(new Error('What reads this format could not be loaded. Reload the page, or take CSV.')),
      );
      worker.postMessage({ file, format, options } satisfies ColumnarTask);
    });
    if ('error' in answer) throw new Error(answer.error);
    const { rows, columns, warnings } = answer.table;
    return new Table(rows, columns, warnings);
  } finally {
    worker.terminate();
  }
}
