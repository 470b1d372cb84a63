/** A helper's thread in Node. */
import { parentPort } from 'node:worker_threads';
import type { Engine, EngineName } from '../../../engine/engine.js';
import { serveRun } from '../../../pipeline/serve-run.js';

/** The other engine is not even loaded. */
async function openEngine(engine: EngineName): Promise<Engine> {
  if (engine === 'js') return (await import('../../../engine/js/js-engine.js')).createJsEngine();
  const { createEngine } = await import('../../../engine/create-engine.js');
  return createEngine();
}

serveRun(
  {
    post: (answer, transfer) => parentPort!.postMessage(answer, transfer),
    listen: (listener) => parentPort!.on('message', listener),
    letEventsIn: () => new Promise((resolve) => setImmediate(resolve)),
  },
  openEngine,
  // Only a thread that audits loads what that takes.
  async (order) => (await import('../../../pipeline/apply-audit-request.js')).applyAuditRequest(order),
);
