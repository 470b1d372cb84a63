/** The module worker `kohort/worker`: nothing to call, it answers the messages of `createWorkerClient`. */
import { serve } from './serve.js';
import type { WorkerScope } from './serve.js';

serve(globalThis as unknown as WorkerScope);
