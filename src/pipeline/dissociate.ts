import { dissociateRecords, requireDealable } from '../algorithms/sets/dissociation.js';
import { type DissociationOptions, dissociationOptions } from '../algorithms/sets/dissociation-options.js';
import type { JointCluster } from '../algorithms/sets/refine.js';
import type { RecordPersons, TermLists } from '../algorithms/sets/term-lists.js';
import { auditDissociatedInSteps } from '../audit/dissociated.js';
import type { DissociatedSpec } from '../audit/dissociated-parts.js';
import { parseWith } from '../base/schema-parts.js';
import type { ResolvedJob } from './resolved-job.js';
import type { Plan } from '../job/plan.js';
import { measureSizes } from '../quality/metrics.js';
import { buildDissociated, orderClusters } from '../release/build-dissociated.js';
import type { Pieces } from '../release/pieces.js';
import type { Steps } from '../base/steps.js';
import type { Table } from '../table/table.js';
import { warnOfSimilarItems } from '../table/table-warnings.js';
import { listSpecOf } from './audit-spec.js';
import { checkLists } from './check-lists.js';
import { countPersons } from './count-persons.js';
import { fewestWithSets } from './fewest-with-sets.js';
import { readRecords } from './list-records.js';
import { type ListPlan, planLists } from './plan-lists.js';
import { notApplicable } from './recoding/recoding.js';
import { auditHere } from './running-audit.js';
import { stopwatch } from './stopwatch.js';
import type { CheckedRun, Previewed, RunContext, Unconfirmed } from './run-values.js';

/**
 * Checks a plan of dissociation on a table with a set-valued column. Throws the errors that are known before the search. Yields between stretches of
 * the work.
 *
 * @param job - options of the algorithm as given, since their defaults depend on k, and the requirements of the audit
 */
export function* checkListRun(table: Table, plan: Plan, job: ResolvedJob): Steps<CheckedRun> {
  const lists = planLists(plan);
  const { k } = lists;
  const options = parseWith(dissociationOptions(k), job.given, ['algorithm']);
  const { typed, persons, run } = yield* checkLists(table, plan, lists);
  if (persons !== null) requireDealable(persons, k);
  const names = table.columns.map(({ name }) => name);
  const input = { table: typed, lists, spec: listSpecOf(job, names), options, persons };
  return {
    ...run,
    execute: (_, context) => dissociate(input, context),
    // Making the table is a small part of it.
    preview: (_, context) => dissociate(input, context),
  };
}

/** Arguments of {@link dissociate}. */
interface ListRun {
  readonly table: Table;
  readonly lists: ListPlan;
  /** Requirements of the audit. */
  readonly spec: DissociatedSpec;
  readonly options: DissociationOptions;
  /** Null where rows are counted. */
  readonly persons: RecordPersons | null;
}

/** The steps of a run in their order; records take the place of vectors, and parts of records that of classes. */
async function dissociate(
  { table, lists, spec, options, persons }: ListRun,
  { plan, progress, random }: RunContext,
): Promise<Unconfirmed & Previewed> {
  const clock = stopwatch();
  const { attribute, delimiter, k, m } = lists;
  await progress.pause('prepare', 0);
  const { records, texts } = await progress.drive('prepare', 0, readRecords(table, table.column(attribute)!, lists));
  await progress.pause('search', 0);
  const pause = async () => progress.pauseWhenDue('search', 0);
  const found = await dissociateRecords(records, texts.length, k, m, options, { pause, persons });
  const search = clock();
  await progress.pause('measure', 0);
  const joints = orderClusters(found, random, { isShuffled: plan.order !== 'input' });
  const solution = { kind: 'sets', attribute, ...countSolution(joints, records) };
  const achieved = { k: await progress.drive('measure', 0, fewestWithSets(joints, records, persons, m)) };
  const sizes = Uint32Array.from(joints.flatMap(({ clusters }) => clusters.map(({ rows }) => rows.length)));
  const metrics = await progress.drive('measure', 0.5, measureSizes({ rows: table.rows, suppressed: 0, sizes, k }));
  const measure = clock();
  await progress.pause('release', 0);
  const column = { name: attribute, delimiter };
  const release = await progress.drive('release', 0.5, buildDissociated(joints, texts, column, random));
  const recordsOf = joints.flatMap(({ clusters }) => clusters.map(({ rows }) => rows));
  return {
    release,
    sensitive: null,
    classes: solution.clusters,
    sizes,
    labelRows: null,
    suppressed: 0,
    persons: persons && countPersons(piecesOf(recordsOf, table.rows), recordsOf.length, persons),
    privacy: [{ model: 'km-anonymity', attribute, required: { k, m }, achieved, holds: achieved.k >= k }],
    metrics,
    queries: plan.queries.map(({ name }) => ({ name, error: null, step: null })),
    outcome: { solution, options: { ...options }, search: { optimal: false, lowerBound: null, nodes: 0, checked: 0 } },
    recoding: notApplicable('sets', 'lists are taken apart together with those of other rows'),
    warnings: warnOfSimilarItems(attribute, texts),
    audit: auditHere(auditDissociatedInSteps(release, { ...spec, recordsOf }, table)),
    seconds: { search, measure, release: clock() },
  };
}

/** Records by the cluster that each is in. */
function piecesOf(recordsOf: readonly Uint32Array[], rows: number): Pieces {
  const classId = new Uint32Array(rows);
  recordsOf.forEach((own, cluster) => own.forEach((row) => (classId[row] = cluster)));
  return { entry: classId.map((_, row) => row), classId, count: classId.map(() => 1) };
}

function countSolution(joints: readonly JointCluster[], records: TermLists) {
  const clusters = joints.flatMap((joint) => joint.clusters);
  const chunks = clusters.flatMap((cluster) => cluster.chunks);
  const shared = joints.flatMap((joint) => joint.shared);
  const all = records.terms.length;
  const shown = [...chunks, ...shared].reduce((sum, { subRecords }) => sum + subRecords.terms.length, 0);
  return {
    clusters: clusters.length,
    recordChunks: chunks.length,
    jointClusters: joints.filter((joint) => joint.clusters.length > 1).length,
    sharedChunks: shared.length,
    /** Terms of records: all, those that the release shows a record to have, and the rest, known by cluster alone. */
    terms: all,
    termsInChunks: shown,
    termsInTermChunks: all - shown,
  };
}
