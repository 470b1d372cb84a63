import type { StartThread } from '../base/team.js';
import type { AuditSpec } from '../audit/spec.js';
import { cryptographicRandom, seededRandom } from '../base/random.js';
import type { Job } from '../job/job.js';
import { type AuditFacts, auditSpecOf } from './audit-spec.js';
import { requireResolved } from '../job/hierarchy-files.js';
import { parseJobBy } from './check-job.js';
import { checkTableRun } from './execute.js';
import type { EngineFactory, ReleasePlan, RunOptions } from './options.js';
import { requirePersonsCounted } from './persons-counted.js';
import type { JobRegistry } from './registry.js';
import { planRun } from './plan-run.js';
import { resolveBy, type ResolvedJob } from './resolved-job.js';
import type { RunParts } from './run-parts.js';
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
  readonly parts: RunParts;
}

/** Checks a job by the registry of an entry point. The job is copied at once, unless the registry has to be loaded. */
export function resolveFor({ parts }: RunHost, job: Job): ResolvedJob | Promise<ResolvedJob> {
  const resolve = (registry: JobRegistry): ResolvedJob => {
    const checked = parseJobBy(registry, job);
    requireResolved(checked);
    return resolveBy(registry, checked);
  };
  const registry = parts.registryFor(job);
  return registry instanceof Promise ? registry.then(resolve) : resolve(registry);
}

/** Checks a job on a table, and makes the context of its steps. Throws the errors that are known before a search. */
export async function openRun(
  given: Table,
  job: ResolvedJob,
  options: RunOptions,
  { startThread, spareThreads, parts }: RunHost,
): Promise<{
  readonly run: CheckedRun;
  readonly context: Omit<RunContext, 'onEngineIdle'>;
  readonly rowsNotDrawn: number | null;
  /** Returns a plan for the entries of the table that was given; null where rows were drawn. */
  readonly asGiven: ((plan: ReleasePlan) => ReleasePlan) | null;
}> {
  const progress = runProgressOf(options);
  const { algorithm, models } = job;
  const plan = planRun(job, given.columns);
  requirePersonsCounted(job, plan, given);
  const { table, rowsNotDrawn, asGiven } = await progress.drive('prepare', 0, takeRows(given, plan));
  const jobParts = await parts.partsFor(plan, table);
  checkResumable(algorithm, options);
  const steps =
    plan.takesLists && parts.checkListRun !== undefined
      ? parts.checkListRun(table, plan, job)
      : checkTableRun(table, { plan, algorithm, models }, options, jobParts);
  const run = await progress.drive('prepare', 0, steps);
  const random = options.seed === undefined ? cryptographicRandom() : seededRandom(options.seed);
  const planned = asGiven && options.onPlan;
  const onPlan = planned ? (plan: ReleasePlan) => planned(asGiven(plan)) : undefined;
  const auditSpec = (facts: AuditFacts): AuditSpec => auditSpecOf(job, facts);
  const cards = { plan, algorithm, models, auditSpec };
  const context = {
    ...cards,
    options: { ...options, onPlan },
    parts: jobParts,
    progress,
    random,
    startThread,
    spareThreads,
  };
  return { run, rowsNotDrawn, asGiven, context };
}
