import { auditInSteps } from '../audit/audit.js';
import { takeOriginal } from '../audit/taken-rows.js';
import { InvalidArgumentError } from '../base/errors.js';
import { runToCompletion, type Steps } from '../base/steps.js';
import type { AuditReport } from '../audit/report.js';
import type { Job } from '../job/job.js';
import type { AuditFacts } from './audit-spec.js';
import { joinPublic } from './join-public.js';
import { waysCounterWith } from './permuted-presence.js';
import { planRun } from './plan-run.js';
import { auditSpecOf } from './audit-spec.js';
import { requireResolved } from '../job/hierarchy-files.js';
import { auditListsInSteps } from './audit-lists.js';
import { requireTable } from './options.js';
import { plannedKinds } from '../job/plan.js';
import { withDeclaredTypes } from '../table/declared-types.js';
import { resolveJob } from './resolve-job.js';
import type { Table } from '../table/table.js';

/** Inputs of an audit beside the release and the original. */
export interface AuditedBeside extends Pick<AuditFacts, 'groups' | 'sensitive'> {
  readonly publicTables?: Readonly<Record<string, Table>>;
}

/**
 * Audits a finished release against the job that asked for it, by definition and without any code of the engine. With the original every metric is
 * recomputed and the release is compared with it; without it, metrics that need it are null. The report says what is wrong; only a wrong job or
 * argument throws (InvalidArgumentError), and an original that does not have the types that the job declares (InputError).
 *
 * @param release - the release, such as `readCsv` gives it
 * @param job - the job, hierarchies as rows
 * @param original - the input, optional
 * @param options - for a permuted release `groups`, which columns were kept together, where the job does not say it, and `sensitive`, the second
 * table of an algorithm that makes two; `publicTables`: tables by the name that models give them in `public`, without which such models do not hold
 */
export function auditRelease(release: Table, job: Job, original?: Table, options: AuditedBeside = {}): AuditReport {
  return runToCompletion(auditReleaseInSteps(release, job, original, options));
}

/** {@link auditRelease} that yields between stretches of the work. */
export function* auditReleaseInSteps(
  release: Table,
  job: Job,
  original?: Table,
  options: AuditedBeside = {},
): Steps<AuditReport> {
  requireTable(release, 'release');
  if (original !== undefined) requireTable(original, 'original');
  const { publicTables = {}, ...permutation } = options;
  if (permutation.sensitive !== undefined) requireTable(permutation.sensitive, 'options.sensitive');
  const parsed = resolveJob(job);
  requireResolved(parsed);
  const plan = planRun(parsed, original?.columns);
  const { where, count } = plan.input;
  const read = original === undefined ? undefined : withDeclaredTypes(original, plannedKinds(plan));
  const taken = read === undefined ? undefined : yield* takeOriginal(read, { where, count });
  if (taken === null) {
    const expected = 'the column of "input.count" with whole numbers from 0';
    throw new InvalidArgumentError('original', expected, 'another one', 'COUNT_INVALID');
  }
  const typed = taken?.table;
  const left = where === undefined || taken === undefined ? {} : { rowsFilteredOut: taken.rowsFilteredOut };
  if (plan.takesLists !== null) return { ...(yield* auditListsInSteps(release, parsed, typed)), ...left };
  const { name = null } = plan.publicTable ?? {};
  const publicTable = name !== null && Object.hasOwn(publicTables, name) ? publicTables[name] : undefined;
  const whole =
    typed === undefined || name === null || publicTable === undefined
      ? typed
      : (yield* joinPublic(typed, plan, publicTables)).table;
  const report = yield* auditInSteps(
    release,
    auditSpecOf(parsed, {
      original: whole,
      columns: release.columns.map(({ name }) => name),
      publicTable,
      countWays: plan.permutes === null ? undefined : waysCounterWith(plan.permutes.waysBudget),
      ...permutation,
    }),
    whole,
  );
  return { ...report, ...left };
}
