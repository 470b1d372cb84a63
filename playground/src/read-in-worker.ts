import { worker, workerFailed } from './client.js';
import type { AskedFile, Read, ReadAnswer } from './serve-files.js';

/**
 * Reads a job, with comments or without, or a hierarchy, in the worker. Throws what is wrong with it, of a job with line and column.
 *
 * @param name What messages call it.
 */
export async function readInWorker<Kind extends AskedFile['fileOf']>(
  fileOf: Kind,
  file: Blob,
  name: string,
): Promise<Read<Kind>> {
  const text = await file.text();
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<ReadAnswer<Kind>>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<ReadAnswer<Kind>>) => resolve(data);
    worker.postMessage({ fileOf, text, name, answer: port2 } satisfies AskedFile, [port2]);
  });
  try {
    const answer = await Promise.race([answered, workerFailed]);
    if ('error' in answer) throw new Error(answer.error);
    return answer.read;
  } finally {
    port1.close();
  }
}
