import { audit } from './audit/audit.js';
import type { AuditReport } from './audit/spec.js';
import type { Job } from './job/job.js';
import { parseJob } from './job/parse-job.js';
import type { AuditFacts } from './run/audit-spec.js';
import { auditSpecOf, requireResolved } from './run/audit-spec.js';
import { requireTable } from './run/options.js';
import type { Table } from './table/table.js';

/**
 * Audits a finished release against the job that asked for it, by definition and without any code of the engine. With
 * the original every metric is recomputed and the release is held against it; without it, metrics that need it are null.
 * The report says what is wrong; only a wrong job or argument throws (InvalidArgumentError).
 *
 * @param release - the release, such as `readCsv` gives it
 * @param job - the job, hierarchies as rows
 * @param original - the input, optional
 * @param permutation - for a permuted release: which columns were kept together, where the job does not say it, and the second
 * table of an algorithm that makes two
 */
export function auditRelease(
  release: Table,
  job: Job,
  original?: Table,
  permutation: Pick<AuditFacts, 'groups' | 'sensitive'> = {},
): AuditReport {
  requireTable(release, 'release');
  if (original !== undefined) requireTable(original, 'original');
  if (permutation.sensitive !== undefined) requireTable(permutation.sensitive, 'permutation.sensitive');
  const parsed = parseJob(job);
  requireResolved(parsed);
  return audit(release, auditSpecOf(parsed, { original, ...permutation }), original);
}
