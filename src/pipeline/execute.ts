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
import type { CheckedRun, Found, RunContext, Unconfirmed } from './run-values.js';
import type { RunOptions } from './options.js';
import { publicNameOf } from './public-name.js';
import { needed, type JobParts } from './job-parts.js';
import { checkBeforeSearch } from './pre-checks.js';
import { buildDomains, prepare } from './prepare.js';
import type { ResolvedJob } from './resolved-job.js';
import { keepRecoding, notApplicable } from './recoding/keep-recoding.js';
import { search } from './search.js';
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
  const { job, options, parts, progress } = context;
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
    const measured = await measureRelease(found, assigned, context);
    const { kind } = outcome.solution;
    const kept =
      options.recoding === false
        ? notApplicable(kind, 'the run was told to keep none')
        : await progress.drive(
            'measure',
            0.9,
            keepRecoding(found, assigned, job, { kind, isAsked: options.recoding === true }),
          );
    const measure = assignSeconds + clock();
    const { entryOf, ...made } = await makeRelease(found, assigned, context);
    const facts = {
      original: table,
      suppressedRows: measured.suppressed,
      originalRows: made.order,
      levels: recoding.levels,
      groups: recoding.permutation?.groups,
      countWays: parts.permuting?.waysCounter(job),
      sensitive: made.sensitive ?? undefined,
      publicTable: joined?.table,
    };
    return {
      ...made,
      ...measured,
      classes: recoding.permutation?.buckets ?? seen.count,
      plan: plan === undefined || entryOf === undefined ? plan : { ...plan, entryOf },
      outcome,
      recoding: kept,
      audit: auditByParts(parts.audit, made.release, auditSpecOf(job, facts), table),
      warnings: [...prepared.warnings, ...outcome.warnings, ...warnEndedEarly(outcome, options, { hasNothing })],
      ...(hasNothing ? { tellsNothing: true } : {}),
      seconds: { search: searchSeconds, measure, release: clock() },
    };
  } finally {
    prepared.dispose();
  }
}
