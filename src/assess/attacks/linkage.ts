import { runToCompletion, type Steps } from '../../base/steps.js';
import type { Job } from '../../job/job.js';
import { CompensatedSum } from '../../quality/exact-sum.js';
import { resolveOfRows } from '../../pipeline/resolve-job.js';
import { requireResolved } from '../../pipeline/audit-spec.js';
import type { Table } from '../../table/table.js';
import { dropStarred } from './drop-starred.js';
import { viewBucketsInSteps } from './permuted-buckets.js';

/** Distinct people between two yields. */
const VECTORS_AT_ONCE = 16;

/** One attacker. Risks are probabilities that a released row is linked to its person. */
export interface LinkageRisk {
  /** The largest over released rows, or people, 0 .. 1. */
  readonly largest: number;
  /** The mean over the same, 0 .. 1. */
  readonly average: number;
  /** Rows that are expected to be linked rightly: average times released rows. */
  readonly hits: number;
}

/** How well the rows of a release can be linked to the people of a public table. Counts, never a cell. */
export interface LinkageReport {
  /** Rows of the public table. */
  readonly people: number;
  /** Released rows. */
  readonly released: number;
  /** Knows that the target is in the release: 1 / (rows of the target's class). */
  readonly prosecutor: LinkageRisk;
  /** Does not: the target is one of the people of the public table, 1 / (people who match the class). */
  readonly journalist: LinkageRisk;
  /** Links everybody at once and cares for the number of right links only: his average is that of the journalist. */
  readonly marketer: LinkageRisk;
  /** People who match no class. */
  readonly unmatchedPeople: number;
  /** Classes that nobody matches. */
  readonly unmatchedClasses: number;
  /** Classes that fewer people match than they have rows: people have several rows, or are not in the public table. */
  readonly shortClasses: number;
  /** Released rows of these classes. */
  readonly shortRows: number;
}

/**
 * Re-identification risks of a release against an outside table (El Emam and Dankar 2008, "Protecting Privacy Using
 * k-Anonymity"): classes are rows of equal released quasi-identifiers, of a permuted release its buckets. Somebody who matches
 * several overlapping classes counts in each, as an attacker has to count them.
 *
 * @throws InvalidArgumentError for a table without a quasi-identifier of the job
 */
export function attackLinkage(
  given: Table,
  people: Table,
  job: Job,
  options: { readonly groups?: readonly (readonly string[])[] } = {},
): LinkageReport {
  return runToCompletion(attackLinkageInSteps(given, people, job, options));
}

/** {@link attackLinkage} that yields between stretches of the work. */
export function* attackLinkageInSteps(
  given: Table,
  people: Table,
  job: Job,
  options: { readonly groups?: readonly (readonly string[])[] } = {},
): Steps<LinkageReport> {
  const parsed = resolveOfRows(job);
  requireResolved(parsed);
  const release = yield* dropStarred(given, parsed);
  const view = yield* viewBucketsInSteps(release, people, parsed, options.groups);
  const matching = new Float64Array(view.buckets);
  let unmatchedPeople = 0;
  for (let vector = 0; vector < view.people.count; vector++) {
    if (vector % VECTORS_AT_ONCE === 0) yield;
    const matches = view.matches(vector);
    if (matches.length === 0) unmatchedPeople += view.people.sizes[vector];
    for (const { bucket } of matches) matching[bucket] += view.people.sizes[vector];
  }
  const released = release.rows;
  const risk = (of: (bucket: number) => number): LinkageRisk => {
    let largest = 0;
    const expected = new CompensatedSum();
    for (let bucket = 0; bucket < view.buckets; bucket++) {
      largest = Math.max(largest, of(bucket));
      expected.add(view.rows[bucket] * of(bucket));
    }
    const hits = expected.value();
    return { largest, average: released === 0 ? 0 : hits / released, hits };
  };
  const journalist = risk((bucket) => (matching[bucket] === 0 ? 0 : 1 / matching[bucket]));
  return {
    people: people.rows,
    released,
    prosecutor: risk((bucket) => 1 / view.rows[bucket]),
    journalist,
    marketer: { ...journalist, largest: journalist.average },
    unmatchedPeople,
    unmatchedClasses: matching.reduce((count, each) => (each === 0 ? count + 1 : count), 0),
    shortClasses: matching.reduce((count, each, bucket) => (each < view.rows[bucket] ? count + 1 : count), 0),
    shortRows: matching.reduce((sum, each, bucket) => (each < view.rows[bucket] ? sum + view.rows[bucket] : sum), 0),
  };
}
