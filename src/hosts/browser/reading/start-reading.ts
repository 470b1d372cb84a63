import type { StartReading } from '../../../io/columnar/reading-messages.js';

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
  const fail = (cause: Error): void => {
    isMissing ||= !isReady;
    failure(cause, 'other');
  };
  worker.addEventListener('message', ({ data }) => {
    isReady = true;
    message(data);
  });
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    fail(new Error(event.message ?? 'its script cannot be loaded'));
  });
  worker.addEventListener('messageerror', () => fail(new Error('a message cannot be read')));
  return { post: (order, transfer) => worker.postMessage(order, [...transfer]), end: () => worker.terminate() };
};
