/** Starts a worker of this page: one script for all of them, so that its code is loaded once. */
export const startWorker = (name: string): Worker =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name });
