import { auditDissociatedInSteps } from '../audit/dissociated.js';
import { auditGeneralizedInSteps } from '../audit/generalized-lists.js';
import type { AuditReport } from '../audit/report.js';
import type { Steps } from '../base/steps.js';
import type { Table } from '../table/table.js';
import { listSpecOf } from './audit-spec.js';
import { planLists, typedFor } from './plan-lists.js';
import { planRun } from './plan-run.js';
import type { ResolvedJob } from './resolved-job.js';

/** Audits a release of lists of items, taken apart or generalized as the algorithm of the job does it. */
export function auditListsInSteps(release: Table, job: ResolvedJob, original?: Table): Steps<AuditReport> {
  const plan = planRun(job, original?.columns);
  planLists(plan);
  const names = (original ?? release).columns.map(({ name }) => name);
  const audit = plan.takesLists === 'apart' ? auditDissociatedInSteps : auditGeneralizedInSteps;
  return audit(release, listSpecOf(job, names), original && typedFor(plan, original));
}
