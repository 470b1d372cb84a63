/** The worker's side: the code that assesses is loaded with the first question. */
import type { FromWorker, ToWorker } from './protocol.js';

/** The part of a worker's global scope that is used. */
interface Scope {
  postMessage(message: FromWorker): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}

const isOurs = (data: unknown): data is ToWorker => typeof data === 'object' && data !== null && 'assess' in data;

/** Has this worker answer questions about releases; it passes over all other messages. */
export function serveAssessments(): void {
  const scope = globalThis as unknown as Scope;
  /** Messages before the next question. */
  const waiting: ToWorker[] = [];
  scope.addEventListener('message', ({ data }) => {
    if (!isOurs(data)) return;
    waiting.push(data);
    if (data.assess !== 'ask') return;
    void import('./assessor.js').then(
      async ({ take }) => {
        for (const message of waiting.splice(0)) await take(message, (reply) => scope.postMessage(reply));
      },
      (reason: unknown) => scope.postMessage({ assess: 'error', number: data.number, message: String(reason) }),
    );
  });
}
