import { runToCompletion, type Steps } from '../../base/steps.js';
import { InvalidArgumentError } from '../../base/errors.js';
import type { Job } from '../../job/job.js';
import { namesOfRole, type Plan, plannedRole } from '../../job/plan.js';
import { requireResolved } from '../../job/hierarchy-files.js';
import { attackedJob } from './attacked-job.js';
import type { Table } from '../../table/table.js';
import { valuesLeft, type ValuesLeft, type WorldRelease } from './composed-worlds.js';
import { dropStarred } from './drop-starred.js';
import type { BucketView } from './permuted-buckets.js';
import { requireColumn, viewBucketsInSteps } from './permuted-buckets.js';
import { groupWho, isConstantOf, personsOfPeople, sharedByRows, type Who } from './persons-left.js';
import { sharedValues, spreadRare, type ValuesByBucket } from './rare-releases.js';

/** Distinct people, and rows, between two yields. */
const VECTORS_AT_ONCE = 4;
const ROWS_AT_ONCE = 1 << 13;

/** One of two releases, with the job that made it. */
export interface ComposedRelease {
  /** The released table. */
  readonly release: Table;
  /** The job that made it. */
  readonly job: Job;
  /** Columns that stayed together, where the job does not say it. */
  readonly groups?: readonly (readonly string[])[];
  /** The second table of an algorithm that releases two. */
  readonly sensitive?: Table;
}

/**
 * Values that two releases together reveal of one sensitive attribute. Where persons are counted, a column with one value in all rows of a person
 * (`isConstant`) is judged over all of them; in another column each row is judged by itself, and a person counts where one of their rows does.
 */
export interface ComposedAttribute {
  /** The sensitive column. */
  readonly attribute: string;
  /** Present where persons are counted: true where the table of people has the column, with one value in all rows of each person. */
  readonly isConstant?: boolean;
  /** People who match both releases and have a value in both. */
  readonly inBoth: number;
  /** People of whom the first release alone leaves one value. */
  readonly knownByFirst: number;
  /** People of whom the second alone leaves one value. */
  readonly knownBySecond: number;
  /** People of whom only both together leave one value. */
  readonly knownByBoth: number;
  /** People of whom no value is left: they are not in both releases. */
  readonly contradicted: number;
  /**
   * People of `inBoth` and `contradicted` of whom sets of values were compared instead of numbers of rows, since a limit of the work was
   * passed: they may be left with fewer values.
   */
  readonly comparedBySets: number;
  /**
   * Values left to a person on average, by the first, the second and both (contradicted people left out); where rows are judged by themselves, to
   * the row of the person that both leave fewest.
   */
  readonly averageLeft: readonly [first: number, second: number, both: number];
}

/** A release with the plan of its job, read against a table of people. */
export interface ViewedRelease extends Omit<ComposedRelease, 'job'> {
  readonly plan: Plan;
  readonly view: BucketView;
}

/** Values that two releases of overlapping people together reveal. Counts, never a cell. */
export interface CompositionReport {
  /** Rows of the table of people; its persons where they are counted. */
  readonly people: number;
  /** Persons of the table of people, where a job names their key: then persons are counted. Null: rows are. */
  readonly persons: number | null;
  /** People who match no class of the first, of the second. */
  readonly unmatched: readonly [number, number];
  /** Every sensitive column that both releases have. */
  readonly attributes: readonly ComposedAttribute[];
}

/**
 * Composition of two releases of the same people: an attacker who knows that a person is in both keeps the sensitive values that the person's classes
 * of both share. Ganta, Kasiviswanathan and Smith, "Composition Attacks and Auxiliary Information in Data Privacy", KDD 2008, section 2 (intersection
 * attack). A person of the table matches a class (a bucket, of a permuted release) that shows all of the person's quasi-identifiers; of several,
 * their values are joined.
 *
 * Counts persons, over all their rows in the table of people, where a job names their key. Rows are placed in classes as if each were of another
 * person, so fewer values may be left than are reported: a lower bound of what is learned.
 *
 * @param people - a table with the quasi-identifiers of both jobs, and with the key of persons where a job names one
 * @throws InvalidArgumentError NO_SENSITIVE when no sensitive attribute of both jobs is in both releases, and as viewBuckets
 */
export function attackComposition(first: ComposedRelease, second: ComposedRelease, people: Table): CompositionReport {
  return runToCompletion(attackCompositionInSteps(first, second, people));
}

/** {@link attackComposition} that yields between stretches of the work. */
export function* attackCompositionInSteps(
  first: ComposedRelease,
  second: ComposedRelease,
  people: Table,
): Steps<CompositionReport> {
  const sides: ViewedRelease[] = [];
  const jobs = [first, second].map(({ job, ...side }) =>
    attackedJob(job, { tables: [side.release, side.sensitive], register: people }),
  );
  const plans = jobs.map(({ plan }) => plan);
  const persons = yield* personsOfPeople(people, plans, 'the composition attack');
  for (const [i, side] of [first, second].entries()) {
    const job = jobs[i];
    requireResolved(job);
    const release = yield* dropStarred(side.release, job.plan);
    const view = yield* viewBucketsInSteps(release, people, job, side.groups);
    sides.push({ ...side, release, plan: job.plan, view });
  }
  const names = namesOfRole(plans[0], 'sensitive').filter(
    (name) => plannedRole(plans[1], name) === 'sensitive' && sides.every((side) => hasColumn(side, name)),
  );
  if (names.length === 0) {
    throw new InvalidArgumentError(
      'release',
      'a column in both releases with the role "sensitive" in both jobs',
      'none',
      'NO_SENSITIVE',
    );
  }
  const { kinds, counts, classesOf } = yield* groupKinds(people, sides);
  const who = groupWho(kinds, () => 1, persons);
  yield;
  const unmatchedIn = (side: number): number =>
    who.reduce((sum, each) => sum + (each.kinds.some((kind) => classesOf[kind][side].length > 0) ? 0 : each.people), 0);
  const attributes: ComposedAttribute[] = [];
  for (const attribute of names) {
    const releases: WorldRelease[] = [];
    const found: ValuesByBucket[] = [];
    for (const [s, side] of sides.entries()) {
      const values = yield* valuesByBucket(side, attribute);
      found.push(values);
      releases.push({ classesOf: classesOf.map((classes) => classes[s]), values });
    }
    const spread = spreadRare(sides, found, attribute);
    const isConstant = isConstantOf(people.column(attribute), persons);
    // Rows of "other" may be of several values: only sets are compared.
    const [alone, both] =
      spread !== null
        ? [setsOf(classesOf, found), sharedSets(classesOf, spread)]
        : [
            [yield* valuesLeft(counts, [releases[0]]), yield* valuesLeft(counts, [releases[1]])],
            yield* valuesLeft(counts, releases),
          ];
    const known = persons === null ? {} : { isConstant };
    attributes.push({ attribute, ...known, ...summarize(who, alone, both, isConstant) });
  }
  return {
    people: persons?.count ?? people.rows,
    persons: persons?.count ?? null,
    unmatched: [unmatchedIn(0), unmatchedIn(1)],
    attributes,
  };
}

/** Rows that match the same classes of every release: a kind of every row, and its rows and classes. */
function* groupKinds(
  people: Table,
  sides: readonly ViewedRelease[],
): Steps<{ readonly kinds: Uint32Array; readonly counts: number[]; readonly classesOf: number[][][] }> {
  const matches: number[][][] = [];
  for (const { view } of sides) {
    const own: number[][] = [];
    for (let vector = 0; vector < view.people.count; vector++) {
      if (vector % VECTORS_AT_ONCE === 0) yield;
      own.push(view.matches(vector).map(({ bucket }) => bucket));
    }
    matches.push(own);
  }
  const kindOf = new Map<string, number>();
  const classesOf: number[][][] = [];
  const counts: number[] = [];
  const kinds = new Uint32Array(people.rows);
  for (let row = 0; row < people.rows; row++) {
    if (row % ROWS_AT_ONCE === 0) yield;
    const classes = sides.map(({ view }, side) => matches[side][view.people.vectorOf[row]]);
    const key = classes.join('|');
    const kind = kindOf.get(key) ?? classesOf.push(classes) - 1;
    kindOf.set(key, kind);
    counts[kind] = (counts[kind] ?? 0) + 1;
    kinds[row] = kind;
  }
  return { kinds, counts, classesOf };
}

/** Values of every kind by sets alone. */
const bySets = (values: readonly ReadonlySet<string>[]): ValuesLeft => ({
  values,
  isBySets: new Uint8Array(values.length).fill(1),
});

const setsOf = (classesOf: readonly (readonly number[][])[], found: readonly ValuesByBucket[]): ValuesLeft[] =>
  found.map((values, side) =>
    bySets(classesOf.map((classes) => new Set(classes[side].flatMap((each) => [...values[each].keys()])))),
  );

const sharedSets = (
  classesOf: readonly (readonly number[][])[],
  spread: readonly (readonly ReadonlySet<string>[])[],
): ValuesLeft => bySets(classesOf.map((classes) => sharedValues(classes, spread)));

/** Values left by the first release, the second and both. */
type Left = readonly [first: number, second: number, both: number];

/** Numbers of values left by the rows in both releases by which somebody is judged. */
function leftTo(who: Who, alone: readonly ValuesLeft[], both: ValuesLeft, isConstant: boolean): Left[] {
  const sides = [...alone, both].map(({ values }) => values);
  if (isConstant) {
    const shared = sides.map((values) => sharedByRows(who, values)?.size ?? 0);
    if (shared.every((size) => size > 0)) return [[shared[0], shared[1], shared[2]]];
  }
  return who.kinds
    .map((kind): Left => [sides[0][kind]?.size ?? 0, sides[1][kind]?.size ?? 0, sides[2][kind]?.size ?? 0])
    .filter(([first, second]) => first > 0 && second > 0);
}

function summarize(
  who: readonly Who[],
  alone: readonly ValuesLeft[],
  both: ValuesLeft,
  isConstant: boolean,
): Omit<ComposedAttribute, 'attribute' | 'isConstant'> {
  const known = [0, 0, 0];
  const left = [0, 0, 0];
  let inBoth = 0;
  let contradicted = 0;
  let comparedBySets = 0;
  for (const each of who) {
    const { kinds, people } = each;
    const all = leftTo(each, alone, both, isConstant);
    if (all.length === 0) continue;
    const isBySets = kinds.some((kind) => [...alone, both].some((found) => found.isBySets[kind] === 1));
    if (isBySets) comparedBySets += people;
    const rows = all.filter(([, , common]) => common > 0);
    if (rows.length === 0) {
      contradicted += people;
      continue;
    }
    inBoth += people;
    const fewest = rows.reduce((least, row) => (row[2] < least[2] ? row : least));
    fewest.forEach((size, i) => (left[i] += size * people));
    if (rows.some(([a]) => a === 1)) known[0] += people;
    if (rows.some(([, b]) => b === 1)) known[1] += people;
    if (rows.some(([a, b, common]) => a > 1 && b > 1 && common === 1)) known[2] += people;
  }
  const average = (sum: number): number => (inBoth === 0 ? 0 : sum / inBoth);
  return {
    inBoth,
    knownByFirst: known[0],
    knownBySecond: known[1],
    knownByBoth: known[2],
    contradicted,
    comparedBySets,
    averageLeft: [average(left[0]), average(left[1]), average(left[2])],
  };
}

/** True when one of the tables of a release has the column. */
export function hasColumn({ release, sensitive }: Omit<ComposedRelease, 'job'>, name: string): boolean {
  return release.column(name) !== undefined || sensitive?.column(name) !== undefined;
}

/**
 * [buckets] rows by text of a column in every bucket; the buckets of a second table are those of the first with the same number.
 * Yields between stretches of the work.
 */
export function* valuesByBucket(
  { release, plan, sensitive, view }: ViewedRelease,
  attribute: string,
): Steps<Map<string, number>[]> {
  const values = Array.from({ length: view.buckets }, () => new Map<string, number>());
  const count = (bucket: number, text: string): unknown =>
    values[bucket].set(text, (values[bucket].get(text) ?? 0) + 1);
  const own = release.column(attribute);
  if (own !== undefined) {
    for (const [row, bucket] of view.bucketOf.entries()) {
      if (row % ROWS_AT_ONCE === 0) yield;
      count(bucket, own.texts[own.codes[row]]);
    }
    return values;
  }
  const apart = sensitive?.column(attribute);
  if (apart === undefined) return values;
  const { bucketColumn } = plan.permutes ?? { bucketColumn: 'bucket' };
  const first = requireColumn(release, bucketColumn, 'release');
  const second = requireColumn(sensitive as Table, bucketColumn, 'sensitive table');
  const bucketOfText = new Map<string, number>();
  for (const [row, bucket] of view.bucketOf.entries()) {
    if (row % ROWS_AT_ONCE === 0) yield;
    bucketOfText.set(first.texts[first.codes[row]], bucket);
  }
  for (const [row, code] of second.codes.entries()) {
    if (row % ROWS_AT_ONCE === 0) yield;
    const bucket = bucketOfText.get(second.texts[code]);
    if (bucket !== undefined) count(bucket, apart.texts[apart.codes[row]]);
  }
  return values;
}
