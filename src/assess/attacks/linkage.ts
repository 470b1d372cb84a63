import { runToCompletion, type Steps } from '../../base/steps.js';
import type { Job } from '../../job/job.js';
import { CompensatedSum } from '../../quality/exact-sum.js';
import type { Plan } from '../../job/plan.js';
import { requireResolved } from '../../job/hierarchy-files.js';
import { attackedJob, countsPersons } from './attacked-job.js';
import type { Table } from '../../table/table.js';
import { holdersOfGroups, type Units } from '../../table/units.js';
import { personsOfClasses, unitsOfTable, type ClassPersons } from './class-persons.js';
import { dropStarred } from './drop-starred.js';
import { viewBucketsInSteps, type BucketView } from './permuted-buckets.js';

/** Distinct people between two yields. */
const VECTORS_AT_ONCE = 4;

/** One attacker. Risks are probabilities that a released row, or a released person, is linked rightly. */
export interface LinkageRisk {
  /** The largest over released rows, or persons, 0 .. 1. */
  readonly largest: number;
  /** The mean over the same, 0 .. 1; a person counts with the largest risk of their classes. */
  readonly average: number;
  /** Rows, or persons, that are expected to be linked rightly: average times released rows, or persons. */
  readonly hits: number;
}

/** The people of the public table, each with the released persons whom they may be. */
interface RegisterRisk {
  /** People of the public table who match a class. */
  readonly matched: number;
  /** Those of them who may be one released person only. */
  readonly alone: number;
  /** The largest 1 / (released persons who somebody may be), 0 .. 1. */
  readonly largest: number;
  /** The mean of it over the matched people, 0 .. 1. */
  readonly average: number;
}

/** Risk that the rows of a release are linked to the people of a public table. Counts, never a cell. */
export interface LinkageReport {
  /** Rows of the public table; its persons where it has the key of persons. */
  readonly people: number;
  /** Released rows. */
  readonly released: number;
  /** Released persons, where the job names their key: then risks are those of persons. Null: rows are counted. */
  readonly persons: number | null;
  /** Risk of everybody in the public table; null where rows are counted. */
  readonly register: RegisterRisk | null;
  /** Knows that the target is in the release: 1 / (rows, or persons, of the target's class). */
  readonly prosecutor: LinkageRisk;
  /** Does not: the target is one of the people of the public table, 1 / (people who match the class). */
  readonly journalist: LinkageRisk;
  /** Links everybody at once and cares for the number of right links only: his average is that of the journalist. */
  readonly marketer: LinkageRisk;
  /** People who match no class. */
  readonly unmatchedPeople: number;
  /** Classes without a match. */
  readonly unmatchedClasses: number;
  /** Classes that fewer people match than they have rows, or persons: people have several rows, or are not in the public table. */
  readonly shortClasses: number;
  /** Released rows of these classes. */
  readonly shortRows: number;
}

/** Options of {@link attackLinkage}. */
interface LinkageOptions {
  /** Columns that stayed together, where the job does not say it. */
  readonly groups?: readonly (readonly string[])[];
  /** The original of the release, in which persons are counted where the job names their key and the release does not have it. */
  readonly original?: Table;
}

/**
 * Re-identification risks of a release against an outside table (El Emam and Dankar 2008, "Protecting Privacy Using
 * k-Anonymity"): classes are rows of equal released quasi-identifiers, of a permuted release its buckets. Somebody who matches
 * several overlapping classes counts in each, as an attacker has to count them.
 *
 * Of a job with a column of the role `person` the persons of classes are counted. The people of the public table are its persons where it
 * has their key, else its rows.
 *
 * @throws InvalidArgumentError for a table without a quasi-identifier of the job, and as `personsOfClasses`
 */
export function attackLinkage(given: Table, people: Table, job: Job, options: LinkageOptions = {}): LinkageReport {
  return runToCompletion(attackLinkageInSteps(given, people, job, options));
}

/** {@link attackLinkage} that yields between stretches of the work. */
export function* attackLinkageInSteps(
  given: Table,
  people: Table,
  job: Job,
  { groups, original }: LinkageOptions = {},
): Steps<LinkageReport> {
  const attacked = attackedJob(job, { tables: [given, original], register: people });
  const { plan } = attacked;
  requireResolved(attacked);
  const release = yield* dropStarred(given, plan);
  const persons = countsPersons(attacked)
    ? yield* personsOfClasses(release, attacked, original, 'the linkage attack')
    : null;
  const view = yield* viewBucketsInSteps(release, people, attacked, groups);
  const register = yield* matchRegister(view, people, plan);
  const { matching } = register;
  const released = release.rows;
  const sizes = persons?.sizes ?? view.rows;
  const risk = (of: (bucket: number) => number): LinkageRisk =>
    persons === null ? riskOfRows(view.rows, released, of) : riskOfPersons(persons, of);
  const journalist = risk((bucket) => (matching[bucket] === 0 ? 0 : 1 / matching[bucket]));
  const isShort = (bucket: number): boolean => matching[bucket] < sizes[bucket];
  return {
    people: register.people,
    released,
    persons: persons?.released ?? null,
    register: persons === null ? null : yield* riskOfRegister(register, persons),
    prosecutor: risk((bucket) => 1 / sizes[bucket]),
    journalist,
    marketer: { ...journalist, largest: journalist.average },
    unmatchedPeople: register.unmatched,
    unmatchedClasses: matching.reduce((count, each) => (each === 0 ? count + 1 : count), 0),
    shortClasses: matching.reduce((count, _, bucket) => (isShort(bucket) ? count + 1 : count), 0),
    shortRows: matching.reduce((sum, _, bucket) => (isShort(bucket) ? sum + view.rows[bucket] : sum), 0),
  };
}

/** The people of a public table and the classes that they match. */
interface Register {
  readonly people: number;
  /** People who match no class. */
  readonly unmatched: number;
  /** [classes] people who match it. */
  readonly matching: Float64Array;
  /** [vectors] classes that the rows of a vector match. */
  readonly classesOf: readonly (readonly number[])[];
  readonly vectorOf: Uint32Array;
  /** The persons of the table, where it has their key. */
  readonly units: Units | null;
}

function* matchRegister(view: BucketView, people: Table, plan: Plan): Steps<Register> {
  const units = yield* unitsOfTable(people, plan, 'public table');
  const { vectorOf, sizes, count } = view.people;
  const classesOf: number[][] = [];
  for (let vector = 0; vector < count; vector++) {
    if (vector % VECTORS_AT_ONCE === 0) yield;
    classesOf.push(view.matches(vector).map(({ bucket }) => bucket));
  }
  const matching = new Float64Array(view.buckets);
  const known = { vectorOf, classesOf, matching, units };
  if (units === null) {
    let unmatched = 0;
    classesOf.forEach((classes, vector) => {
      if (classes.length === 0) unmatched += sizes[vector];
      for (const bucket of classes) matching[bucket] += sizes[vector];
    });
    return { ...known, people: people.rows, unmatched };
  }
  const { start, units: holders } = holdersOfGroups(vectorOf, count, units);
  const vectorsIn: number[][] = Array.from({ length: view.buckets }, () => []);
  classesOf.forEach((classes, vector) => classes.forEach((bucket) => vectorsIn[bucket].push(vector)));
  const seen = new Int32Array(units.count).fill(-1);
  const isMatched = new Uint8Array(units.count);
  for (const [bucket, vectors] of vectorsIn.entries()) {
    if (bucket % VECTORS_AT_ONCE === 0) yield;
    for (const vector of vectors) {
      for (const person of holders.subarray(start[vector], start[vector + 1])) {
        if (seen[person] !== bucket) matching[bucket]++;
        seen[person] = bucket;
        isMatched[person] = 1;
      }
    }
  }
  const unmatched = units.count - isMatched.reduce((sum, own) => sum + own, 0);
  return { ...known, people: units.count, unmatched };
}

function riskOfRows(rows: Uint32Array, released: number, of: (bucket: number) => number): LinkageRisk {
  let largest = 0;
  const expected = new CompensatedSum();
  rows.forEach((size, bucket) => {
    largest = Math.max(largest, of(bucket));
    expected.add(size * of(bucket));
  });
  const hits = expected.value();
  return { largest, average: released === 0 ? 0 : hits / released, hits };
}

/** Every released person counts with the largest risk of their classes. */
function riskOfPersons({ units, start, members, released }: ClassPersons, of: (bucket: number) => number): LinkageRisk {
  const own = new Float64Array(units.count);
  for (let bucket = 0; bucket + 1 < start.length; bucket++) {
    const risk = of(bucket);
    for (let at = start[bucket]; at < start[bucket + 1]; at++) own[members[at]] = Math.max(own[members[at]], risk);
  }
  const expected = new CompensatedSum();
  for (const risk of own) expected.add(risk);
  const hits = expected.value();
  return { largest: own.reduce((a, b) => Math.max(a, b), 0), average: released === 0 ? 0 : hits / released, hits };
}

/**
 * Risk of everybody in the public table by the released persons who they may be: those with a row in a class that they match, for each of
 * their rows that matches any. If no person is left, not all of these rows were released, and the row with the fewest persons counts.
 */
function* riskOfRegister({ classesOf, vectorOf, units }: Register, persons: ClassPersons): Steps<RegisterRisk> {
  const { start, members } = persons;
  const seen = new Int32Array(persons.units.count).fill(-1);
  const rowsWith = new Uint32Array(persons.units.count);
  let steps = 0;
  /** Calls `visit` for the persons of the classes of a vector, each once. */
  const forCandidates = (vector: number, visit: (person: number) => void): void => {
    steps++;
    for (const c of classesOf[vector]) {
      for (const person of members.subarray(start[c], start[c + 1])) {
        if (seen[person] === steps) continue;
        seen[person] = steps;
        visit(person);
      }
    }
  };
  const countCandidates = (vectors: readonly number[]): number => {
    const known = vectors.filter((vector) => classesOf[vector].length > 0);
    if (known.length === 0) return 0;
    let fewest = Infinity;
    let all = 0;
    for (const vector of known) {
      let own = 0;
      forCandidates(vector, (person) => {
        own++;
        if (++rowsWith[person] === known.length) all++;
      });
      fewest = Math.min(fewest, own);
    }
    for (const vector of known) forCandidates(vector, (person) => (rowsWith[person] = 0));
    return all === 0 ? fewest : all;
  };
  const risks = new CompensatedSum();
  const found = { matched: 0, alone: 0, largest: 0 };
  const counted = new Map<string, number>();
  for (const [who, vectors] of vectorsOfPeople(vectorOf, units).entries()) {
    if (who % VECTORS_AT_ONCE === 0) yield;
    const key = vectors.join();
    const count = counted.get(key) ?? countCandidates(vectors);
    counted.set(key, count);
    if (count === 0) continue;
    found.matched++;
    if (count === 1) found.alone++;
    found.largest = Math.max(found.largest, 1 / count);
    risks.add(1 / count);
  }
  return { ...found, average: found.matched === 0 ? 0 : risks.value() / found.matched };
}

/** [people] distinct vectors of each. */
function vectorsOfPeople(vectorOf: Uint32Array, units: Units | null): number[][] {
  if (units === null) return Array.from(vectorOf, (vector) => [vector]);
  const vectors = Array.from({ length: units.count }, () => new Set<number>());
  vectorOf.forEach((vector, row) => vectors[units.of[row]].add(vector));
  return vectors.map((own) => [...own]);
}
