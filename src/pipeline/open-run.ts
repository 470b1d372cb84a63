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
import { type Plan, pseudonymColumns } from '../job/plan.js';
import { resolveBy, type ResolvedJob } from './resolved-job.js';
import { type RunProgress, runProgressOf } from './run-progress.js';
import type { CheckedRun, RunContext } from './run-values.js';
import { checkResumable } from './search.js';
import { requireStrata } from './strata.js';
import { requireWeighable } from './survey-weights.js';
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

/**
 * Checks a job on a table, and makes the context of its steps. Throws the errors that are known before a search.
 *
 * @param run - `isReleased`: the run makes a release, so that columns of the role `pseudonym` get their pseudonyms
 */
export async function openRun(
  given: Table,
  job: ResolvedJob,
  options: RunOptions,
  { startThread, spareThreads }: RunHost,
  { isReleased = false } = {},
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
  requireWeighable(plan);
  requireStrata(plan);
  const taken = await progress.drive('prepare', 0, takeRows(given, plan));
  const { rowsNotDrawn, rowsFilteredOut, asGiven } = taken;
  const { table, warnings } = await withPseudonyms(taken.table, plan, options, { progress, isReleased });
  checkResumable(algorithm, options);
  const steps =
    plan.takesLists === 'apart'
      ? (await import('./dissociate.js')).checkListRun(table, plan, job)
      : plan.takesLists === 'generalized'
        ? (await import('./generalize-lists.js')).checkGeneralizingRun(table, plan, job)
        : checkTableRun(table, { plan, algorithm }, options, await joinerOf(plan));
  const checked = await progress.drive('prepare', 0, steps);
  const run = { ...checked, warnings: [...warnings, ...checked.warnings] };
  const random = options.seed === undefined ? cryptographicRandom() : seededRandom(options.seed);
  const planned = asGiven && options.onPlan;
  const onPlan = planned ? (plan: ReleasePlan) => planned(asGiven(plan)) : undefined;
  const auditSpec = (facts: AuditFacts): AuditSpec => auditSpecOf(job, facts);
  const cards = { plan, algorithm, auditSpec };
  const context = { ...cards, options: { ...options, onPlan }, progress, random, startThread, spareThreads };
  return { run, rowsNotDrawn, rowsFilteredOut, asGiven, context };
}

/** The table with pseudonyms, where the job has some, and their warnings. */
async function withPseudonyms(
  table: Table,
  plan: Plan,
  { pseudonymKey }: RunOptions,
  { progress, isReleased }: { readonly progress: RunProgress; readonly isReleased: boolean },
): Promise<Pick<Table, 'warnings'> & { readonly table: Table }> {
  if (pseudonymColumns(plan).size === 0 && pseudonymKey === undefined) return { table, warnings: [] };
  const { checkPseudonyms, replaceByPseudonyms } = await import('./pseudonyms.js');
  const warnings = await progress.drive('prepare', 0, checkPseudonyms(table, plan));
  return { table: isReleased ? await replaceByPseudonyms(table, plan, pseudonymKey) : table, warnings };
}
