/** The worker of a page that decodes a file. */
import type { ReadingOrder } from '../../../io/columnar/reading-messages.js';
import { serveReading } from '../../../io/columnar/serve-reading.js';

/** The part of a worker's global scope that is used. */
interface ReadingScope {
  readonly name?: string;
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

const scope = globalThis as unknown as ReadingScope;
// Another worker may load the file for what else is in it.
if (scope.name === 'kohort-reading') {
  serveReading({
    post: (answer, transfer) => scope.postMessage(answer, [...transfer]),
    listen: (listener) => scope.addEventListener('message', ({ data }) => listener(data as ReadingOrder)),
  });
}
