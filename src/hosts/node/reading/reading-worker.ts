/** The thread of Node that decodes a file. */
import { parentPort } from 'node:worker_threads';
import type { ReadingOrder } from '../../../io/columnar/reading-messages.js';
import { serveReading } from '../../../io/columnar/serve-reading.js';

// A reader may reject more promises than the awaited one, which shows what is wrong with the file.
process.on('unhandledRejection', () => undefined);
serveReading({
  post: (answer, transfer) => parentPort!.postMessage(answer, transfer),
  listen: (listener) => parentPort!.on('message', (order: ReadingOrder) => listener(order)),
});
