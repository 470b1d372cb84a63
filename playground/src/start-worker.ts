import { createWorkerClient, type WorkerClient } from 'kohort/client';
import type { Functions } from './worker-functions.js';

/** Starts a worker of this page: one script for all of them, so that its code is loaded once. */
export const startWorker = (name: string): Worker =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name });

/** The page's side of a worker, with the functions of `worker-functions.ts`. */
export const clientOf = (worker: Worker): WorkerClient<Functions> => createWorkerClient<Functions>(worker);

/** Has a worker of its own do something, and ends it. */
export async function inOwnWorker<Result>(
  name: string,
  use: (client: WorkerClient<Functions>) => Promise<Result>,
): Promise<Result> {
  const client = clientOf(startWorker(name));
  try {
    return await use(client);
  } finally {
    client.close();
  }
}
