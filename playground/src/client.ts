import { createWorkerClient } from 'kohort/client';
import { startWorker } from './start-worker.js';

/** The one worker of this page: reads, inspects and anonymizes, so that the page stays responsive. */
export const worker = startWorker('kohort');

/** The page's side of the worker. */
export const client = createWorkerClient(worker);

/** Rejects when the worker has failed, and then at once: it answers nothing any more. Never resolves. */
export const workerFailed = new Promise<never>((_, reject) => {
  worker.addEventListener('error', () => reject(new Error('The worker of this page has ended. Reload the page.')));
});
// Every use of it handles the error itself.
workerFailed.catch(() => undefined);

/** Threads that a search may use: more than one needs memory shared between them. */
export const mostThreads = globalThis.crossOriginIsolated ? Math.max(1, navigator.hardwareConcurrency || 1) : 1;
