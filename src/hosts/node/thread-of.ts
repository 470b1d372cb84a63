import type { Worker } from 'node:worker_threads';
import type { Thread, ThreadEvents } from '../../base/team.js';

/** Returns a worker of Node as a thread; its death is reported once, and nothing is after it, or after its end. */
export function threadOf(worker: Worker, { message, failure }: ThreadEvents): Thread {
  let over = false;
  const fail = (error: Error): void => {
    if (!over) failure(error);
    over = true;
  };
  worker.on('message', (value) => {
    if (!over) message(value);
  });
  worker.on('error', fail);
  worker.on('messageerror', fail);
  worker.on('exit', (code) => fail(new Error(`it ended with code ${code}`)));
  return {
    post: (value, transfer) => {
      if (!over) worker.postMessage(value, transfer);
    },
    end: () => {
      over = true;
      void worker.terminate();
    },
  };
}
