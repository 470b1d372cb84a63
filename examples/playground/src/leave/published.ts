/** The result and the audit as files show them: figures of default output give away nothing that labels hide. */
import { hidesFigures, publishAudit, publishResult } from 'kohort/inside/pipeline/publish-figures';
import type { Finished } from '../finished.js';

export function publishedOf({ job, result, audit }: Pick<Finished, 'job' | 'result' | 'audit'>) {
  if (!hidesFigures(job)) return { result, audit };
  return { result: publishResult(result, audit), audit: publishAudit(audit) };
}
