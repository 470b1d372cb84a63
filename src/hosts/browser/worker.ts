/** The module worker `kohort/worker`: nothing to call, it answers the messages of `createWorkerClient`. */
import { serve } from './serve.js';
import type { WorkerScope } from './serve.js';
import { helperName, serveHelper, spareThreadsIn, threadStarterOf } from './threads.js';

const scope = globalThis as unknown as WorkerScope & { readonly name?: string };
if (scope.name === helperName) serveHelper(scope);
else serve(scope, threadStarterOf(globalThis), () => spareThreadsIn(globalThis));
