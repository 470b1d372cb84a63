import { filterRows } from '../../pipeline/take-rows.js';
import { DisjointSets } from '../../base/disjoint-sets.js';
import { InvalidArgumentError } from '../../base/errors.js';
import { sumOf } from '../../base/sequences.js';
import type { Job } from '../../job/job.js';
import { resolveSuppression } from '../../job/suppression-limit.js';
import { runToCompletion, untilOver, type Steps } from '../../base/steps.js';
import { countMarginsStepwise } from '../../membership/count-margins.js';
import { solveOverlap, type OverlapAnswer, type OverlapProblem } from '../../membership/solve-overlap.js';
import { requireResolved } from '../../job/hierarchy-files.js';
import type { Table } from '../../table/table.js';
import type { Units } from '../../table/units.js';
import { type AttackedJob, attackedJob, countsPersons } from './attacked-job.js';
import { readOriginal, unitsOfTable } from './class-persons.js';
import {
  anything,
  joinPersons,
  certainlyOut,
  solvePersons,
  type Bounds,
  type ReleasedRows,
} from './membership-of-persons.js';
import type { BucketMatch, BucketView } from './permuted-buckets.js';
import { viewBucketsInSteps } from './permuted-buckets.js';

/** Distinct people, and buckets that they match, between two yields. */
const VECTORS_AT_ONCE = 4;
const MATCHES_AT_ONCE = 1 << 12;

const DEFAULT_BUDGET = 200_000;

/** Options of `attackMembership`. */
export interface MembershipOptions {
  /** Columns that stayed together, where the job does not say it (slicing with `auto`). */
  readonly groups?: readonly (readonly string[])[];
  /** Most states that the count of one bucket, or of one set of buckets that people share, may visit. Default 200,000. */
  readonly budget?: number;
  /** The input of the release. Where the job names the key of persons and the public table lacks it, it shows that each person has one row. */
  readonly original?: Table;
  /** Called with the buckets, or sets of buckets that people share, that are counted, and with all of them. */
  readonly onProgress?: (done: number, all: number) => void;
  /** Asked between stretches of the work; once true, what is not counted keeps the bounds 0 and 1. */
  readonly isOver?: () => boolean;
}

/** Conclusions from a release and a public table on who is in the release. */
export interface MembershipReport {
  /** Rows of the public table; its persons where it has the key that the job names. */
  readonly people: number;
  /** Persons of the public table, where they are counted; then the bounds are those of persons, in the order of their first rows. Null: rows are. */
  readonly persons: number | null;
  /** Buckets of the release. */
  readonly buckets: number;
  /** People known to be in the table. */
  readonly certain: number;
  /** People known not to be in it: they match no bucket, or no way chooses them. */
  readonly excluded: number;
  /** People with an exact probability, certain and excluded ones counted. */
  readonly exact: number;
  /** People with only an interval. */
  readonly unknown: number;
  /** Unknown people for whom it is not decided whether they are certain or excluded. */
  readonly undecided: number;
  /** People in buckets that no people of the public table can fill: somebody in the release is not in the public table. */
  readonly contradicted: number;
  /** Bounds of the smallest probability of a person. Equal where it is exact. */
  readonly smallest: readonly [number, number];
  /** Bounds of the largest probability of a person. Equal where it is exact. */
  readonly largest: readonly [number, number];
  /** People by exact probability: tenths, [0, 0.1), ..., [0.9, 1]. */
  readonly histogram: readonly number[];
  /** Problems that were counted: buckets, and sets of buckets that people share. */
  readonly problems: number;
  /** States that the counting took. */
  readonly states: number;
  /** True when `isOver` ended the work: people of the rest have no bounds. */
  readonly endedEarly: boolean;
  /** [people] lower bound of the probability of every row of the public table. */
  readonly low: Float64Array;
  /** [people] upper bound of it; equal to `low` where it is exact. */
  readonly high: Float64Array;
  /** [people] 1 where the probability is exact. */
  readonly isExact: Uint8Array;
  /** [people] 1 where a table without the person is known to be possible: not certain. */
  readonly isLeftOut: Uint8Array;
  /** [people] 1 where a table with the person is known to be possible: not excluded. */
  readonly isChosen: Uint8Array;
}

/**
 * The probability that a person of a public table is in a permuted (or generalized) release, for everyone in it, when the people
 * of the release are among those of the public table. Toth, Data Anonymization, 2015, Algorithm 5, for disjoint buckets; buckets that
 * people share are one problem.
 *
 * A person matches a bucket when the bucket shows all of the person's values, those of one group of columns together. All
 * sets of people that can fill the buckets are equally likely; they are counted, not listed.
 *
 * Of a job with a column of the role `person` and a public table that has it, a set is one of persons, each with all their rows of the public
 * table, or as many as the job releases of them (`rowsPerPerson`, `suppression`); in a permuted release no bucket has two rows of one of them.
 *
 * @throws InvalidArgumentError for a table without a quasi-identifier of the job, or groups that are not known; PERSONS_UNSUPPORTED for a permuted
 *   release by rows, PERSONS_NEEDED for a public table without the key of persons, unless the original shows that each has one row
 */
export function attackMembership(
  release: Table,
  publicTable: Table,
  job: Job,
  options: MembershipOptions = {},
): MembershipReport {
  return runToCompletion(attackMembershipInSteps(release, publicTable, job, options));
}

/** {@link attackMembership} that yields between stretches of the work. */
export function* attackMembershipInSteps(
  release: Table,
  publicTable: Table,
  job: Job,
  options: MembershipOptions = {},
): Steps<MembershipReport> {
  const attacked = attackedJob(job, { tables: [release, options.original], register: publicTable });
  requireResolved(attacked);
  const units = countsPersons(attacked) ? yield* personsOfPublic(publicTable, attacked, options.original) : null;
  const view = yield* viewBucketsInSteps(release, publicTable, attacked, options.groups);
  const { people } = view;
  const found: BucketMatch[][] = [];
  for (let vector = 0; vector < people.count; vector++) {
    if (vector % VECTORS_AT_ONCE === 0) yield;
    found.push(view.matches(vector));
  }
  if (units !== null) {
    const released = releasedRows(attacked, view, yield* takenOf(options.original, attacked));
    return yield* attackPersons(view, found, { units, released }, options);
  }
  const problems = joinBuckets(view, found);
  const bounds: Bounds[] = new Array<Bounds>(people.count).fill(certainlyOut);
  const sum = { states: 0, contradicted: 0, endedEarly: false };
  const isOver = options.isOver ?? (() => false);
  for (const [done, { buckets, vectors }] of problems.entries()) {
    yield;
    const solved = isOver()
      ? 'over'
      : yield* untilOver(solve(view, found, vectors, buckets, options.budget ?? DEFAULT_BUDGET), isOver);
    sum.endedEarly ||= solved === 'over';
    sum.states += solved === 'over' ? 0 : solved.states;
    for (const vector of vectors) {
      bounds[vector] = solved === 'over' ? anything : solved.boundsOf(vector);
      if (solved !== 'over' && !solved.isPossible) sum.contradicted += people.sizes[vector];
    }
    options.onProgress?.(done + 1, problems.length);
  }
  const each = Array.from(people.vectorOf, (vector) => bounds[vector]);
  return { ...summarize(view, each, sum, problems.length), persons: null };
}

/**
 * The persons of a public table; null where each row is one, as the original says.
 *
 * @throws InvalidArgumentError PERSONS_UNSUPPORTED, PERSONS_NEEDED, PERSON_MISSING
 */
function* personsOfPublic(people: Table, job: AttackedJob, original: Table | undefined): Steps<Units | null> {
  const { plan } = job;
  const own = yield* unitsOfTable(people, plan, 'public table');
  if (own !== null) {
    if (plan.permutes === null || plan.bucketsPersons) return own;
    const expected = 'a release by an algorithm that counts persons (the membership attack)';
    throw new InvalidArgumentError('job', expected, `one of ${plan.algorithm.name}`, 'PERSONS_UNSUPPORTED');
  }
  const { original: rows, units } = original === undefined ? {} : yield* readOriginal(original, job);
  if (rows !== undefined && units !== undefined && units.count === rows.rows) return null;
  const expected =
    'the columns with the role "person", since people may have several rows in the release (or an original in which each has one)';
  throw new InvalidArgumentError('public table', expected, 'none', 'PERSONS_NEEDED');
}

/** The rows of an original that the job takes. */
function* takenOf(original: Table | undefined, { plan }: AttackedJob): Steps<Table | undefined> {
  return original === undefined ? undefined : (yield* filterRows(original, plan)).table;
}

/**
 * Rows of a person that are released. Classes apart are suppressed as a whole, and their rows match no other class; buckets, classes that may
 * overlap, and the protection of histories may lack any rows.
 */
function releasedRows(
  { plan, algorithm }: AttackedJob,
  { rows }: BucketView,
  original: Table | undefined,
): ReleasedRows {
  const drawn = plan.rowsPerPerson ?? Infinity;
  const isWhole = original !== undefined && plan.rowsPerPerson === null && original.rows === sumOf(rows);
  const isLoss = resolveSuppression(plan.suppression, original?.rows ?? Number.MAX_SAFE_INTEGER) > 0;
  if (!isLoss || isWhole || plan.suppressed === 'star') return { drawn, suppressed: 'none' };
  const isByClass = plan.permutes === null && algorithm.disjointClasses === true && plan.history !== 'protect';
  return { drawn, suppressed: isByClass ? 'unmatched' : 'any' };
}

/** Counts worlds of persons, problem by problem. */
function* attackPersons(
  view: BucketView,
  found: readonly (readonly BucketMatch[])[],
  { units, released }: { readonly units: Units; readonly released: ReleasedRows },
  options: MembershipOptions,
): Steps<MembershipReport> {
  const problems = yield* joinPersons(view, found, units, released);
  const bounds = new Array<Bounds>(units.count).fill(certainlyOut);
  const sum = { states: 0, contradicted: 0, endedEarly: false };
  const isOver = options.isOver ?? (() => false);
  for (const [done, problem] of problems.entries()) {
    yield;
    const solved = isOver()
      ? 'over'
      : yield* untilOver(solvePersons(problem, view, options.budget ?? DEFAULT_BUDGET), isOver);
    sum.endedEarly ||= solved === 'over';
    const persons = problem.alike.flatMap(({ people }) => people);
    for (const person of persons) {
      bounds[person] = solved === 'over' ? anything : (solved.bounds.get(person) ?? anything);
    }
    if (solved !== 'over') {
      sum.states += solved.states;
      if (!solved.isPossible) sum.contradicted += persons.length;
    }
    options.onProgress?.(done + 1, problems.length);
  }
  return { ...summarize(view, bounds, sum, problems.length), persons: units.count };
}

/** Buckets that people share, directly or through others, and the vectors of these people. */
interface Joined {
  readonly buckets: number[];
  readonly vectors: number[];
}

/** Joins buckets that people share; buckets without a match are left out. In the order of the first vector. */
function joinBuckets({ buckets }: BucketView, found: readonly (readonly BucketMatch[])[]): Joined[] {
  const sets = new DisjointSets(buckets);
  for (const matches of found) for (const { bucket } of matches) sets.join(bucket, matches[0].bucket);
  const joined = new Map<number, Joined>();
  const jointOf = (bucket: number): Joined => {
    const root = sets.find(bucket);
    const known = joined.get(root) ?? { buckets: [], vectors: [] };
    joined.set(root, known);
    return known;
  };
  found.forEach((matches, vector) => {
    if (matches.length > 0) jointOf(matches[0].bucket).vectors.push(vector);
  });
  for (let bucket = 0; bucket < buckets; bucket++) {
    if (joined.has(sets.find(bucket))) jointOf(bucket).buckets.push(bucket);
  }
  return [...joined.values()];
}

interface Solved {
  readonly isPossible: boolean;
  readonly states: number;
  readonly boundsOf: (vector: number) => Bounds;
}

/** People who may be shown alike everywhere. */
interface Kind {
  readonly matches: readonly BucketMatch[];
  people: number;
}

/** Solves connected buckets: a single one in which everybody has one label by Algorithm 5, others by their places. */
function* solve(
  view: BucketView,
  found: readonly (readonly BucketMatch[])[],
  vectors: readonly number[],
  buckets: readonly number[],
  budget: number,
): Steps<Solved> {
  const kinds = new Map<string, Kind>();
  const kindOf = new Map<number, string>();
  let looked = 0;
  for (const vector of vectors) {
    const matches = found[vector];
    looked += matches.length;
    if (looked >= MATCHES_AT_ONCE) {
      looked = 0;
      yield;
    }
    if (matches.some(({ shown }) => shown === null)) {
      return { isPossible: true, states: 0, boundsOf: () => anything };
    }
    const name = matches
      .map(({ bucket, shown }) => `${bucket}:${shown?.map((keys) => keys.join('|')).join('/')}`)
      .join(';');
    const kind = kinds.get(name);
    if (kind === undefined) kinds.set(name, { matches, people: view.people.sizes[vector] });
    else kind.people += view.people.sizes[vector];
    kindOf.set(vector, name);
  }
  const all = [...kinds.values()];
  const isSimple = buckets.length === 1 && all.every(({ matches }) => matches[0].shown?.length === 1);
  const numbers = yield* numberKeys(view, buckets);
  const answer = isSimple
    ? yield* solveBucket(numbers, all, budget)
    : yield* solveOverlap(yield* placesOf(numbers, all), budget);
  const placeOf = new Map([...kinds.keys()].map((name, at) => [name, at]));
  return {
    isPossible: answer.isPossible,
    states: answer.states,
    boundsOf: (vector) => {
      const place = placeOf.get(kindOf.get(vector) ?? '');
      if (!answer.isPossible || place === undefined) return anything;
      const { low, high, isExact, leavesOut, chooses } = answer.kinds[place];
      return { low, high, isExact, isLeftOut: leavesOut, isChosen: chooses };
    },
  };
}

/** Keys that some buckets show, numbered by group. */
interface NumberedKeys {
  /** [groups] the number of `bucket:key`. */
  readonly numberOf: readonly ReadonlyMap<string, number>[];
  /** [groups][numbers] rows. */
  readonly wanted: readonly Uint32Array[];
}

function* numberKeys(view: BucketView, buckets: readonly number[]): Steps<NumberedKeys> {
  const wanted = Array.from({ length: view.groupCount }, (): number[] => []);
  const numberOf = wanted.map(() => new Map<string, number>());
  for (const [at, bucket] of buckets.entries()) {
    if (at % MATCHES_AT_ONCE === 0) yield;
    view.counts[bucket].forEach((counts, g) => {
      for (const [key, count] of counts) numberOf[g].set(`${bucket}:${key}`, wanted[g].push(count) - 1);
    });
  }
  return { numberOf, wanted: wanted.map((counts) => Uint32Array.from(counts)) };
}

function* solveBucket(
  { numberOf, wanted }: NumberedKeys,
  kinds: readonly Kind[],
  budget: number,
): Steps<OverlapAnswer> {
  const keyOf = ({ matches: [{ bucket, shown }] }: Kind, g: number): string => `${bucket}:${shown?.[0][g]}`;
  const { isPossible, states, vectors } = yield* countMarginsStepwise(
    {
      values: numberOf.map((numbers, g) => Uint32Array.from(kinds, (kind) => numbers.get(keyOf(kind, g)) ?? 0)),
      available: Uint32Array.from(kinds, ({ people }) => people),
      wanted,
    },
    budget,
    { isSettling: true },
  );
  return { isPossible, states, kinds: vectors.map(({ exact, ...rest }) => ({ ...rest, isExact: exact !== null })) };
}

/** The places of kinds of people in buckets: one for every way in which a bucket may show them. */
function* placesOf({ numberOf, wanted }: NumberedKeys, kinds: readonly Kind[]): Steps<OverlapProblem> {
  const kindOf: number[] = [];
  const values = wanted.map((): number[] => []);
  let looked = 0;
  for (const [kind, { matches }] of kinds.entries()) {
    looked += matches.length;
    if (looked >= MATCHES_AT_ONCE) {
      looked = 0;
      yield;
    }
    for (const { bucket, shown } of matches) {
      for (const keys of shown ?? []) {
        kindOf.push(kind);
        keys.forEach((key, g) => values[g].push(numberOf[g].get(`${bucket}:${key}`) ?? 0));
      }
    }
  }
  return {
    people: Uint32Array.from(kinds, ({ people }) => people),
    kindOf: Uint32Array.from(kindOf),
    values: values.map((numbers) => Uint32Array.from(numbers)),
    wanted,
  };
}

function summarize(
  view: BucketView,
  bounds: readonly Bounds[],
  {
    contradicted,
    states,
    endedEarly,
  }: { readonly contradicted: number; readonly states: number; readonly endedEarly: boolean },
  problems: number,
): Omit<MembershipReport, 'persons'> {
  const people = bounds.length;
  const low = new Float64Array(people);
  const high = new Float64Array(people);
  const isExact = new Uint8Array(people);
  const isLeftOut = new Uint8Array(people);
  const isChosen = new Uint8Array(people);
  const histogram = new Array<number>(10).fill(0);
  let undecided = 0;
  let certain = 0;
  let excluded = 0;
  let exact = 0;
  const smallest: [number, number] = [1, 1];
  const largest: [number, number] = [0, 0];
  bounds.forEach((each, row) => {
    low[row] = each.low;
    high[row] = each.high;
    isExact[row] = each.isExact ? 1 : 0;
    isLeftOut[row] = each.isLeftOut ? 1 : 0;
    isChosen[row] = each.isChosen ? 1 : 0;
    smallest[0] = Math.min(smallest[0], each.low);
    smallest[1] = Math.min(smallest[1], each.high);
    largest[0] = Math.max(largest[0], each.low);
    largest[1] = Math.max(largest[1], each.high);
    if (each.low === 1) certain++;
    if (each.high === 0) excluded++;
    if (!each.isExact) {
      if (!each.isLeftOut || !each.isChosen) undecided++;
      return;
    }
    exact++;
    histogram[Math.min(9, Math.floor(10 * each.low))]++;
  });
  return {
    people,
    buckets: view.buckets,
    certain,
    excluded,
    exact,
    unknown: people - exact,
    undecided,
    contradicted,
    smallest,
    largest,
    histogram,
    problems,
    states,
    endedEarly,
    low,
    high,
    isExact,
    isLeftOut,
    isChosen,
  };
}
