/** Reads a job file, with comments or without. The worker does it: the check of jobs knows every algorithm. */
import type { CheckedJob } from 'kohort/js';
import { worker } from '../../client.js';
import type { AskedJob, ReadJob } from './serve-job-files.js';

/** The job of a file. Throws what is wrong with it, with line and column. */
export async function readJobFile(file: File): Promise<CheckedJob> {
  const text = await file.text();
  const { port1, port2 } = new MessageChannel();
  const read = await new Promise<ReadJob>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<ReadJob>) => resolve(data);
    worker.postMessage({ jobFile: { text, name: file.name }, answer: port2 } satisfies AskedJob, [port2]);
  });
  port1.close();
  if ('error' in read) throw new Error(read.error);
  return read.job;
}
