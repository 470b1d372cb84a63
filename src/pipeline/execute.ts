import type { Steps } from '../base/steps.js';
import type { Outcome } from '../algorithms/algorithm.js';
import type { AuditPieces } from '../audit/spec.js';
import { formatPath } from '../base/describe.js';
import { InvalidArgumentError } from '../base/errors.js';
import type { Engine } from '../engine/engine.js';
import type { Domain } from '../hierarchy/domain.js';
import type { Roles } from '../job/roles.js';
import { foldedColumns, plannedKinds, rareColumns } from '../job/plan.js';
import { resolveRoles } from '../job/roles.js';
import { type ShownClasses, showClassesInSteps } from '../release/shown-classes.js';
import { withDeclaredTypes } from '../table/declared-types.js';
import { mergeRareOf } from '../table/merge-rare.js';
import { mergeSpellingsOf } from '../table/merge-spellings.js';
import type { Table, Warning } from '../table/table.js';
import type { Units } from '../table/units.js';
import { assign } from './assign.js';
import { assumedOrder } from './assumed-order.js';
import { requireAverages } from './averaged-columns.js';
import { describeRun } from './explained-run.js';
import { hidesEverything, warnEndedEarly } from './ended-early.js';
import type { joinPublic, JoinedPublic } from './join-public.js';
import type { Plan } from '../job/plan.js';
import { rowLabels } from './label-rows.js';
import { makeRelease } from './make-release.js';
import { requireGroups } from './measure-groups.js';
import { bindQueries } from './measure-queries.js';
import { measureRelease } from './measure-release.js';
import type { Wanted } from '../quality/metrics.js';
import type { Assigned, CheckedRun, Found, MadeTables, Previewed, RunContext, Unconfirmed } from './run-values.js';
import type { RunOptions } from './options.js';
import { type CountedUnits, numberPersons } from './number-persons.js';
import { checkWeights } from './survey-weights.js';
import { protectHistory } from './protect-history.js';
import { checkBeforeSearch } from './pre-checks.js';
import { buildDomains, prepare, type Prepared } from './prepare.js';
import type { RunCards } from './resolved-job.js';
import { keepRecoding } from './recoding/keep-recoding.js';
import { notApplicable } from './recoding/recoding.js';
import { auditBeside, auditHere, isWorthThread } from './running-audit.js';
import { forwardedAs } from './run-progress.js';
import { search, threadsAsked } from './search.js';
import { settleSuppressed } from './settle-suppressed.js';
import { stopwatch } from './stopwatch.js';
import { requireCountable } from './two-passes.js';

/** A table of people, as the job reads it: types, roles and domains are known. */
interface TableInput {
  readonly table: Table;
  /** The table with the spellings that came, for the audit. */
  readonly original: Table;
  readonly roles: Roles;
  readonly domains: readonly Domain[];
  readonly joined: JoinedPublic | null;
  readonly units: Units | null;
  readonly each: Units | null;
}

/** Joins the public table of a plan; null where it has none. */
type Joiner = typeof joinPublic | null;

/** Loads the joiner of a plan. */
export const joinerOf = async ({ publicTable }: Plan): Promise<Joiner> =>
  publicTable === null ? null : (await import('./join-public.js')).joinPublic;

/** Checks a plan on its table of people. Throws the errors that are known before a search. Yields between stretches of the work. */
export function* checkTableRun(
  given: Table,
  cards: RunCards,
  { publicTables }: RunOptions,
  join: Joiner,
): Steps<CheckedRun> {
  const { plan } = cards;
  resolveRoles(plan, given);
  const typed = withDeclaredTypes(given, plannedKinds(plan));
  yield;
  const { table: original, joined: found } =
    join === null ? { table: typed, joined: null } : yield* join(typed, plan, publicTables);
  const folded = foldedColumns(plan);
  const rare = rareColumns(plan);
  if (original.weights !== null && folded.size + rare.size > 0) requireCountable(plan, 'table');
  requireTexts(original, rare.keys());
  const originalRoles = resolveRoles(plan, original);
  const counted = yield* numberPersons(original, plan, originalRoles.persons);
  const { units, each } = counted;
  const ofWeights = yield* checkWeights(original, originalRoles, units);
  const joined = found === null ? null : yield* joinPersons(found, originalRoles, counted);
  const table = mergeRareOf(mergeSpellingsOf(original, folded), rare, units);
  const roles = resolveRoles(plan, table);
  yield;
  const { domains, warnings } = yield* buildDomains(roles, plan, joined, table.weights, units);
  requireAverages(plan, table);
  bindQueries(plan, table, domains);
  const checks = yield* checkBeforeSearch(table, cards, roles, units);
  const isOpen = ({ code, attribute = '' }: Warning): boolean => code !== 'SIMILAR_VALUES' || !folded.has(attribute);
  const input: TableInput = { table, original, roles, domains, joined, units, each };
  return {
    rows: table.rows,
    persons: units?.count ?? null,
    quasiIdentifiers: domains.map(({ attribute }) => attribute),
    assumedOrder: assumedOrder(domains, plan),
    warnings: [
      ...table.warnings.filter(isOpen),
      ...roles.warnings,
      ...counted.warnings,
      ...ofWeights,
      ...checks,
      ...warnings,
    ],
    explain: () => describeRun(plan, { table, domains, persons: units?.count ?? null }),
    execute: (engine, context) => execute(input, engine, context),
    preview: (engine, context, wanted) => preview(input, engine, context, wanted),
  };
}

/** The public table with whose its rows are, where persons are counted. */
function* joinPersons(
  joined: JoinedPublic,
  { persons, quasiIdentifiers }: Roles,
  { units }: CountedUnits,
): Steps<JoinedPublic> {
  if (units === null) return joined;
  return { ...joined, persons: yield* joined.byPersons.find(joined, { units, keys: persons, quasiIdentifiers }) };
}

/** Throws InvalidArgumentError OPTION_UNUSED for `rare` of a column that has no texts. */
function requireTexts(table: Table, names: Iterable<string>): void {
  for (const name of names) {
    const type = table.column(name)?.type ?? 'string';
    if (type === 'string') continue;
    const path = formatPath(['attributes', name, 'rare']);
    throw new InvalidArgumentError(
      path,
      'only of texts (numbers and days as "quasi-identifier" become ranges)',
      type,
      'OPTION_UNUSED',
    );
  }
}

/** Result of a search, with its rows assigned. */
interface AssignedRun {
  readonly prepared: Prepared;
  readonly outcome: Outcome;
  readonly found: Found;
  readonly assigned: Assigned;
  readonly warnings: readonly Warning[];
  /** See {@link Unconfirmed}. */
  readonly isHidden: boolean;
  readonly seconds: { readonly search: number; readonly measure: number };
}

/** The steps of a run up to where its rows are assigned, and then `use`. What it makes resident in the engine is disposed of, whatever happens. */
async function withAssigned<Result>(
  { table, roles, domains, joined, units, each }: TableInput,
  engine: Engine,
  context: RunContext,
  use: (run: AssignedRun) => Promise<Result>,
): Promise<Result> {
  const { plan, options, progress } = context;
  const clock = stopwatch();
  await progress.pause('prepare', 0);
  const prepared = await progress.drive(
    'prepare',
    0.5,
    prepare({ table, roles, domains }, context, engine, { joined, units, each }),
  );
  try {
    await progress.pause('prepare', 1);
    const searched = await search(prepared, engine, context);
    const searchSeconds = clock();
    // Permuting needs the rows: throws.
    if (table.weights !== null && searched.recoding.permutation !== undefined) requireCountable(plan, 'table');
    await progress.pause('measure', 0);
    const { outcome, shownClasses } = await seeRelease({ table, roles, prepared }, searched, engine, context);
    const { recoding } = outcome;
    const isHidden = hidesEverything(shownClasses);
    if (isHidden) options.onProgress?.({ phase: 'measure', share: 0, hidesEverything: true });
    const first: Found = { table, roles, prepared, recoding, shownClasses };
    const settled = { found: first, assigned: await assign(first, engine, context) };
    const { found, assigned } = await settleSuppressed(settled, context);
    const warnings = [...prepared.warnings, ...outcome.warnings, ...warnEndedEarly(outcome, options, { isHidden })];
    const seconds = { search: searchSeconds, measure: clock() };
    return await use({ prepared, outcome, found, assigned, warnings, isHidden, seconds });
  } finally {
    prepared.dispose();
  }
}

/** The classes of a search as a reader sees them, joined where the job protects histories. */
async function seeRelease(
  { table, roles, prepared }: Pick<Found, 'table' | 'roles' | 'prepared'>,
  outcome: Outcome,
  engine: Engine,
  context: RunContext,
): Promise<{ readonly outcome: Outcome; readonly shownClasses: ShownClasses }> {
  const { recoding } = outcome;
  const keepsApart = prepared.publicVectors !== null;
  const steps = showClassesInSteps(recoding, prepared.domains, prepared.set, engine, { keepsApart });
  const shownClasses = await context.progress.drive('measure', 0, steps);
  // Buckets were made so.
  if (context.plan.history !== 'protect' || recoding.permutation !== undefined) return { outcome, shownClasses };
  return protectHistory({ found: { table, roles, prepared, recoding, shownClasses }, outcome }, engine, context);
}

/** The steps of a run in their order. */
const execute = (input: TableInput, engine: Engine, context: RunContext): Promise<Unconfirmed> =>
  withAssigned(input, engine, context, async ({ outcome, found, assigned, warnings, isHidden, seconds }) => {
    const { shownClasses, recoding } = found;
    const plan =
      input.table.weights === null ? undefined : { pieces: assigned.pieces, attributes: shownClasses.attributes };
    if (plan !== undefined) await context.options.onPlan?.(plan);
    const { made, audit, measured, kept, ...own } = await measureAndMake({ input, found, assigned, context }, outcome);
    const { entryOf, releasedOf: _, ...tables } = made;
    return {
      ...tables,
      ...measured,
      classes: recoding.permutation?.buckets ?? shownClasses.count,
      plan: plan === undefined || entryOf === undefined ? plan : { ...plan, entryOf },
      outcome,
      recoding: kept,
      audit,
      warnings,
      ...(isHidden ? { hidesEverything: true } : {}),
      seconds: { ...seconds, measure: seconds.measure + own.seconds.measure, release: own.seconds.release },
    };
  });

/** The steps of a run without those that make a release. */
const preview = (input: TableInput, engine: Engine, context: RunContext, wanted?: Wanted): Promise<Previewed> =>
  withAssigned(input, engine, context, async ({ outcome, found, assigned, warnings, seconds }) => {
    const { recoding, shownClasses } = found;
    const clock = stopwatch();
    await context.progress.pause('measure', 0.25);
    const measured = await measureRelease(found, assigned, context, wanted);
    if (outcome.mayViolate !== true) requireGroups(found.prepared.models, measured.privacy);
    return {
      ...measured,
      classes: recoding.permutation?.buckets ?? shownClasses.count,
      sizes: assigned.counted.sizes,
      labelRows: rowLabels(found, assigned),
      outcome,
      warnings,
      seconds: { ...seconds, measure: seconds.measure + clock() },
    };
  });

/** A recoding of which all is known but its measures, and what it is released from. */
interface Assembled {
  readonly input: Pick<TableInput, 'table' | 'original' | 'joined'>;
  readonly found: Found;
  readonly assigned: Assigned;
  readonly context: RunContext;
}

/** Measures a release and makes it; a large one is made first, where there is a thread to audit it while it is measured. */
async function measureAndMake(assembled: Assembled, { solution: { kind }, mayViolate = false }: Outcome) {
  const { input, found, assigned, context } = assembled;
  const { plan, options, progress } = context;
  const isFirst = context.startThread !== null && isWorthThread(input.table, threadsAsked(context));
  const early = isFirst ? await makeAudited({ ...assembled, context: aheadOf(context) }) : null;
  try {
    const clock = stopwatch();
    await progress.pause('measure', 0.25);
    const measured = await measureRelease(found, assigned, context);
    if (!mayViolate) requireGroups(found.prepared.models, measured.privacy);
    const isBroken = mayViolate && measured.privacy.some(({ holds }) => !holds);
    const kept = isBroken
      ? notApplicable(kind, 'the release breaks a privacy model, so that its classes promise nothing to new rows')
      : options.recoding === false
        ? notApplicable(kind, 'the run keeps none (recoding: false)')
        : await progress.drive(
            'measure',
            0.9,
            keepRecoding(found, assigned, plan, { kind, isAsked: options.recoding === true }),
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

/** Context of work that is done ahead of its turn: no phase is reported before the one that precedes it. */
const aheadOf = (context: RunContext): RunContext => ({
  ...context,
  progress: forwardedAs(context.progress, 'measure', 0.25),
});

/** Outcome of the entries of a counted table; undefined for a table of rows. */
function piecesOf(
  { pieces: { entry, count } }: Assigned,
  { releasedOf }: Pick<MadeTables, 'releasedOf'>,
): AuditPieces | undefined {
  return releasedOf === undefined ? undefined : { entry, count, releasedOf };
}

/** The tables of a release, with their audit: begun on a thread of its own, where that is repaid. */
async function makeAudited({ input: { original, joined }, found, assigned, context }: Assembled) {
  const clock = stopwatch();
  const { plan, startThread } = context;
  const { levels, permutation } = found.recoding;
  const made = await makeRelease(found, assigned, context);
  const facts = {
    original,
    suppressedRows: assigned.counted.suppressed,
    originalRows: made.order,
    originalPieces: plan.unit.name === 'person' ? piecesOf(assigned, made) : undefined,
    levels,
    groups: permutation?.groups,
    countWays:
      plan.permutes === null
        ? undefined
        : (await import('./permuted-presence.js')).waysCounterWith(plan.permutes.waysBudget),
    sensitive: made.sensitive ?? undefined,
    publicTable: joined?.table,
  };
  const { release } = made;
  const spec = context.auditSpec(facts);
  const waysBudget = spec.permutation === undefined ? null : (plan.permutes?.waysBudget ?? null);
  const audit =
    startThread !== null && isWorthThread(release, threadsAsked(context))
      ? auditBeside(startThread, { release, original, spec, waysBudget })
      : auditHere((await import('../audit/audit.js')).auditInSteps(release, spec, original));
  return { made, audit, seconds: clock() };
}
