import { auditInSteps } from './audit/audit.js';
import type { StartThread } from './algorithms/algorithm.js';
import type { AuditReport } from './audit/spec.js';
import { throwIfAborted } from './errors.js';
import type { Job } from './job/job.js';
import { declaredTypes, resolveRoles } from './job/roles.js';
import type { AnonymizeResult, RunResult } from './run/result.js';
import { joinPublic } from './run/join-public.js';
import { auditSpecOf, requireResolved } from './run/audit-spec.js';
import { confirmClaims, warnOfTightRanges } from './run/confirm.js';
import { dissociate, isDissociation } from './run/dissociate.js';
import { asCapacityError, execute, stopwatch } from './run/execute.js';
import type { EngineFactory, RunOptions } from './run/options.js';
import { checkRunOptions, requireTable, withEngine } from './run/options.js';
import { paceOf } from './run/pace.js';
import { checkBeforeSearch } from './run/pre-checks.js';
import { buildDomains } from './run/prepare.js';
import type { ResolvedJob } from './run/resolve-job.js';
import { resolveJob } from './run/resolve-job.js';
import { withDeclaredTypes } from './table/declared-types.js';
import type { Table, Warning } from './table/table.js';
import { version } from './version.js';

/** Runs a job on a table. */
export type Anonymize = (table: Table, job: Job, options?: RunOptions) => Promise<AnonymizeResult>;

/**
 * Binds the front door to the engines that an entry point of the package has, and to how its host starts threads (null:
 * it starts none).
 *
 * The bound function runs the job on the table, audits the release by definition and hands it out only when the audit
 * confirms it. The table is not changed. Throws InvalidArgumentError and HierarchyError for a wrong job, InfeasibleError when nothing
 * satisfies it, AuditError when the audit does not confirm the release, CapacityError, AbortError when the signal is
 * aborted, and whatever `onProgress` throws; an engine of the caller's is usable afterwards.
 */
export function bindAnonymize(makeEngine: EngineFactory, startThread: StartThread | null): Anonymize {
  return async (table, job, options) => {
    requireTable(table, 'table');
    const checked = resolveJob(job);
    const run = checkRunOptions(options);
    throwIfAborted(run.signal);
    try {
      return await anonymize(table, checked, run, makeEngine, startThread);
    } catch (error) {
      throw asCapacityError(error, table.rows);
    }
  };
}

async function anonymize(
  given: Table,
  job: ResolvedJob,
  options: RunOptions,
  makeEngine: EngineFactory,
  startThread: StartThread | null,
): Promise<AnonymizeResult> {
  const total = stopwatch();
  const pace = paceOf(options);
  requireResolved(job);
  if (isDissociation(job)) {
    return withEngine(options, makeEngine, async ({ name }) => dissociate(given, job, options, name));
  }
  resolveRoles(job, given);
  const { table, joined } = joinPublic(withDeclaredTypes(given, declaredTypes(job)), job, options.publicTables);
  const roles = resolveRoles(job, table);
  // Wrong options of the algorithm are told before anything costs time.
  job.algorithm.checkOptions(job.options, 'algorithm');
  const { domains, warnings: domainWarnings } = buildDomains(roles, job, joined);
  const checks = checkBeforeSearch(table, job, roles);
  const { name: engineName, ...done } = await withEngine(options, makeEngine, async (engine, dispose) => ({
    name: engine.name,
    ...(await execute(table, job, roles, domains, engine, options, pace, startThread, joined, dispose)),
  }));
  const { threads = 1 } = done.outcome;
  await pace.pause('audit', 0);
  const clock = stopwatch();
  const { classes, suppressed, privacy, metrics } = done;
  const claims = {
    rows: table.rows,
    released: table.rows - suppressed,
    suppressed,
    classes,
    privacy,
    metrics: { ...metrics },
  };
  const spec = auditSpecOf(job, {
    original: table,
    suppressedRows: suppressed,
    originalRows: done.order,
    levels: done.outcome.recoding.levels,
    groups: done.outcome.recoding.permutation?.groups,
    sensitive: done.sensitive ?? undefined,
    publicTable: joined?.table,
  });
  const report: AuditReport = await pace.drive('audit', 0.5, auditInSteps(done.release, spec, table));
  const audited = confirmClaims(claims, report, done.outcome.mayViolate);
  await pace.pause('audit', 1);
  const warnings: Warning[] = [
    ...threadWarnings(job, threads, options),
    ...table.warnings,
    ...roles.warnings,
    ...checks,
    ...domainWarnings,
    ...done.warnings,
    ...audited,
    ...warnOfTightRanges(
      job,
      domains.map(({ attribute }) => attribute),
      report,
    ),
  ];
  if (suppressed === table.rows) {
    warnings.push({ code: 'ALL_ROWS_SUPPRESSED', message: 'every row was suppressed: the release tells nothing' });
  }
  const auditSeconds = clock();
  const result: RunResult = {
    version,
    engine: engineName,
    threads,
    algorithm: { name: job.algorithm.name, ...done.outcome.options },
    rows: table.rows,
    released: table.rows - suppressed,
    suppressed,
    classes,
    quasiIdentifiers: domains.map((domain) => domain.attribute),
    privacy,
    metrics,
    exposure: report.exposure ?? {},
    risk: report.risk,
    oneValued: report.oneValued,
    solution: done.outcome.solution,
    search: done.outcome.search,
    seconds: {
      read: 0,
      search: done.seconds.search,
      measure: done.seconds.measure,
      write: done.seconds.release,
      audit: auditSeconds,
      total: total(),
    },
    warnings,
  };
  const tables = done.sensitive === null ? {} : { sensitive: done.sensitive };
  const nothing = done.tellsNothing === true ? { tellsNothing: true } : {};
  return { release: done.release, tables, result, audit: report, warnings, plan: done.plan, ...nothing };
}

/** Tells who asked for more threads than were used. */
function threadWarnings({ algorithm }: ResolvedJob, used: number, { threads = 1 }: RunOptions): Warning[] {
  if (used >= threads) return [];
  const why =
    algorithm.parallel === true ? 'this host starts none beside the one it has' : `${algorithm.name} searches on one`;
  return [{ code: 'ONE_THREAD', message: `${threads} threads were asked for; ${why}` }];
}
