import type { WorkerProgress } from './protocol.js';

/** The second argument of a function that a page calls in its worker. */
export interface WorkerCall {
  /** Aborted once the page has ended the call. A function that goes on keeps the calls after it waiting. */
  readonly signal: AbortSignal;
  /** Sends progress to the page, about 20 times a second at most. */
  readonly onProgress: (progress: WorkerProgress) => void;
}

/**
 * Functions of a worker by name. Each gets the argument of the page, in which a table is a `Table` again, and returns a value that can be cloned, or a
 * `Table`, or a promise of one. Its errors reach the page.
 */
export type WorkerFunctions = Readonly<Record<string, (given: never, call: WorkerCall) => unknown>>;

/** The functions that this worker's script has given. */
export const workerFunctions = new Map<string, (given: unknown, call: WorkerCall) => unknown>();

/**
 * Lets a page call functions of this worker by `call` of its client. They run one after the other, beside the jobs of the worker. Give functions that load
 * their code with `import()`, where it is large and seldom used.
 *
 * @example
 * // worker.js: `countRows(table)` is a function of yours
 * import { answerCalls } from 'kohort/worker-modules';
 * answerCalls({ countRows: ({ table }) => countRows(table) });
 * // the page
 * const rows = await client.call('countRows', { table }, { signal });
 */
export function answerCalls(functions: WorkerFunctions): void {
  for (const [name, own] of Object.entries(functions)) workerFunctions.set(name, own as (given: unknown) => unknown);
}
