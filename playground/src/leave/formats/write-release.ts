import type { Table } from 'kohort/js';
import { startWorker } from '../../start-worker.js';
import type { FileForm } from './formats.js';
import type { WriteTask, Written } from './serve-writing.js';

/** Writes a release as a file of the form, in a worker of its own, which is loaded on use. Throws what the writer threw, as an Error. */
export async function writeRelease({ rows, columns, warnings }: Table, form: FileForm): Promise<Blob> {
  const worker = startWorker('kohort-writer');
  try {
    const written = await new Promise<Written>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Written>) => resolve(data));
      worker.addEventListener('error', () =>
        reject(new Error('What writes this format could not be loaded. Reload the page, or take CSV.')),
      );
      worker.postMessage({ release: { rows, columns, warnings }, form } satisfies WriteTask);
    });
    if ('error' in written) throw new Error(written.error);
    return written.file;
  } finally {
    worker.terminate();
  }
}
