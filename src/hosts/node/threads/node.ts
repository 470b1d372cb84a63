import { Worker } from 'node:worker_threads';
import type { StartThread } from '../../../algorithms/algorithm.js';

/** Starts a thread of Node that runs node-worker.js. It does not keep the process alive. */
export const startThread: StartThread = ({ message, failure }) => {
  const worker = new Worker(new URL('./node-worker.js', import.meta.url), { execArgv: [] });
  let over = false;
  worker.on('message', (value) => {
    if (!over) message(value);
  });
  const fail = (error: Error): void => {
    if (!over) failure(error);
  };
  worker.on('error', fail);
  worker.on('messageerror', fail);
  worker.on('exit', (code) => fail(new Error(`it ended with code ${code}`)));
  worker.unref();
  return {
    post: (value, transfer) => {
      if (!over) worker.postMessage(value, transfer);
    },
    end: () => {
      over = true;
      void worker.terminate();
    },
  };
};
