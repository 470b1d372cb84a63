import type { StartThread } from '../../../src/base/team.js';
import type { Engine } from '../../../src/engine/engine.js';
import { createJsEngine } from '../../../src/engine/js/js-engine.js';
import { applyAuditRequest } from '../../../src/pipeline/apply-audit-request.js';
import { serveRun } from '../../../src/pipeline/serve-run.js';

export const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A thread of this process; what goes to and fro is copied, as it is between threads, and may be changed on its way. */
export const startHere =
  (
    change: (message: unknown, heard: number) => unknown = (message) => message,
    orders: unknown[] = [],
    openEngine: () => Engine = createJsEngine,
  ): StartThread =>
  (events) => {
    let give: (order: unknown) => void = () => undefined;
    let isOver = false;
    let heard = 0;
    serveRun(
      {
        post: (answer, transfer) => {
          const copy: unknown = structuredClone(answer, { transfer });
          setImmediate(() => isOver || events.message(change(copy, heard++)));
        },
        listen: (listener) => (give = listener),
        letEventsIn: soon,
      },
      () => Promise.resolve(openEngine()),
      async (order) => applyAuditRequest(order),
    );
    return {
      post: (order, transfer) => {
        const copy: unknown = structuredClone(order, { transfer: [...transfer] });
        orders.push(copy);
        setImmediate(() => isOver || give(copy));
      },
      end: () => (isOver = true),
    };
  };
