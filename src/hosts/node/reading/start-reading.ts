import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { ReadingAnswer, StartReading } from '../../../io/columnar/reading-messages.js';

/** Starts a thread of Node that runs reading-worker.js. */
export const startReading: StartReading = ({ message, failure }, { bytes, isSaid }) => {
  const most = isSaid ? bytes : Math.min(bytes, getHeapStatistics().heap_size_limit);
  const worker = new Worker(new URL('./reading-worker.js', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(most / 2 ** 20) },
  });
  let over = false;
  const fail = (cause: unknown): void => {
    if (over) return;
    over = true;
    const isMemory = (cause as NodeJS.ErrnoException | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
    failure(cause, isMemory ? 'memory' : 'other');
  };
  worker.on('message', (answer: ReadingAnswer) => {
    if (!over) message(answer);
  });
  worker.on('error', fail);
  worker.on('messageerror', fail);
  worker.on('exit', (code) => fail(new Error(`it ended with code ${code}`)));
  return {
    post: (order, transfer) => worker.postMessage(order, transfer),
    end: () => {
      over = true;
      void worker.terminate();
    },
  };
};
