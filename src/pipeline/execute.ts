import type { Outcome } from '../algorithms/algorithm.js';
import { auditByParts } from '../audit/audit-by-parts.js';
import type { Engine } from '../engine/engine.js';
import type { Domain } from '../hierarchy/domain.js';
import type { Roles } from '../job/roles.js';
import { resolveRoles, typesFor } from '../job/roles.js';
import { seeClassesInSteps } from '../release/see-classes.js';
import { withDeclaredTypes } from '../table/declared-types.js';
import type { Table } from '../table/table.js';
import { assign } from './assign.js';
import { auditSpecOf } from './audit-spec.js';
import { tellsNothing, warnEndedEarly } from './ended-early.js';
import type { JoinedPublic } from './join-public.js';
import { makeRelease } from './make-release.js';
import { measureRelease } from './measure-release.js';
import type { Assigned, CheckedRun, Found, RunContext, Unconfirmed } from './run-values.js';
import type { RunOptions } from './options.js';
import { publicNameOf } from './public-name.js';
import { needed, type JobParts } from './job-parts.js';
import { checkBeforeSearch } from './pre-checks.js';
import { buildDomains, prepare } from './prepare.js';
import type { ResolvedJob } from './resolved-job.js';
import { keepRecoding, notApplicable } from './recoding/keep-recoding.js';
import { auditBeside, auditHere, repaysThread } from './running-audit.js';
import { toldAs } from './run-progress.js';
import { search, threadsAsked } from './search.js';
import { stopwatch } from './stopwatch.js';
import { requireCountable } from './two-passes.js';

/** A table of people, as the job reads it: types, roles and domains are known. */
interface TableInput {
  readonly table: Table;
  readonly roles: Roles;
  readonly domains: readonly Domain[];
  readonly joined: JoinedPublic | null;
}

/** A job on a table of people. Throws what can be told before a search. */
export function checkTableRun(
  given: Table,
  job: ResolvedJob,
  { publicTables }: RunOptions,
  { inPublic }: JobParts,
): CheckedRun {
  resolveRoles(job, given);
  const typed = withDeclaredTypes(given, typesFor(job, given));
  const { table, joined } =
    publicNameOf(job) === null ? { table: typed, joined: null } : needed(inPublic).joinPublic(typed, job, publicTables);
  const roles = resolveRoles(job, table);
  const { domains, warnings } = buildDomains(roles, job, joined);
  const checks = checkBeforeSearch(table, job, roles);
  return {
    rows: table.rows,
    quasiIdentifiers: domains.map(({ attribute }) => attribute),
    warnings: [...table.warnings, ...roles.warnings, ...checks, ...warnings],
    execute: (engine, context) => execute({ table, roles, domains, joined }, engine, context),
  };
}

/** The steps of a run in their order. What it makes resident in the engine is disposed of, whatever happens. */
async function execute(
  { table, roles, domains, joined }: TableInput,
  engine: Engine,
  context: RunContext,
): Promise<Unconfirmed> {
  const { job, options, progress } = context;
  const clock = stopwatch();
  await progress.pause('prepare', 0);
  const prepared = await progress.drive('prepare', 0.5, prepare(table, job, roles, domains, engine, joined));
  try {
    await progress.pause('prepare', 1);
    const outcome = await search(prepared, engine, context);
    const searchSeconds = clock();
    const { recoding } = outcome;
    // Permuting needs the rows: throws.
    if (table.weights !== null && recoding.permutation !== undefined) requireCountable(job, 'table');
    await progress.pause('measure', 0);
    const seen = await progress.drive('measure', 0, seeClassesInSteps(recoding, domains, prepared.set, engine));
    const hasNothing = tellsNothing(seen);
    if (hasNothing) options.onProgress?.({ phase: 'measure', share: 0, tellsNothing: true });
    const found: Found = { table, roles, prepared, recoding, seen };
    const assigned = await assign(found, engine, context);
    const assignSeconds = clock();
    const plan = table.weights === null ? undefined : { pieces: assigned.pieces, attributes: seen.attributes };
    if (plan !== undefined) await options.onPlan?.(plan);
    clock();
    await progress.pause('measure', 0.25);
    const rest = { input: { table, joined }, found, assigned, context };
    const { made, audit, measured, kept, seconds } = await measureAndMake(rest, outcome);
    const { entryOf, ...tables } = made;
    return {
      ...tables,
      ...measured,
      classes: recoding.permutation?.buckets ?? seen.count,
      plan: plan === undefined || entryOf === undefined ? plan : { ...plan, entryOf },
      outcome,
      recoding: kept,
      audit,
      warnings: [...prepared.warnings, ...outcome.warnings, ...warnEndedEarly(outcome, options, { hasNothing })],
      ...(hasNothing ? { tellsNothing: true } : {}),
      seconds: { search: searchSeconds, measure: assignSeconds + seconds.measure, release: seconds.release },
    };
  } finally {
    prepared.dispose();
  }
}

/** A recoding of which all is known but its measures, and what it is released from. */
interface Assembled {
  readonly input: Pick<TableInput, 'table' | 'joined'>;
  readonly found: Found;
  readonly assigned: Assigned;
  readonly context: RunContext;
}

/** Measures a release and makes it; a large one is made first, where there is a thread to audit it while it is measured. */
async function measureAndMake(assembled: Assembled, { solution: { kind } }: Outcome) {
  const { input, found, assigned, context } = assembled;
  const { job, options, progress } = context;
  const isFirst = context.startThread !== null && repaysThread(input.table, threadsAsked(context));
  const early = isFirst ? await makeAudited({ ...assembled, context: aheadOf(context) }) : null;
  try {
    const clock = stopwatch();
    await progress.pause('measure', 0.25);
    const measured = await measureRelease(found, assigned, context);
    const kept =
      options.recoding === false
        ? notApplicable(kind, 'the run was told to keep none')
        : await progress.drive(
            'measure',
            0.9,
            keepRecoding(found, assigned, job, { kind, isAsked: options.recoding === true }),
          );
    const measure = clock();
    if (early !== null) await progress.pause('release', 0);
    const { made, audit, seconds } = early ?? (await makeAudited(assembled));
    if (early !== null) await progress.pause('release', 1);
    return { measured, kept, made, audit, seconds: { measure, release: seconds } };
  } catch (error) {
    early?.audit.end();
    throw error;
  }
}

/** The run as what is done ahead of its turn sees it: no phase is told before the one that stands before it. */
const aheadOf = (context: RunContext): RunContext => ({
  ...context,
  progress: toldAs(context.progress, 'measure', 0.25),
});

/** The tables of a release, with their audit: begun on a thread of its own, where that is repaid. */
async function makeAudited({ input: { table, joined }, found, assigned, context }: Assembled) {
  const clock = stopwatch();
  const { job, parts, startThread } = context;
  const { levels, permutation } = found.recoding;
  const made = await makeRelease(found, assigned, context);
  const facts = {
    original: table,
    suppressedRows: assigned.counted.suppressed,
    originalRows: made.order,
    levels,
    groups: permutation?.groups,
    countWays: parts.permuting?.waysCounter(job),
    sensitive: made.sensitive ?? undefined,
    publicTable: joined?.table,
  };
  const { release } = made;
  const spec = auditSpecOf(job, facts);
  const waysBudget = spec.permutation === undefined ? null : needed(parts.permuting).waysBudget(job);
  const audit =
    startThread !== null && repaysThread(release, threadsAsked(context))
      ? auditBeside(startThread, { release, original: table, spec, waysBudget })
      : auditHere(auditByParts(parts.audit, release, spec, table));
  return { made, audit, seconds: clock() };
}
