import type { Job } from '../../job/job.js';
import { resolveJob } from '../../pipeline/resolve-job.js';
import { countMargins } from '../../membership/count-margins.js';
import { requireResolved } from '../../pipeline/audit-spec.js';
import type { Table } from '../../table/table.js';
import type { BucketView } from './permuted-buckets.js';
import { viewBuckets } from './permuted-buckets.js';

/** How far `attackMembership` counts. */
export interface MembershipOptions {
  /** Columns that stayed together, where the job does not say it (slicing with `auto`). */
  readonly groups?: readonly (readonly string[])[];
  /** Most states that the count of one bucket, or of one union of overlapping buckets, may visit. Default 200,000. */
  readonly budget?: number;
  /** Called with the buckets, or unions of overlapping ones, that are counted, and with all of them. */
  readonly onProgress?: (done: number, all: number) => void;
}

/** What a release and a public table tell of who is in the release. */
export interface MembershipReport {
  /** Rows of the public table. */
  readonly people: number;
  /** Buckets of the release. */
  readonly buckets: number;
  /** People known to be in the table. */
  readonly certain: number;
  /** People known not to be in it: they match no bucket, or no way chooses them. */
  readonly excluded: number;
  /** People with an exact probability, certain and excluded ones counted. */
  readonly exact: number;
  /** People with an interval only. */
  readonly unknown: number;
  /** Of the unknown ones, people of whom it is not settled whether they are certain or excluded either. */
  readonly undecided: number;
  /** People of whom the release cannot hold what it shows: not everyone in it is in the public table. */
  readonly contradicted: number;
  /** Bounds of the smallest probability of a person. Equal where it is exact. */
  readonly smallest: readonly [number, number];
  /** Bounds of the largest probability of a person. Equal where it is exact. */
  readonly largest: readonly [number, number];
  /** People by exact probability: tenths, [0, 0.1), ..., [0.9, 1]. */
  readonly histogram: readonly number[];
  /** Buckets, or unions of overlapping ones, that were counted. */
  readonly problems: number;
  /** States that the counting took. */
  readonly states: number;
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

interface Bounds {
  readonly low: number;
  readonly high: number;
  readonly isExact: boolean;
  readonly isLeftOut: boolean;
  readonly isChosen: boolean;
}

const nobody: Bounds = { low: 0, high: 0, isExact: true, isLeftOut: true, isChosen: false };
const anything: Bounds = { low: 0, high: 1, isExact: false, isLeftOut: false, isChosen: false };

/**
 * The probability that a person of a public table is in a permuted (or generalized) release, for everyone in it, when the people
 * of the release are among those of the public table. Toth, Data Anonymization, 2015, Algorithm 5, for disjoint and
 * for overlapping buckets: a person who matches several buckets is looked at in their union.
 *
 * A person matches a bucket when the bucket shows all of the person's values, those of one group of columns together. All
 * ways to choose people with the bucket's values are equally likely; they are counted, not listed.
 *
 * @throws InvalidArgumentError for a table without a quasi-identifier of the job, or groups that are not known
 */
export function attackMembership(
  release: Table,
  publicTable: Table,
  job: Job,
  options: MembershipOptions = {},
): MembershipReport {
  const parsed = resolveJob(job);
  requireResolved(parsed);
  const view = viewBuckets(release, publicTable, parsed, options.groups);
  const { people } = view;
  const found = Array.from({ length: people.count }, (_, vector) => view.matches(vector));
  const bySet = new Map<string, number[]>();
  const matching: number[][] = Array.from({ length: view.buckets }, () => []);
  found.forEach((matches, vector) => {
    for (const { bucket } of matches) matching[bucket].push(vector);
    if (matches.length === 0) return;
    const key = matches.map(({ bucket }) => bucket).join(' ');
    const same = bySet.get(key);
    if (same === undefined) bySet.set(key, [vector]);
    else same.push(vector);
  });
  const bounds: Bounds[] = new Array<Bounds>(people.count).fill(nobody);
  let states = 0;
  let contradicted = 0;
  let done = 0;
  for (const vectors of bySet.values()) {
    const buckets = found[vectors[0]].map(({ bucket }) => bucket);
    const solved = solve(view, found, matching, buckets, options.budget ?? 200_000);
    states += solved.states;
    for (const vector of vectors) {
      bounds[vector] = solved.boundsOf(vector);
      if (!solved.isPossible) contradicted += people.sizes[vector];
    }
    options.onProgress?.(++done, bySet.size);
  }
  return summarize(view, bounds, contradicted, bySet.size, states);
}

/** One bucket, or a union: everyone who matches one of them, against the values of all of them. */
function solve(
  view: BucketView,
  found: readonly ReturnType<BucketView['matches']>[],
  matching: readonly (readonly number[])[],
  buckets: readonly number[],
  budget: number,
): { readonly isPossible: boolean; readonly states: number; readonly boundsOf: (vector: number) => Bounds } {
  const wantedOf = Array.from({ length: view.groupCount }, () => new Map<string, number>());
  for (const bucket of buckets) {
    view.counts[bucket].forEach((counts, g) => {
      for (const [key, count] of counts) wantedOf[g].set(key, (wantedOf[g].get(key) ?? 0) + count);
    });
  }
  const numberOf = wantedOf.map((map) => new Map([...map.keys()].map((key, value) => [key, value])));
  const chosen = new Set(buckets);
  const kinds = new Map<string, { readonly keys: readonly string[]; people: number }>();
  const kindOf = new Map<number, string>();
  for (const vector of new Set(buckets.flatMap((bucket) => matching[bucket]))) {
    const shown = found[vector].filter(({ bucket }) => chosen.has(bucket)).map(({ keys }) => keys);
    const [keys] = shown;
    const name = keys?.join('|');
    // Shown by several labels, or by other labels in other buckets: such unions are not counted.
    if (keys === null || name === undefined || shown.some((other) => other?.join('|') !== name)) {
      return { isPossible: true, states: 0, boundsOf: () => anything };
    }
    const kind = kinds.get(name);
    if (kind === undefined) kinds.set(name, { keys, people: view.people.sizes[vector] });
    else kind.people += view.people.sizes[vector];
    kindOf.set(vector, name);
  }
  const all = [...kinds.values()];
  const answer = countMargins(
    {
      values: numberOf.map((numbers, g) => Uint32Array.from(all, ({ keys }) => numbers.get(keys[g]) ?? 0)),
      available: Uint32Array.from(all, ({ people }) => people),
      wanted: wantedOf.map((map) => Uint32Array.from(map.values())),
    },
    budget,
    { isSettling: true },
  );
  const placeOf = new Map([...kinds.keys()].map((name, at) => [name, at]));
  return {
    isPossible: answer.isPossible,
    states: answer.states,
    boundsOf: (vector) => {
      const place = placeOf.get(kindOf.get(vector) ?? '');
      if (!answer.isPossible || place === undefined) return anything;
      const { low, high, exact, leavesOut, chooses } = answer.vectors[place];
      return { low, high, isExact: exact !== null, isLeftOut: leavesOut, isChosen: chooses };
    },
  };
}

function summarize(
  view: BucketView,
  bounds: readonly Bounds[],
  contradicted: number,
  problems: number,
  states: number,
): MembershipReport {
  const { vectorOf } = view.people;
  const people = vectorOf.length;
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
  vectorOf.forEach((vector, row) => {
    const each = bounds[vector];
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
    low,
    high,
    isExact,
    isLeftOut,
    isChosen,
  };
}
