import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { StartReading } from '../../../io/columnar/reading-messages.js';
import { threadOf } from '../thread-of.js';

/** Starts a thread of Node that runs reading-worker.js. */
export const startReading: StartReading = (events, { bytes, isSaid }) => {
  const most = isSaid ? bytes : Math.min(bytes, getHeapStatistics().heap_size_limit);
  const resourceLimits = { maxOldGenerationSizeMb: Math.ceil(most / 2 ** 20) };
  return threadOf(
    new Worker(new URL('./reading-worker.js', import.meta.url), { execArgv: [], resourceLimits }),
    events,
  );
};
