import { serveThread, type ThreadPort } from '../algorithms/sharing/serve-thread.js';
import type { AuditReport } from '../audit/report.js';
import { toPlainError } from '../base/plain-error.js';
import type { Engine, EngineName } from '../engine/engine.js';
import { type AuditAnswer, type AuditOrder, isAuditOrder } from './audit-messages.js';

/** A helper's side of its thread, as whole runs use it. */
interface RunPort extends Omit<ThreadPort, 'post'> {
  post(answer: Parameters<ThreadPort['post']>[0] | AuditAnswer, transfer: ArrayBuffer[]): void;
}

/** Serves a run on a thread beside it: pieces of its search, or its audit, by `applyAuditRequest`. Errors are reported, never thrown. */
export function serveRun(
  port: RunPort,
  openEngine: (engine: EngineName) => Promise<Engine>,
  audit: (order: AuditOrder) => Promise<AuditReport>,
): void {
  let search: (order: unknown) => void = () => undefined;
  serveThread({ ...port, listen: (listener) => (search = listener) }, openEngine);
  const answer = async (order: AuditOrder): Promise<void> => {
    try {
      port.post({ kind: 'audited', report: await audit(order) }, []);
    } catch (error) {
      port.post({ kind: 'failed', error: toPlainError(error) }, []);
    }
  };
  port.listen((order) => (isAuditOrder(order) ? void answer(order) : search(order)));
}
