import { runToCompletion, type Steps } from '../../base/steps.js';
import { InvalidArgumentError } from '../../base/errors.js';
import type { Job } from '../../job/job.js';
import type { ResolvedJob } from '../../pipeline/resolve-job.js';
import { resolveOfRows } from '../../pipeline/resolve-job.js';
import { permutationOf, requireResolved } from '../../pipeline/audit-spec.js';
import type { Table } from '../../table/table.js';
import { valuesLeft, type ValuesLeft, type WorldRelease } from './composed-worlds.js';
import type { BucketView } from './permuted-buckets.js';
import { requireColumn, viewBucketsInSteps } from './permuted-buckets.js';
import { sharedValues, spreadRare, type ValuesByBucket } from './rare-releases.js';

/** Distinct people, and rows, between two yields. */
const VECTORS_AT_ONCE = 16;
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

/** What two releases tell together of one sensitive attribute. */
export interface ComposedAttribute {
  /** The sensitive column. */
  readonly attribute: string;
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
  /** Values left to a person on average, by the first, the second and both (contradicted people left out). */
  readonly averageLeft: readonly [first: number, second: number, both: number];
}

/** A release with its job resolved, read against a table of people. */
export interface ViewedRelease extends Omit<ComposedRelease, 'job'> {
  readonly job: ResolvedJob;
  readonly view: BucketView;
}

/** What two releases of overlapping people tell together. Counts, never a cell. */
export interface CompositionReport {
  /** Rows of the table of people. */
  readonly people: number;
  /** People who match no class of the first, of the second. */
  readonly unmatched: readonly [number, number];
  /** Every sensitive column that both releases have. */
  readonly attributes: readonly ComposedAttribute[];
}

/**
 * Composition of two releases of the same people: whoever knows that a person is in both is left with the sensitive values
 * that the person's classes of both share. Ganta, Kasiviswanathan and Smith, "Composition Attacks and Auxiliary
 * Information in Data Privacy", KDD 2008, section 2 (intersection attack). A person of the table matches a class (a bucket,
 * of a permuted release) that shows all of the person's quasi-identifiers; of several, their values are joined.
 *
 * @param people - a table with the quasi-identifiers of both jobs
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
  for (const side of [first, second]) {
    const parsed = resolveOfRows(side.job, 'the composition attack');
    requireResolved(parsed);
    sides.push({ ...side, job: parsed, view: yield* viewBucketsInSteps(side.release, people, parsed, side.groups) });
  }
  const [one] = sides;
  const names = Object.keys(one.job.attributes).filter((name) =>
    sides.every(
      (side) =>
        Object.hasOwn(side.job.attributes, name) &&
        side.job.attributes[name].role === 'sensitive' &&
        hasColumn(side, name),
    ),
  );
  if (names.length === 0) {
    throw new InvalidArgumentError(
      'release',
      'a column in both releases with the role "sensitive" in both jobs',
      'none',
      'NO_SENSITIVE',
    );
  }
  const matches: number[][][] = [];
  for (const { view } of sides) {
    const own: number[][] = [];
    for (let vector = 0; vector < view.people.count; vector++) {
      if (vector % VECTORS_AT_ONCE === 0) yield;
      own.push(view.matches(vector).map(({ bucket }) => bucket));
    }
    matches.push(own);
  }
  const rowsOf = (side: number, row: number): readonly number[] => matches[side][sides[side].view.people.vectorOf[row]];
  const unmatched: [number, number] = [0, 0];
  for (let row = 0; row < people.rows; row++) {
    if (row % ROWS_AT_ONCE === 0) yield;
    for (const side of [0, 1]) if (rowsOf(side, row).length === 0) unmatched[side]++;
  }
  const kindOf = new Map<string, number>();
  const classesOf: number[][][] = [];
  const counts: number[] = [];
  const kinds: number[] = [];
  for (let row = 0; row < people.rows; row++) {
    if (row % ROWS_AT_ONCE === 0) yield;
    const classes = [0, 1].map((side) => [...rowsOf(side, row)]);
    const key = classes.join('|');
    const kind = kindOf.get(key) ?? classesOf.push(classes) - 1;
    kindOf.set(key, kind);
    counts[kind] = (counts[kind] ?? 0) + 1;
    kinds.push(kind);
  }
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
    if (spread !== null) {
      // Rows of "other" may be of several values: only sets are compared.
      attributes.push(summarize(attribute, kinds, setsOf(classesOf, found), sharedSets(classesOf, spread)));
      continue;
    }
    const alone = [yield* valuesLeft(counts, [releases[0]]), yield* valuesLeft(counts, [releases[1]])];
    const both = yield* valuesLeft(counts, releases);
    attributes.push(summarize(attribute, kinds, alone, both));
  }
  return { people: people.rows, unmatched, attributes };
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

function summarize(
  attribute: string,
  kinds: readonly number[],
  alone: readonly ValuesLeft[],
  both: ValuesLeft,
): ComposedAttribute {
  const known = [0, 0, 0];
  const left = [0, 0, 0];
  let inBoth = 0;
  let contradicted = 0;
  let comparedBySets = 0;
  for (const kind of kinds) {
    const [a, b] = alone.map(({ values }) => values[kind]?.size ?? 0);
    if (a === 0 || b === 0) continue;
    if ([...alone, both].some(({ isBySets }) => isBySets[kind] === 1)) comparedBySets++;
    const common = both.values[kind]?.size ?? 0;
    if (common === 0) {
      contradicted++;
      continue;
    }
    inBoth++;
    [a, b, common].forEach((size, i) => (left[i] += size));
    if (a === 1) known[0]++;
    if (b === 1) known[1]++;
    if (a > 1 && b > 1 && common === 1) known[2]++;
  }
  const average = (sum: number): number => (inBoth === 0 ? 0 : sum / inBoth);
  return {
    attribute,
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
  { release, job, sensitive, view }: ViewedRelease,
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
  const { bucketColumn } = permutationOf(job) ?? { bucketColumn: 'bucket' };
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
