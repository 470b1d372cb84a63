/** The worker's side of opening a job file: the worker has the check of jobs in it already. */
import { parseJobText } from 'kohort/inside/pipeline/parse-job-text';
import type { CheckedJob } from 'kohort/js';

/** What the page sends: a job file, and where the answer goes. */
export interface AskedJob {
  readonly jobFile: { readonly text: string; readonly name: string };
  readonly answer: MessagePort;
}

/** What comes back: the job, or what is wrong with it. */
export type ReadJob = { readonly job: CheckedJob } | { readonly error: string };

const isOurs = (data: unknown): data is AskedJob => typeof data === 'object' && data !== null && 'jobFile' in data;

/** Has this worker read job files; it passes over all other messages. */
export function serveJobFiles(): void {
  addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isOurs(data)) data.answer.postMessage(read(data.jobFile));
  });
}

function read({ text, name }: AskedJob['jobFile']): ReadJob {
  try {
    return { job: parseJobText(text, name) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
