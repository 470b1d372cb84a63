import type { StartReading } from '../../../io/columnar/reading-messages.js';
import { threadOf } from '../thread-of.js';

/** True once no nested worker could be started: it is tried once. */
let isMissing = false;

/**
 * Starts a worker that decodes a file, from a page or from its worker. Where its script is not beside the bundle, or a policy forbids it, the
 * file is decoded on the thread that asks.
 */
export const startReading: StartReading = ({ message, failure }) => {
  if (isMissing || typeof Worker === 'undefined') throw new Error('no worker for files');
  // In this form bundlers find the script; scripts/bundle-worker.mjs puts both into one file.
  const worker = new Worker(new URL('./reading-worker.js', import.meta.url), {
    type: 'module',
    name: 'kohort-reading',
  });
  let isReady = false;
  return threadOf(worker, {
    message: (answer) => {
      isReady = true;
      message(answer);
    },
    failure: (cause) => {
      isMissing ||= !isReady;
      failure(cause);
    },
  });
};
