import type { Thread, ThreadEvents } from '../../base/team.js';

/** Returns a worker of a page, or of another worker, as a thread. */
export function threadOf(worker: Worker, { message, failure }: ThreadEvents): Thread {
  worker.addEventListener('message', ({ data }) => message(data));
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    failure(new Error(event.message ?? 'its script cannot be loaded'));
  });
  worker.addEventListener('messageerror', () => failure(new Error('a message cannot be read')));
  return { post: (value, transfer) => worker.postMessage(value, [...transfer]), end: () => worker.terminate() };
}
