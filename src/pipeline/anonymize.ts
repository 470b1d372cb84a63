import type { Steps } from '../base/steps.js';
import type { StartThread } from '../base/team.js';
import type { AuditReport } from '../audit/report.js';
import { withCures } from '../base/cures.js';
import { throwIfAborted } from '../base/errors.js';
import { quantity } from '../base/numbers.js';
import { inUnits, unitNoun } from '../base/unit.js';
import { asCapacityError } from '../base/refused-memory.js';
import type { Job } from '../job/job.js';
import type { Plan } from '../job/plan.js';
import { orderOf } from './assumed-order.js';
import type { AnonymizeResult, RunResult } from './result.js';
import { confirmClaims, warnOfLostColumns, warnOfTightRanges } from './confirm.js';
import { openRun, resolveFor, type RunHost } from './open-run.js';
import type { RunOptions } from './options.js';
import { checkRunOptions, withEngine } from './options.js';
import type { RunProgress } from './run-progress.js';
import { refuseIdentifiersInTexts } from './search-identifiers.js';
import { planRun } from './plan-run.js';
import type { ResolvedJob, RunCards } from './resolved-job.js';
import { toJob } from './resolved-job.js';
import type { CheckedRun, Unconfirmed } from './run-values.js';
import type { Solution } from './solution.js';
import { stopwatch } from './stopwatch.js';
import { collectRows } from '../io/collect-rows.js';
import { batchesOf } from '../io/from-rows.js';
import type { TableSource } from '../io/read-table.js';
import { readByJob } from './read-by-job.js';
import { isTable } from '../table/table.js';
import type { Table, Warning } from '../table/table.js';
import { version } from '../base/version.js';
import { sealRecoding } from './recoding/seal-recoding.js';

/** Runs a job on a table, or on what one is read from as the job's `input` says; see `readForJob`. */
export type Anonymize = (source: TableSource, job: Job, options?: RunOptions) => Promise<AnonymizeResult>;

/**
 * Binds the front door to an entry point of the package.
 *
 * The bound function runs the job on the table, audits the release by definition and hands it out only when the audit
 * confirms it. The table is not changed. Throws InvalidArgumentError and HierarchyError for a wrong job, InfeasibleError when nothing
 * satisfies it, AuditError when the audit does not confirm the release, CapacityError, AbortError when the signal is
 * aborted, and whatever `onProgress` throws; an engine of the caller's is usable afterwards.
 */
export function bindAnonymize(host: RunHost): Anonymize {
  return async (source, job, options) => {
    const checked = resolveFor(host, job);
    const run = checkRunOptions(options);
    throwIfAborted(run.signal);
    const clock = stopwatch();
    const isRead = isTable(source);
    const input = isRead ? { table: source, job: checked } : await read(source, checked, run);
    const seconds = isRead ? 0 : clock();
    try {
      return withReading(await anonymize(input.table, input.job, run, host), seconds);
    } catch (error) {
      throw asCapacityError(error, 'bytes of one array of the run, bytes that are left', 4 * input.table.rows);
    }
  };
}

/** Returns the table of a source, and the job without what was not read of it. */
async function read(
  source: TableSource,
  job: ResolvedJob,
  { signal }: RunOptions,
): Promise<{ readonly table: Table; readonly job: ResolvedJob }> {
  const searchIdentifiers = (table: Table): Steps<Warning[]> =>
    refuseIdentifiersInTexts(table, planRun(job, table.columns));
  const { lookedColumns } = await import('./persons-of-job.js');
  const asked = toJob(job);
  const options = { signal, searchIdentifiers, looked: lookedColumns(asked) };
  const input = Array.isArray(source)
    ? await readByJob(asked, options, (settings) => collectRows(batchesOf(source), settings))
    : await (await import('./read-for-checked.js')).readForChecked(source, asked, options);
  const { attributes, defaultRole } = input.job;
  return { table: input.table, job: { ...job, attributes, defaultRole } };
}

/** The seconds that reading took, in the result. */
function withReading(done: AnonymizeResult, read: number): AnonymizeResult {
  if (read === 0) return done;
  const { seconds } = done.result;
  return { ...done, result: { ...done.result, seconds: { ...seconds, read, total: seconds.total + read } } };
}

/** The rows that the reader left out. */
function skippedOf({ warnings }: Table): Pick<RunResult, 'rowsSkipped'> {
  const skipped = warnings.find((warning) => warning.skipped !== undefined)?.skipped;
  return skipped === undefined ? {} : { rowsSkipped: skipped };
}

async function anonymize(given: Table, job: ResolvedJob, options: RunOptions, host: RunHost): Promise<AnonymizeResult> {
  const total = stopwatch();
  const { run, context, rowsNotDrawn, rowsFilteredOut, asGiven } = await openRun(given, job, options, host, {
    isReleased: true,
  });
  const { progress } = context;
  const { engine, ...done } = await withEngine(options, host.makeEngine, async (made, onEngineIdle) => ({
    engine: made.name,
    ...(await run.execute(made, { ...context, onEngineIdle })),
  }));
  const { threads = 1 } = done.outcome;
  const clock = stopwatch();
  const { report, warnings: confirmed } = await confirmRun(run, done, context.plan, progress);
  const audit = clock();
  // Behind the audit, whose thread ends with it: this may be aborted, too.
  const { warnOfPersons } = await import('./persons-of-job.js');
  const persons = await progress.drive('audit', 1, warnOfPersons(given, context.plan));
  const { rows, quasiIdentifiers } = run;
  const noticed = [
    ...threadWarnings(context, threads, options, host.startThread),
    ...persons,
    ...run.warnings,
    ...done.warnings,
    ...confirmed,
  ];
  for (const { model, attribute, holds, holdsFolded, achievedFolded = {} } of done.privacy) {
    if (!holds || holdsFolded !== false) continue;
    const reached = Object.keys(achievedFolded).map((name) => `${name} ${quantity(achievedFolded[name])}`);
    const message = `${model} of ${JSON.stringify(attribute)} holds only because spellings of one value count as different values: without them it reaches ${reached.join(', ')}; "fold": true of the column makes them one`;
    noticed.push({ code: 'DIVERSITY_OF_SPELLINGS', message, attribute });
  }
  if (done.suppressed === rows) {
    noticed.push({ code: 'ALL_ROWS_SUPPRESSED', message: 'every row was suppressed: the release has no information' });
  }
  const noun = unitNoun({ unit: job.unit, attributes: job.attributes });
  const warnings = withCures(noticed.map((each) => ({ ...each, message: inUnits(each.message, noun) })));
  const { search, measure, release: write } = done.seconds;
  const counts = { rows, released: rows - done.suppressed, suppressed: done.suppressed, classes: done.classes };
  const recoding = await sealRecoding(done.recoding, { ...counts, privacy: done.privacy });
  const result: RunResult = {
    version,
    engine,
    threads,
    algorithm: { name: context.algorithm.name, ...done.outcome.options },
    ...counts,
    persons: run.persons,
    ...(rowsNotDrawn === null ? {} : { rowsNotDrawn }),
    ...(rowsFilteredOut === null ? {} : { rowsFilteredOut }),
    ...skippedOf(given),
    ...(done.persons == null ? {} : { personsReleased: done.persons.released }),
    quasiIdentifiers,
    privacy: done.privacy,
    metrics: done.metrics,
    ...(done.queries.length === 0 ? {} : { queries: done.queries }),
    exposure: report.exposure ?? {},
    risk: report.risk,
    oneValued: report.oneValued,
    ...(run.persons === null || report.history === undefined ? {} : { history: report.history }),
    solution: done.outcome.solution as Solution,
    search: done.outcome.search,
    ...orderOf(run),
    recoding,
    seconds: { read: 0, search, measure, write, audit, total: total() },
    warnings,
  };
  const tables = done.sensitive === null ? {} : { sensitive: done.sensitive };
  const nothing = done.hidesEverything === true ? { hidesEverything: true } : {};
  const plan = done.plan && asGiven?.(done.plan);
  return { release: done.release, tables, result, audit: report, warnings, plan, ...nothing };
}

/** Audits a finished release and compares the run's claims with the audit's findings. Throws AuditError. */
async function confirmRun(
  { rows, persons, quasiIdentifiers }: CheckedRun,
  { audit, outcome, suppressed, persons: counted, classes, privacy, metrics, queries }: Unconfirmed,
  plan: Plan,
  progress: RunProgress,
): Promise<{ readonly report: AuditReport; readonly warnings: readonly Warning[] }> {
  try {
    await progress.pause('audit', 0);
    const report = await audit.finish(progress);
    const counts = { rows, released: rows - suppressed, suppressed, persons, personsReleased: counted?.released };
    const claims = { ...counts, classes, privacy, metrics: { ...metrics }, queries };
    const audited = confirmClaims(claims, report, { mayViolate: outcome.mayViolate });
    await progress.pause('audit', 1);
    const tight = warnOfTightRanges(plan, quasiIdentifiers, report);
    return { report, warnings: [...audited, ...tight, ...warnOfLostColumns(plan, quasiIdentifiers, report)] };
  } finally {
    audit.end();
  }
}

/** Warns when requested threads are unavailable; no warning when the input is too small to use them. */
function threadWarnings(
  { plan, algorithm }: RunCards,
  used: number,
  { threads = 1 }: RunOptions,
  startThread: StartThread | null,
): Warning[] {
  if (threads === 'auto' || used >= threads) return [];
  const { parallel = false, sharesWork = false } = algorithm;
  const { name, ...options } = plan.algorithm;
  if (sharesWork && startThread !== null) return [];
  const isAlone = !(parallel || sharesWork) || algorithm.isAlone?.(options) === true;
  const why = isAlone ? `${name} searches on one` : 'this host can start no further threads';
  return [{ code: 'ONE_THREAD', message: `${threads} threads were asked for; ${why}` }];
}
