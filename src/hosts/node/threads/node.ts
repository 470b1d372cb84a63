import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { StartThread } from '../../../base/team.js';
import { spareThreadsOf } from '../../../base/spare-threads.js';
import { threadOf } from '../thread-of.js';

/** Threads of a run that leaves their number to the host. */
export const spareThreads = (cores: () => number = availableParallelism): number => spareThreadsOf(cores());

/** Starts a thread of Node that runs node-worker.js. It does not keep the process alive. */
const start: StartThread = (events) => {
  const worker = new Worker(new URL('./node-worker.js', import.meta.url), { execArgv: [] });
  worker.unref();
  return threadOf(worker, events);
};

/** Null in a process that may start none (`--permission` without `--allow-worker`). */
export const startThread: StartThread | null = mayStart() ? start : null;

function mayStart(): boolean {
  const { permission } = process as { readonly permission?: { has(scope: string): boolean } };
  return permission?.has('worker') ?? true;
}
