import type { Recoding } from '../algorithms/algorithm.js';
import { InfeasibleError } from '../base/errors.js';
import type { MarginAnswer, MarginProblem } from '../membership/count-margins.js';
import { countMarginsStepwise } from '../membership/count-margins.js';
import type { SeenClasses } from '../release/see-classes.js';
import type { Steps } from '../base/steps.js';
import type { ResolvedJob } from './resolved-job.js';

/** Vectors looked at between two yields, eightfold where little is done with most of them. */
const YIELD_VECTORS = 1 << 13;

/** States of one bucket that the search may visit, where the job does not say it. */
const searchBudget = 2_000;

/** Counts the ways of one bucket of the job's release: with ten times the budget of its search, so that what was found is counted. */
export function waysCounter(job: ResolvedJob): (problem: MarginProblem) => Steps<MarginAnswer> {
  const { budget = searchBudget } = job.algorithm.permutes?.by(job.options) ?? {};
  const most = 10 * budget;
  return (problem) => countMarginsStepwise(problem, most);
}

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
  const { permutation, parts } = recoding;
  if (permutation === undefined) return null;
  const groups = permutation.groups
    .map((group) => group.flatMap((name) => (names.includes(name) ? [names.indexOf(name)] : [])))
    .filter((group) => group.length > 0);
  const shownIn = Array.from({ length: permutation.buckets }, () => groups.map(() => new Map<string, number>()));
  const valuesIn = Array.from({ length: permutation.buckets }, () => names.map(() => new Set<number>()));
  for (let p = 0; p < parts.vector.length; p++) {
    if (p % YIELD_VECTORS === 0) yield;
    const bucket = permutation.bucketOf[parts.classId[p]];
    const values = seen.attributes.map(({ valueOf }) => valueOf[seen.classOf[parts.classId[p]]]);
    values.forEach((value, a) => valuesIn[bucket][a].add(value));
    groups.forEach((group, g) => {
      const key = group.map((a) => values[a]).join(' ');
      shownIn[bucket][g].set(key, (shownIn[bucket][g].get(key) ?? 0) + parts.count[p]);
    });
  }
  let least = Infinity;
  let most = -Infinity;
  const matched = new Uint8Array(vectors.counts.length);
  let looked = 0;
  for (const [bucket, shown] of shownIn.entries()) {
    // The value of the bucket that shows a leaf.
    const shows = seen.searched.map(({ size, values }, a) => {
      const valueOf = new Int32Array(size).fill(-1);
      for (const value of valuesIn[bucket][a]) {
        for (let leaf = values[value].lo; leaf <= values[value].hi; leaf++) {
          if (valueOf[leaf] >= 0) throw overlap('values of one bucket');
          valueOf[leaf] = value;
        }
      }
      return valueOf;
    });
    const kinds = new Map<string, { readonly keys: readonly string[]; rows: number }>();
    for (let v = 0; v < matched.length; v++) {
      if (++looked % (8 * YIELD_VECTORS) === 0) yield;
      let isHere = true;
      for (let a = 0; isHere && a < shows.length; a++) isHere = shows[a][vectors.codes[a][v]] >= 0;
      if (!isHere) continue;
      const keys = groups.map((group) => group.map((a) => shows[a][vectors.codes[a][v]]).join(' '));
      if (keys.some((key, g) => !shown[g].has(key))) continue;
      if (matched[v] === 1) throw overlap('buckets');
      matched[v] = 1;
      const kind = kinds.get(keys.join('|'));
      if (kind === undefined) kinds.set(keys.join('|'), { keys, rows: vectors.counts[v] });
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

const overlap = (what: string): InfeasibleError =>
  new InfeasibleError(
    'PUBLIC_OVERLAP',
    `a public row matches more than one of the ${what}, so models on the public table cannot be judged; numbers beside missing values are one cause ("onMissing": "drop")`,
  );
