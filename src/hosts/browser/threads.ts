import type { StartThread } from '../../base/team.js';
import { spareThreadsOf } from '../../base/spare-threads.js';
import { createEngine } from '../../index.js';
import { applyAuditRequest } from '../../pipeline/apply-audit-request.js';
import { serveRun } from '../../pipeline/serve-run.js';
import type { WorkerScope } from './serve.js';
import { threadOf } from './thread-of.js';

/** Name of a worker that another one starts to help with a search. */
export const helperName = 'kohort-helper';

/** Starts the script of this worker once more, as a helper; null where workers start none. */
export function threadStarterOf(scope: {
  readonly Worker?: typeof Worker;
  readonly location?: { readonly href: string };
}): StartThread | null {
  const { Worker: Start, location } = scope;
  if (Start === undefined || location === undefined) return null;
  return (events) => threadOf(new Start(location.href, { type: 'module', name: helperName }), events);
}

/** Threads of a task that leaves their number to the worker: more than one in pages that are cross-origin isolated. */
export const spareThreadsIn = (scope: {
  readonly crossOriginIsolated?: boolean;
  readonly navigator?: { readonly hardwareConcurrency?: number };
}): number => (scope.crossOriginIsolated === true ? spareThreadsOf(scope.navigator?.hardwareConcurrency ?? 1) : 1);

/** The helper's side. */
export function serveHelper(scope: WorkerScope): void {
  // A timeout of 0 becomes one of 4 ms after a while; a message to oneself does not.
  const { port1, port2 } = new MessageChannel();
  let woken = (): void => undefined;
  port1.onmessage = () => woken();
  serveRun(
    {
      post: (answer, transfer) => scope.postMessage(answer, transfer),
      listen: (listener) => scope.addEventListener('message', ({ data }) => listener(data)),
      letEventsIn: () =>
        new Promise((resolve) => {
          woken = resolve;
          port2.postMessage(null);
        }),
    },
    (engine) => createEngine({ engine }),
    async (order) => applyAuditRequest(order),
  );
}
