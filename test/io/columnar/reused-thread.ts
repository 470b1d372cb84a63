import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ReadingAnswer, StartReading } from '../../../src/io/columnar/reading-messages.js';

/** From the root of the package, where tests run: a bundle of a test stands elsewhere. */
const script = resolve('dist/hosts/node/reading/reading-worker.js');

/** Starts threads that are taken again when they are done with a file, since most files of a test take less than the start of a thread. */
export function reuseThreads(): { start: StartReading; readonly ended: number; stop(): void } {
  let idle: Worker | null = null;
  let ended = 0;
  const start: StartReading = (events) => {
    const isNew = idle === null;
    const worker = idle ?? new Worker(script, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 256 } });
    idle = null;
    let isDone = false;
    worker.removeAllListeners();
    worker.on('message', (answer: ReadingAnswer) => {
      if (answer.kind === 'done' || answer.kind === 'error') isDone = true;
      events.message(answer);
    });
    worker.on('error', (error) => events.failure(error));
    if (!isNew) setImmediate(() => events.message({ kind: 'ready' }));
    return {
      post: (order, transfer) => worker.postMessage(order, transfer),
      end: () => {
        worker.removeAllListeners();
        worker.on('error', () => undefined);
        if (isDone) idle = worker;
        else {
          ended++;
          void worker.terminate();
        }
      },
    };
  };
  return {
    start,
    get ended() {
      return ended;
    },
    stop: () => void idle?.terminate(),
  };
}
