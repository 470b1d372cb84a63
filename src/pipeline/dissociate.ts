import { dissociateRecords, requireDealable } from '../algorithms/sets/dissociation.js';
import { type DissociationOptions, dissociationOptions } from '../algorithms/sets/dissociation-options.js';
import type { JointCluster } from '../algorithms/sets/refine.js';
import type { RecordPersons, TermLists } from '../algorithms/sets/term-lists.js';
import { auditDissociatedInSteps } from '../audit/dissociated.js';
import type { DissociatedSpec } from '../audit/dissociated-parts.js';
import type { AuditReport } from '../audit/report.js';
import { InvalidArgumentError } from '../base/errors.js';
import { formatPath } from '../base/describe.js';
import { parseWith } from '../base/schema-parts.js';
import type { ResolvedJob } from './resolved-job.js';
import { isWithheld, type Plan, plannedColumn, plannedKinds } from '../job/plan.js';
import { keysOf, requireNamed } from '../job/roles.js';
import { measureSizes } from '../quality/metrics.js';
import { buildDissociated, dissociatedColumns, orderClusters } from '../release/build-dissociated.js';
import type { Pieces } from '../release/pieces.js';
import type { Steps } from '../base/steps.js';
import { withDeclaredTypes } from '../table/declared-types.js';
import type { Column, Table } from '../table/table.js';
import { rowsPerEntry } from '../table/table.js';
import { dissociatedSpecOf } from './audit-spec.js';
import { countPersons } from './count-persons.js';
import { describeRun } from './explained-run.js';
import { fewestWithSets } from './fewest-with-sets.js';
import { numberPersons, requirePersons } from './number-persons.js';
import { planRun } from './plan-run.js';
import { requireRows } from './pre-checks.js';
import { notApplicable } from './recoding/recoding.js';
import { refuseIdentifiersInTexts } from './search-identifiers.js';
import { auditHere } from './running-audit.js';
import type { Units } from '../table/units.js';
import { stopwatch } from './stopwatch.js';
import type { CheckedRun, Previewed, RunContext, Unconfirmed } from './run-values.js';

/** Parameters of a run of dissociation. */
interface ListPlan {
  readonly attribute: string;
  readonly delimiter: string;
  readonly k: number;
  readonly m: number;
  readonly missing: readonly string[];
}

/**
 * The parameters of dissociation. Throws InvalidArgumentError: MODEL_UNSUPPORTED unless the plan has km-anonymity of one attribute and nothing
 * else, COLUMN_UNSUPPORTED for another attribute that would be released, RESERVED_NAME.
 */
function planLists(plan: Plan): ListPlan {
  const [model, ...others] = plan.privacy;
  if (model.model !== 'km-anonymity' || others.length > 0) {
    throw new InvalidArgumentError(
      'privacy',
      'one model, km-anonymity of the set-valued attribute, with dissociation',
      plan.privacy.map((each) => each.model).join(', '),
      'MODEL_UNSUPPORTED',
    );
  }
  const { attribute, k, m } = model;
  if ((dissociatedColumns as readonly string[]).includes(attribute)) {
    throw new InvalidArgumentError(
      formatPath(['attributes', attribute]),
      `another name than ${dissociatedColumns.join(', ')}, which the release has itself`,
      JSON.stringify(attribute),
      'RESERVED_NAME',
    );
  }
  const { columns, defaultRole, missing } = plan;
  const released = columns.find(({ name, isNamed }) => isNamed && name !== attribute && !isWithheld(plan, name));
  if (released !== undefined || defaultRole === 'insensitive') {
    throw new InvalidArgumentError(
      released === undefined ? 'defaultRole' : formatPath(['attributes', released.name, 'role']),
      '"drop" or "identifier": dissociation releases the set-valued attribute alone, since other columns would join its parts',
      JSON.stringify(released === undefined ? defaultRole : released.role),
      'COLUMN_UNSUPPORTED',
    );
  }
  return { attribute, delimiter: plannedColumn(plan, attribute)!.spec.set!.delimiter, k, m, missing };
}

/** Audits a dissociated release. */
export function auditDissociationInSteps(release: Table, job: ResolvedJob, original?: Table): Steps<AuditReport> {
  const plan = planRun(job, original?.columns);
  planLists(plan);
  return auditDissociatedInSteps(
    release,
    dissociatedSpecOf(
      job,
      (original ?? release).columns.map(({ name }) => name),
    ),
    original && typedFor(plan, original),
  );
}

/** The table with the types that the job declares, by which keys are compared. */
const typedFor = (plan: Plan, table: Table): Table =>
  plan.unit.name === 'person' ? withDeclaredTypes(table, plannedKinds(plan)) : table;

/**
 * Checks a plan of dissociation on a table with a set-valued column. Throws the errors that are known before the search. Yields between stretches of
 * the work.
 *
 * @param job - options of the algorithm as given, since their defaults depend on k, and the requirements of the audit
 */
export function* checkListRun(table: Table, plan: Plan, job: ResolvedJob): Steps<CheckedRun> {
  const lists = planLists(plan);
  const { attribute, k } = lists;
  const options = parseWith(dissociationOptions(k), job.given, ['algorithm']);
  requireNamed(plan, table);
  requireRows(table, k);
  const typed = typedFor(plan, table);
  const { units, warnings } = yield* numberPersons(typed, plan, keysOf(plan, typed));
  if (units !== null) requirePersons(units, k, plan.unit);
  const persons = units === null ? null : recordPersons(typed, units);
  if (persons !== null) requireDealable(persons, k);
  const input = {
    table: typed,
    lists,
    spec: dissociatedSpecOf(
      job,
      table.columns.map(({ name }) => name),
    ),
    options,
    persons,
  };
  return {
    rows: table.rows,
    persons: units?.count ?? null,
    quasiIdentifiers: [attribute],
    warnings: [...table.warnings, ...warnings, ...(yield* refuseIdentifiersInTexts(table, plan))],
    explain: () => describeRun(plan, { table: typed, domains: [], persons: units?.count ?? null }),
    execute: (_, context) => dissociate(input, context),
    // Making the table is a small part of it.
    preview: (_, context) => dissociate(input, context),
  };
}

/** Persons of the records, of which an entry may stand for several. */
function recordPersons({ rows, entries, weights }: Table, { of, count }: Units): RecordPersons {
  if (weights === null) return { count, of };
  const all = new Uint32Array(rows);
  for (let entry = 0, row = 0; entry < entries; row += weights[entry++]) all.fill(of[entry], row, row + weights[entry]);
  return { count, of: all };
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
    warnings: [],
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

/** Entries, or texts, read between two yields. */
const YIELD_ENTRIES = 1 << 13;

/** The terms of every row as numbers, the most frequent first; ascending in a record. */
function* readRecords(
  table: Table,
  { codes, texts, missingCode }: Column,
  { delimiter, missing }: ListPlan,
): Steps<{ readonly records: TermLists; readonly texts: readonly string[] }> {
  const rowsWith = new Float64Array(texts.length);
  const weights = rowsPerEntry(table);
  codes.forEach((code, entry) => (rowsWith[code] += weights[entry]));
  const isMissing = new Set(missing);
  /** Terms of texts that rows have, by first appearance. */
  const numbers = new Map<string, number>();
  const supports: number[] = [];
  /** [terms] the text that had it last, from 1. */
  const lastIn: number[] = [];
  const start = new Uint32Array(texts.length + 1);
  let items = new Uint32Array(texts.length);
  let kept = 0;
  for (const [code, text] of texts.entries()) {
    if (code % YIELD_ENTRIES === 0) yield;
    const own = code === missingCode || rowsWith[code] === 0 ? [] : text.split(delimiter);
    if (kept + own.length > items.length) items = grown(items, kept + own.length);
    for (const untrimmed of own) {
      const item = untrimmed.trim();
      if (item === '' || isMissing.has(item)) continue;
      let term = numbers.get(item);
      if (term === undefined) {
        numbers.set(item, (term = supports.length));
        supports.push(0);
        lastIn.push(0);
      }
      if (lastIn[term] === code + 1) continue;
      lastIn[term] = code + 1;
      items[kept++] = term;
      supports[term] += rowsWith[code];
    }
    start[code + 1] = kept;
  }
  const names = [...numbers.keys()];
  const byFrequency = Uint32Array.from(names.keys()).sort(
    (a, b) => supports[b] - supports[a] || (names[a] < names[b] ? -1 : 1),
  );
  const numberOf = new Uint32Array(names.length);
  byFrequency.forEach((term, number) => (numberOf[term] = number));
  for (const [code] of texts.entries()) {
    if (code % YIELD_ENTRIES === 0) yield;
    const own = items.subarray(start[code], start[code + 1]);
    for (let i = 0; i < own.length; i++) own[i] = numberOf[own[i]];
    own.sort();
  }
  const records = yield* recordsOf(table.rows, { codes, weights }, { start, terms: items });
  return { records, texts: Array.from(byFrequency, (term) => names[term]) };
}

/** A longer array that begins with the same numbers. */
function grown(numbers: Uint32Array, least: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(Math.max(least, 2 * numbers.length));
  longer.set(numbers);
  return longer;
}

/** The terms of every row, of entries that have the terms of a text. */
function* recordsOf(
  rows: number,
  { codes, weights }: { readonly codes: ArrayLike<number>; readonly weights: ArrayLike<number> },
  { start, terms }: TermLists,
): Steps<TermLists> {
  const begins = new Uint32Array(rows + 1);
  let row = 0;
  for (let entry = 0; entry < codes.length; entry++) {
    if (entry % YIELD_ENTRIES === 0) yield;
    const length = start[codes[entry] + 1] - start[codes[entry]];
    for (let i = 0; i < weights[entry]; i++, row++) begins[row + 1] = begins[row] + length;
  }
  const all = new Uint32Array(begins[rows]);
  row = 0;
  for (let entry = 0; entry < codes.length; entry++) {
    if (entry % YIELD_ENTRIES === 0) yield;
    for (let i = 0; i < weights[entry]; i++, row++) {
      for (let at = start[codes[entry]], to = begins[row]; to < begins[row + 1]; at++, to++) all[to] = terms[at];
    }
  }
  return { start: begins, terms: all };
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
