import type { Recoding } from '../algorithms/algorithm.js';
import { InfeasibleError } from '../base/errors.js';
import type { MarginAnswer, MarginProblem } from '../membership/count-margins.js';
import { countMarginsStepwise } from '../membership/count-margins.js';
import { matchBoxes } from '../release/boxes-of-points.js';
import type { SeenClasses } from '../release/see-classes.js';
import type { Steps } from '../base/steps.js';
import type { ResolvedJob } from './resolved-job.js';

/** Vectors looked at between two yields. */
const YIELD_VECTORS = 1 << 13;

/** States of one bucket that the search may visit, where the job does not say it. */
const searchBudget = 2_000;

/** States that counting the ways of one bucket of the job's release may visit: ten times those of its search, so that what was found is counted. */
export function waysBudget(job: ResolvedJob): number {
  const { budget = searchBudget } = job.algorithm.permutes?.by(job.options) ?? {};
  return 10 * budget;
}

/** Counts the ways of one bucket of the job's release. */
export const waysCounter = (job: ResolvedJob): ((problem: MarginProblem) => Steps<MarginAnswer>) =>
  waysCounterWith(waysBudget(job));

/** Counts the ways of one bucket within a number of states. */
export const waysCounterWith =
  (most: number) =>
  (problem: MarginProblem): Steps<MarginAnswer> =>
    countMarginsStepwise(problem, most);

/**
 * Bounds of the probabilities of all public rows that they are in a permuted release (Toth 2015, Algorithm 5), told from
 * the recoding. Yields between stretches of the work.
 *
 * @param names - [attributes] names of the quasi-identifiers
 * @param vectors - leaf codes of the quasi-identifiers, and rows, of the distinct public vectors
 * @param isOutsideJudged - rows that match no bucket then count, with probability 0
 * @throws InfeasibleError PUBLIC_OVERLAP when a public row matches two buckets, or is shown by two values of one
 */
export function* measurePermutedPresence(
  recoding: Recoding,
  seen: SeenClasses,
  names: readonly string[],
  vectors: { readonly codes: readonly ArrayLike<number>[]; readonly counts: Uint32Array },
  { isOutsideJudged }: { readonly isOutsideJudged: boolean },
  countWays: (problem: MarginProblem) => Steps<MarginAnswer>,
): Steps<readonly [number, number] | null> {
  const { permutation } = recoding;
  if (permutation === undefined) return null;
  const groups = permutation.groups
    .map((group) => group.flatMap((name) => (names.includes(name) ? [names.indexOf(name)] : [])))
    .filter((group) => group.length > 0);
  const { rowsOf, valuesIn } = yield* showBuckets(recoding, seen, groups);
  const people = yield* peopleByBucket(seen, valuesIn, vectors);
  let least = Infinity;
  let most = -Infinity;
  const matched = new Uint8Array(vectors.counts.length);
  let looked = 0;
  for (const [bucket, shown] of rowsOf.entries()) {
    const shows = seen.searched.map(({ values }, a) => new ShownLeaves(values, valuesIn[bucket][a]));
    const kinds = new Map<string, { readonly keys: readonly string[]; rows: number }>();
    for (const v of people.of(bucket)) {
      if (++looked % YIELD_VECTORS === 0) yield;
      const values = shows.map((leaves, a) => leaves.valueOf(vectors.codes[a][v]));
      if (values.includes(-1)) continue;
      const keys = groups.map((group) => group.map((a) => values[a]).join(' '));
      if (keys.some((key, g) => !shown[g].has(key))) continue;
      if (matched[v] === 1) throw overlap('buckets');
      matched[v] = 1;
      const name = keys.join('|');
      const kind = kinds.get(name);
      if (kind === undefined) kinds.set(name, { keys, rows: vectors.counts[v] });
      else kind.rows += vectors.counts[v];
    }
    const list = [...kinds.values()];
    const numberOf = shown.map((counts) => new Map([...counts.keys()].map((key, at) => [key, at])));
    const answer = yield* countWays({
      values: groups.map((_, g) => Uint32Array.from(list, ({ keys }) => numberOf[g].get(keys[g]) ?? 0)),
      available: Uint32Array.from(list, ({ rows }) => rows),
      wanted: shown.map((counts) => Uint32Array.from(counts.values())),
    });
    for (const each of answer.vectors) {
      least = Math.min(least, each.low);
      most = Math.max(most, each.high);
    }
  }
  if (isOutsideJudged && matched.includes(0)) {
    least = Math.min(least, 0);
    most = Math.max(most, 0);
  }
  return least > most ? null : [least, most];
}

/** What the buckets of a release show. Values are numbers of released values. */
interface ShownBuckets {
  /** [buckets][groups] rows by sub-tuple, the values of the group joined. */
  readonly rowsOf: readonly (readonly Map<string, number>[])[];
  /** [buckets][attributes] */
  readonly valuesIn: readonly (readonly Set<number>[])[];
}

function* showBuckets(
  { permutation, parts }: Recoding,
  seen: SeenClasses,
  groups: readonly (readonly number[])[],
): Steps<ShownBuckets> {
  const { buckets = 0, bucketOf = [] } = permutation ?? {};
  const rowsOf = Array.from({ length: buckets }, () => groups.map(() => new Map<string, number>()));
  const valuesIn = Array.from({ length: buckets }, () => seen.attributes.map(() => new Set<number>()));
  for (let p = 0; p < parts.vector.length; p++) {
    if (p % YIELD_VECTORS === 0) yield;
    const bucket = bucketOf[parts.classId[p]];
    const values = seen.attributes.map(({ valueOf }) => valueOf[seen.classOf[parts.classId[p]]]);
    values.forEach((value, a) => valuesIn[bucket][a].add(value));
    groups.forEach((group, g) => {
      const key = group.map((a) => values[a]).join(' ');
      rowsOf[bucket][g].set(key, (rowsOf[bucket][g].get(key) ?? 0) + parts.count[p]);
    });
  }
  return { rowsOf, valuesIn };
}

/** The public vectors, ascending, whose leaves lie between the first and the last that a bucket shows of every attribute. */
function* peopleByBucket(
  { searched }: SeenClasses,
  valuesIn: ShownBuckets['valuesIn'],
  { codes, counts }: { readonly codes: readonly ArrayLike<number>[]; readonly counts: Uint32Array },
): Steps<{ readonly of: (bucket: number) => Uint32Array }> {
  const ends = (pick: (all: readonly LeafRun[]) => number): Uint32Array[] =>
    searched.map(({ values }, a) =>
      Uint32Array.from(valuesIn, (own) => pick(Array.from(own[a], (value) => values[value]))),
    );
  const lower = ends((all) => all.reduce((least, { lo }) => Math.min(least, lo), Infinity));
  const upper = ends((all) => all.reduce((most, { hi }) => Math.max(most, hi), 0));
  const found: number[][] = valuesIn.map(() => []);
  const points = { count: counts.length, codes: codes.slice(0, lower.length) };
  yield* matchBoxes({ count: valuesIn.length, lower, upper }, points, (v, bucket) => found[bucket].push(v));
  return { of: (bucket) => Uint32Array.from(found[bucket]).sort() };
}

type LeafRun = SeenClasses['searched'][number]['values'][number];

/** The values of one attribute that a bucket shows, by their leaves. */
class ShownLeaves {
  readonly #runs: readonly LeafRun[];
  readonly #values: Uint32Array;

  /** Throws InfeasibleError PUBLIC_OVERLAP when two of the values have a leaf in common. */
  constructor(runs: readonly LeafRun[], own: ReadonlySet<number>) {
    this.#runs = runs;
    this.#values = Uint32Array.from(own).sort((a, b) => runs[a].lo - runs[b].lo);
    for (let i = 1; i < this.#values.length; i++) {
      if (runs[this.#values[i]].lo <= runs[this.#values[i - 1]].hi) throw overlap('values of one bucket');
    }
  }

  /** The value that shows a leaf, or -1. */
  valueOf(leaf: number): number {
    let from = 0;
    let to = this.#values.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#runs[this.#values[middle]].hi < leaf) from = middle + 1;
      else to = middle;
    }
    if (from === this.#values.length) return -1;
    const value = this.#values[from];
    return this.#runs[value].lo <= leaf ? value : -1;
  }
}

const overlap = (what: string): InfeasibleError =>
  new InfeasibleError(
    'PUBLIC_OVERLAP',
    `a public row matches more than one of the ${what}, so models on the public table cannot be judged; numbers beside missing values are one cause ("onMissing": "drop")`,
  );
