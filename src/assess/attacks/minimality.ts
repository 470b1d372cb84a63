import { attributeOf } from '../../privacy/attribute-of.js';
import type { Minimality } from '../../algorithms/algorithm.js';
import { runToCompletion, type Steps } from '../../base/steps.js';
import { contains } from '../../audit/labels.js';
import { InvalidArgumentError } from '../../base/errors.js';
import type { Job } from '../../job/job.js';
import { auditSpecOf } from '../../pipeline/audit-spec.js';
import { requireResolved } from '../../job/hierarchy-files.js';
import { knownToMinimality } from '../../pipeline/minimal-recoding.js';
import { attackedByRows } from './attacked-job.js';
import type { Column, Table } from '../../table/table.js';
import { divisionsOf, type Division } from './divisions.js';
import { lastStepOfDatafly } from './last-step-of-datafly.js';
import { viewBucketsInSteps, type BucketView } from './permuted-buckets.js';
import { readNodeColumns, type NodeColumn } from './release-nodes.js';
import { credibilitiesInSteps, type CountedClass, type Credibility } from './world-counts.js';

/** Rows, and people or classes, between two yields. */
const ROWS_AT_ONCE = 1 << 15;
const VECTORS_AT_ONCE = 4;

/** Options of `attackMinimality`. */
export interface MinimalityOptions {
  /** Most worlds to look at for one class; default 100,000. Past it the class is unknown. */
  readonly budget?: number;
}

/** Knowledge that minimality adds to a release about one sensitive attribute. */
export interface MinimalityReport {
  /** The sensitive column. */
  readonly attribute: string;
  /** Released rows. */
  readonly rows: number;
  /** Released classes. */
  readonly classes: number;
  /** Rows of classes that were counted. */
  readonly counted: number;
  /** Rows of classes that were not: people of the table are not theirs, or the budget was passed. */
  readonly unknown: number;
  /** Rows of classes that could have been specialized whatever their people's values: their algorithm is not minimal. */
  readonly notMinimal: number;
  /** Largest probability of a value of a person by the class alone, 0 .. 1. */
  readonly largestNaive: number;
  /** Largest probability of a value of a person once minimality is known, 0 .. 1. */
  readonly largest: number;
  /** People for whom some value is likelier than their class says. */
  readonly raised: number;
  /** People of whom a value is certain by minimality alone. */
  readonly certain: number;
}

/**
 * Minimality attack: an attacker who knows the people of a release and that it would have been specialized if a specialization had satisfied
 * the models, leaves out all ways to give them the values under which one had. Wong, Fu, Wang and Pei, "Minimality Attack in
 * Privacy Preserving Data Publishing", VLDB 2007, section 3. All ways that are left are equally likely.
 *
 * What could have been specialized depends on the job's algorithm (`divisionsOf`): each class by itself (`mondrian`), a node in all classes
 * that have it (`top-down-specialization`), a level of all classes (`samarati`, `optimal-lattice`, ...), what was generalized last
 * (`bottom-up-generalization`, `datafly`). One part anywhere that breaks the models is reason enough for a specialization of
 * several classes not to be made: the ways of these classes are counted together. Exact for these facts.
 *
 * @param people - a table with the quasi-identifiers of exactly the people of the release; a class that other people match
 * too is unknown, and so are all classes of an algorithm that specializes several at once
 * @throws InvalidArgumentError ALGORITHM_NOT_SUPPORTED for an algorithm of which no such fact is known, or with a limit of suppressed
 * rows where that makes it so; MODEL_NOT_SUPPORTED for a model other than k-anonymity, distinct l-diversity and
 * (alpha,k)-anonymity, on one sensitive attribute, or a permuted release
 */
export function attackMinimality(
  release: Table,
  people: Table,
  job: Job,
  options: MinimalityOptions = {},
): MinimalityReport {
  return runToCompletion(attackMinimalityInSteps(release, people, job, options));
}

/** {@link attackMinimality} that yields between stretches of the work. */
export function* attackMinimalityInSteps(
  release: Table,
  people: Table,
  job: Job,
  options: MinimalityOptions = {},
): Steps<MinimalityReport> {
  const { attribute, view, classes, answers } = yield* weighValuesInSteps(release, people, job, options);
  const report = { counted: 0, unknown: 0, notMinimal: 0, largestNaive: 0, largest: 0, raised: 0, certain: 0 };
  answers.forEach((answer, bucket) => {
    const rows = view.rows[bucket];
    if (answer === 'unknown') report.unknown += rows;
    else if (answer === null) report.notMinimal += rows;
    else {
      const { people: counts, values } = classes[bucket];
      report.counted += rows;
      const naive = values.map((count) => count / rows);
      report.largestNaive = naive.reduce((most, share) => Math.max(most, share), report.largestNaive);
      answer.forEach((shares, v) => {
        report.largest = shares.reduce((most, share) => Math.max(most, share), report.largest);
        if (shares.some((share, s) => share > naive[s] * (1 + 1e-9))) report.raised += counts[v];
        if (shares.some((share, s) => share === 1 && naive[s] < 1)) report.certain += counts[v];
      });
    }
  });
  return { attribute, rows: release.rows, classes: view.buckets, ...report };
}

/** The answer for every class and person, of which `attackMinimality` reports the numbers. */
interface WeighedValues {
  readonly attribute: string;
  readonly view: BucketView;
  /** [classes] vectors of people who match it, ascending, and codes of its sensitive values in the release, ascending. */
  readonly vectorsOf: readonly (readonly number[])[];
  readonly valuesOf: readonly (readonly number[])[];
  readonly classes: readonly CountedClass[];
  /** [classes][vectors][values] */
  readonly answers: readonly Credibility[];
}

/** Throws as `attackMinimality` does. */
export function weighValues(release: Table, people: Table, job: Job, options: MinimalityOptions = {}): WeighedValues {
  return runToCompletion(weighValuesInSteps(release, people, job, options));
}

function* weighValuesInSteps(
  release: Table,
  people: Table,
  job: Job,
  { budget = 100_000 }: MinimalityOptions = {},
): Steps<WeighedValues> {
  const attacked = attackedByRows(
    job,
    { tables: [release, people] },
    'the minimality attack',
    'the attacks "linkage", "homogeneity" and "history"',
  );
  requireResolved(attacked);
  const { plan } = attacked;
  const known = knownToMinimality(attacked, release.rows);
  if (typeof known === 'object') throw new InvalidArgumentError('job', known.expected, known.received, known.code);
  const attribute = attacked.privacy.flatMap((spec) => attributeOf(spec) ?? [])[0];
  const sensitive = release.column(attribute);
  if (sensitive === undefined) {
    throw new InvalidArgumentError('release', `a column ${JSON.stringify(attribute)}`, 'none', 'UNKNOWN_COLUMN');
  }
  const view = yield* viewBucketsInSteps(release, people, attacked);
  const spec = auditSpecOf(attacked, { original: people });
  const nodes = yield* readNodeColumns(release, spec, people, { mayHideMissing: false });
  const { vectorsOf, isKnown } = yield* matchPeople(view);
  const histogram = Array.from({ length: view.buckets }, () => new Array<number>(sensitive.texts.length).fill(0));
  for (const [row, bucket] of view.bucketOf.entries()) {
    if (row % ROWS_AT_ONCE === 0) yield;
    histogram[bucket][sensitive.codes[row]]++;
  }
  const valuesOf = histogram.map((counts) => counts.flatMap((count, value) => (count > 0 ? [value] : [])));
  const counted = histogram.map((counts, bucket): CountedClass => ({
    people: vectorsOf[bucket].map((vector) => view.people.sizes[vector]),
    values: valuesOf[bucket].map((value) => counts[value]),
    divisions: [],
  }));
  const divisions = yield* divideClasses(known, { release, people, view, nodes, spec, vectorsOf, isKnown });
  const classes =
    divisions === 'unknown' || divisions === null
      ? counted
      : counted.map((one, bucket) => ({ ...one, divisions: divisions[bucket] }));
  // Classes that are not known are in no fact of the others: see `divideClasses`.
  const asked = classes.flatMap((one, bucket) => (isKnown[bucket] ? [{ one, bucket }] : []));
  const answers = new Array<Credibility>(view.buckets).fill(divisions === null ? null : 'unknown');
  if (divisions !== null && divisions !== 'unknown') {
    const found = yield* credibilitiesInSteps(
      asked.map(({ one }) => one),
      plan.privacy,
      budget,
    );
    asked.forEach(({ bucket }, i) => (answers[bucket] = found[i]));
  }
  return { attribute, view, vectorsOf, valuesOf, classes, answers };
}

/** The vectors of people who match every class, and whether they are its people: as many, and nobody matches another class. */
function* matchPeople(view: BucketView): Steps<{ readonly vectorsOf: number[][]; readonly isKnown: boolean[] }> {
  const vectorsOf: number[][] = Array.from({ length: view.buckets }, () => []);
  const isShared = new Uint8Array(view.buckets);
  const rows = new Float64Array(view.buckets);
  for (let vector = 0; vector < view.people.count; vector++) {
    if (vector % VECTORS_AT_ONCE === 0) yield;
    const matches = view.matches(vector);
    for (const { bucket } of matches) {
      vectorsOf[bucket].push(vector);
      rows[bucket] += view.people.sizes[vector];
      if (matches.length > 1) isShared[bucket] = 1;
    }
  }
  return { vectorsOf, isKnown: Array.from(rows, (count, b) => isShared[b] === 0 && count === view.rows[b]) };
}

interface Attacked {
  readonly release: Table;
  readonly people: Table;
  readonly view: BucketView;
  readonly nodes: readonly (NodeColumn | null)[];
  readonly spec: { readonly quasiIdentifiers: readonly { readonly name: string }[] };
  readonly vectorsOf: readonly (readonly number[])[];
  readonly isKnown: readonly boolean[];
}

/**
 * [classes] the facts that the attacker knows, with the part that every vector would be in; `unknown` where a fact is of several classes
 * and not all of them are known; null when the algorithm does not make such a release of these people.
 */
function* divideClasses(
  known: Minimality,
  { release, people, view, nodes, spec, vectorsOf, isKnown }: Attacked,
): Steps<CountedClass['divisions'][] | null | 'unknown'> {
  if (known === 'every-row' || (known !== 'every-class' && isKnown.includes(false))) return 'unknown';
  const columns = spec.quasiIdentifiers.map(({ name }) => ({
    released: release.column(name) as Column,
    own: people.column(name) as Column,
  }));
  const first = firstOf(view.people.vectorOf, view.people.count);
  /** [attributes][vectors] leaf; -1 for all where the column is not of nodes. */
  const leafOf = nodes.map((node, a) => {
    const leaves = node?.leavesOf(columns[a].own);
    return Int32Array.from(first, (row) => leaves?.[columns[a].own.codes[row]] ?? -1);
  });
  const firstRow = firstOf(view.bucketOf, view.buckets);
  const codes = Array.from(firstRow, (row) => columns.map(({ released }) => released.codes[row]));
  const occurring = nodes.map((node, a) => {
    const occurs = new Uint8Array(node?.levels[0].length ?? 0);
    for (const vectors of vectorsOf) for (const v of vectors) if (leafOf[a][v] >= 0) occurs[leafOf[a][v]] = 1;
    return occurs;
  });
  const lastStep =
    known === 'last-level' && !nodes.includes(null)
      ? yield* lastStepOfDatafly(nodes as NodeColumn[], leafOf, { vectorsOf, codes })
      : undefined;
  if (lastStep === null) return null;
  if (lastStep === 'none') return codes.map(() => []);
  yield;
  const found = yield* divisionsOf(known, nodes, codes, {
    occurring: known === 'every-class' ? undefined : occurring,
    lastStep,
  });
  if (found === null) return 'unknown';
  const partsOf = ({ attribute, children, fact }: Division, bucket: number): CountedClass['divisions'][number] => ({
    fact,
    childOf: vectorsOf[bucket].map((v) => children.findIndex((runs) => contains(runs, leafOf[attribute][v]))),
  });
  const parts: CountedClass['divisions'][] = [];
  for (const [bucket, divisions] of found.entries()) {
    if (bucket % VECTORS_AT_ONCE === 0) yield;
    parts.push(divisions.map((division) => partsOf(division, bucket)));
  }
  return parts;
}

/** [groups] first place of every group. */
function firstOf(groupOf: ArrayLike<number>, groups: number): Int32Array {
  const first = new Int32Array(groups).fill(-1);
  for (let at = groupOf.length - 1; at >= 0; at--) first[groupOf[at]] = at;
  return first;
}
