import type { Algorithm } from '../algorithms/algorithm.js';
import type { StartThread } from '../base/team.js';
import type { AuditSpec } from '../audit/spec.js';
import { cryptographicRandom, seededRandom } from '../base/random.js';
import type { Job } from '../job/job.js';
import { type AuditFacts, auditSpecOf } from './audit-spec.js';
import { requireResolved } from '../job/hierarchy-files.js';
import { parseJobBy } from './check-job.js';
import { checkTableRun, joinerOf } from './execute.js';
import type { EngineFactory, ReleasePlan, RunOptions } from './options.js';
import { requirePersonsCounted } from './persons-counted.js';
import { planRun } from './plan-run.js';
import { resolveBy, type ResolvedJob } from './resolved-job.js';
import { runProgressOf } from './run-progress.js';
import type { CheckedRun, RunContext } from './run-values.js';
import { checkResumable } from './search.js';
import { takeRows } from './take-rows.js';
import type { Table } from '../table/table.js';

/** Services of an entry point of the package for a run. */
export interface RunHost {
  readonly makeEngine: EngineFactory;
  /** Starts threads of the host; null: it starts none. */
  readonly startThread: StartThread | null;
  /** Threads of a run that leaves their number to the host. */
  readonly spareThreads: () => number;
  /** Algorithms that a job may name. */
  readonly algorithms: readonly Algorithm[];
}

/** Checks a job of an entry point, and copies it. */
export function resolveFor({ algorithms }: RunHost, job: Job): ResolvedJob {
  const checked = parseJobBy(algorithms, job);
  requireResolved(checked);
  return resolveBy(algorithms, checked);
}

/** Checks a job on a table, and makes the context of its steps. Throws the errors that are known before a search. */
export async function openRun(
  given: Table,
  job: ResolvedJob,
  options: RunOptions,
  { startThread, spareThreads }: RunHost,
): Promise<{
  readonly run: CheckedRun;
  readonly context: Omit<RunContext, 'onEngineIdle'>;
  readonly rowsNotDrawn: number | null;
  readonly rowsFilteredOut: number | null;
  /** Returns a plan for the entries of the table that was given; null where rows were drawn. */
  readonly asGiven: ((plan: ReleasePlan) => ReleasePlan) | null;
}> {
  const progress = runProgressOf(options);
  const { algorithm } = job;
  const plan = planRun(job, given.columns);
  requirePersonsCounted(job, plan, given);
  const { table, rowsNotDrawn, rowsFilteredOut, asGiven } = await progress.drive('prepare', 0, takeRows(given, plan));
  checkResumable(algorithm, options);
  const steps = plan.takesLists
    ? (await import('./dissociate.js')).checkListRun(table, plan, job)
    : checkTableRun(table, { plan, algorithm }, options, await joinerOf(plan));
  const run = await progress.drive('prepare', 0, steps);
  const random = options.seed === undefined ? cryptographicRandom() : seededRandom(options.seed);
  const planned = asGiven && options.onPlan;
  const onPlan = planned ? (plan: ReleasePlan) => planned(asGiven(plan)) : undefined;
  const auditSpec = (facts: AuditFacts): AuditSpec => auditSpecOf(job, facts);
  const cards = { plan, algorithm, auditSpec };
  const context = { ...cards, options: { ...options, onPlan }, progress, random, startThread, spareThreads };
  return { run, rowsNotDrawn, rowsFilteredOut, asGiven, context };
}
