/**
 * `kohort/worker-modules`: the module worker for programs whose bundler makes a script of their own for it. Importing it answers the messages of
 * `createWorkerClient`, as `kohort/worker` does, which is one file without imports.
 */
import './worker.js';

export { answerCalls } from './worker-functions.js';
export type { WorkerCall, WorkerFunctions } from './worker-functions.js';

/** Loads the code that decodes a file in a worker named `kohort-reading`, which the worker starts. */
export const loadReader = (): Promise<unknown> => import('./reading/reading-worker.js');
