/** The thread of Node that decodes a file. */
import { parentPort } from 'node:worker_threads';
import type { ReadingOrder } from '../../../io/columnar/reading-messages.js';
import { serveReading } from '../../../io/columnar/serve-reading.js';

serveReading({
  post: (answer, transfer) => parentPort!.postMessage(answer, transfer),
  listen: (listener) => parentPort!.on('message', (order: ReadingOrder) => listener(order)),
});
