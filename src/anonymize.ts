import { auditInSteps } from './audit/audit.js';
import type { StartThread } from './algorithms/algorithm.js';
import type { AuditReport } from './audit/report.js';
import { throwIfAborted } from './errors.js';
import { cryptographicRandom, seededRandom } from './random.js';
import type { Job } from './job/job.js';
import { declaredTypes, resolveRoles } from './job/roles.js';
import type { AnonymizeResult, RunResult } from './run/result.js';
import { joinPublic } from './run/join-public.js';
import { auditSpecOf, requireResolved } from './run/audit-spec.js';
import { confirmClaims, warnOfTightRanges } from './run/confirm.js';
import { dissociate, isDissociation } from './run/dissociate.js';
import { asCapacityError, execute } from './run/execute.js';
import type { EngineFactory, RunOptions } from './run/options.js';
import { checkRunOptions, requireTable, withEngine } from './run/options.js';
import type { Pace } from './run/pace.js';
import { paceOf } from './run/pace.js';
import { checkBeforeSearch } from './run/pre-checks.js';
import { buildDomains } from './run/prepare.js';
import type { ResolvedJob } from './run/resolve-job.js';
import { resolveJob } from './run/resolve-job.js';
import type { RunInput, Unconfirmed } from './run/run-values.js';
import { stopwatch } from './run/stopwatch.js';
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
  const { input, warnings: told } = readInput(given, job, options);
  const random = options.seed === undefined ? cryptographicRandom() : seededRandom(options.seed);
  const { engine, ...done } = await withEngine(options, makeEngine, async (made, onEngineIdle) => ({
    engine: made.name,
    ...(await execute(input, made, { job, options, pace, random, startThread, onEngineIdle })),
  }));
  const { threads = 1 } = done.outcome;
  const clock = stopwatch();
  const confirmed = await confirmRun(input, done, job, pace);
  const { report } = confirmed;
  const { rows } = input.table;
  const warnings: Warning[] = [
    ...threadWarnings(job, threads, options),
    ...told,
    ...done.warnings,
    ...confirmed.warnings,
  ];
  if (done.suppressed === rows) {
    warnings.push({ code: 'ALL_ROWS_SUPPRESSED', message: 'every row was suppressed: the release tells nothing' });
  }
  const { search, measure, release: write } = done.seconds;
  const result: RunResult = {
    version,
    engine,
    threads,
    algorithm: { name: job.algorithm.name, ...done.outcome.options },
    rows,
    released: rows - done.suppressed,
    suppressed: done.suppressed,
    classes: done.classes,
    quasiIdentifiers: input.domains.map((domain) => domain.attribute),
    privacy: done.privacy,
    metrics: done.metrics,
    exposure: report.exposure ?? {},
    risk: report.risk,
    oneValued: report.oneValued,
    solution: done.outcome.solution,
    search: done.outcome.search,
    seconds: { read: 0, search, measure, write, audit: clock(), total: total() },
    warnings,
  };
  const tables = done.sensitive === null ? {} : { sensitive: done.sensitive };
  const nothing = done.tellsNothing === true ? { tellsNothing: true } : {};
  return { release: done.release, tables, result, audit: report, warnings, plan: done.plan, ...nothing };
}

/** The table as the job reads it. Everything that can be told before a search is told here. */
function readInput(
  given: Table,
  job: ResolvedJob,
  { publicTables }: RunOptions,
): { readonly input: RunInput; readonly warnings: readonly Warning[] } {
  resolveRoles(job, given);
  const { table, joined } = joinPublic(withDeclaredTypes(given, declaredTypes(job)), job, publicTables);
  const roles = resolveRoles(job, table);
  const { domains, warnings } = buildDomains(roles, job, joined);
  const checks = checkBeforeSearch(table, job, roles);
  return {
    input: { table, roles, domains, joined },
    warnings: [...table.warnings, ...roles.warnings, ...checks, ...warnings],
  };
}

/** Audits a finished release and holds the run's claims against what the audit found. Throws AuditError. */
async function confirmRun(
  { table, domains, joined }: RunInput,
  done: Unconfirmed,
  job: ResolvedJob,
  pace: Pace,
): Promise<{ readonly report: AuditReport; readonly warnings: readonly Warning[] }> {
  await pace.pause('audit', 0);
  const { classes, suppressed, privacy, metrics, outcome } = done;
  const { recoding, mayViolate } = outcome;
  const spec = auditSpecOf(job, {
    original: table,
    suppressedRows: suppressed,
    originalRows: done.order,
    levels: recoding.levels,
    groups: recoding.permutation?.groups,
    sensitive: done.sensitive ?? undefined,
    publicTable: joined?.table,
  });
  const report = await pace.drive('audit', 0.5, auditInSteps(done.release, spec, table));
  const released = table.rows - suppressed;
  const claims = { rows: table.rows, released, suppressed, classes, privacy, metrics: { ...metrics } };
  const audited = confirmClaims(claims, report, mayViolate);
  await pace.pause('audit', 1);
  const attributes = domains.map(({ attribute }) => attribute);
  return { report, warnings: [...audited, ...warnOfTightRanges(job, attributes, report)] };
}

/** Tells who asked for more threads than were used. */
function threadWarnings({ algorithm }: ResolvedJob, used: number, { threads = 1 }: RunOptions): Warning[] {
  if (used >= threads) return [];
  const why =
    algorithm.parallel === true ? 'this host starts none beside the one it has' : `${algorithm.name} searches on one`;
  return [{ code: 'ONE_THREAD', message: `${threads} threads were asked for; ${why}` }];
}
