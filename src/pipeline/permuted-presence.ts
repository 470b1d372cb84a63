import type { Recoding } from '../algorithms/algorithm.js';
import { InfeasibleError } from '../base/errors.js';
import type { MarginAnswer, MarginProblem } from '../membership/count-margins.js';
import { countMarginsStepwise } from '../membership/count-margins.js';
import type { ClassValues } from '../quality/released.js';
import { matchBoxes } from '../release/boxes-of-points.js';
import { countByClass } from '../release/count-by-class.js';
import type { ShownClasses } from '../release/shown-classes.js';
import { StateSet } from '../membership/state-set.js';
import type { Steps } from '../base/steps.js';
import type { ShownBuckets } from './shown-buckets.js';
import { showBuckets } from './shown-buckets.js';

/** Vectors, or buckets, looked at between two yields. */
const YIELD_VECTORS = 1 << 13;

/** Counts the ways of one bucket within a number of states. */
export const waysCounterWith =
  (most: number) =>
  (problem: MarginProblem): Steps<MarginAnswer> =>
    countMarginsStepwise(problem, most);

/**
 * Bounds of the probabilities of all public rows that they are in a permuted release (Toth 2015, Algorithm 5), computed from the recoding. Yields
 * between stretches of the work.
 *
 * @param names - [attributes] names of the quasi-identifiers
 * @param vectors - leaf codes of the quasi-identifiers, and rows, of the distinct public vectors
 * @param isOutsideJudged - rows that match no bucket then count, with probability 0
 * @throws InfeasibleError PUBLIC_OVERLAP when a public row matches two buckets, or is shown by two values of one
 */
export function* measurePermutedPresence(
  recoding: Recoding,
  shownClasses: ShownClasses,
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
  const shown = yield* showBuckets(recoding, shownClasses, groups);
  const people = yield* peopleByBucket(shown, vectors);
  const tuples = new Int32Array(groups.length);
  let least = Infinity;
  let most = -Infinity;
  const matched = new Uint8Array(vectors.counts.length);
  let looked = 0;
  for (let bucket = 0; bucket < shown.count; bucket++) {
    const own = shown.read(bucket);
    if (own === null) throw overlap('values of one bucket');
    const rows: number[] = [];
    const kinds = new StateSet(groups.length);
    for (let at = people.start[bucket]; at < people.start[bucket + 1]; at++) {
      if (++looked % YIELD_VECTORS === 0) yield;
      const v = people.code[at];
      if (!own.findInto(vectors.codes, v, tuples)) continue;
      if (matched[v] === 1) throw overlap('buckets');
      matched[v] = 1;
      const kind = kinds.add(tuples);
      rows[kind] = (rows[kind] ?? 0) + vectors.counts[v];
    }
    const answer = yield* countWays({
      values: groups.map((_, g) => kinds.column(g)),
      available: Uint32Array.from(rows),
      wanted: own.wanted(),
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

/** The public vectors, ascending, whose leaves lie between the first and the last that a bucket shows of every attribute. */
function* peopleByBucket(
  { count, lower, upper }: ShownBuckets,
  { codes, counts }: { readonly codes: readonly ArrayLike<number>[]; readonly counts: Uint32Array },
): Steps<Pick<ClassValues, 'start' | 'code'>> {
  const points = { count: counts.length, codes: codes.slice(0, lower.length) };
  const vectorOf: number[] = [];
  const bucketOf: number[] = [];
  yield* matchBoxes({ count, lower, upper }, points, (v, bucket) => {
    vectorOf.push(v);
    bucketOf.push(bucket);
  });
  yield;
  const { start, code } = countByClass(count, Uint32Array.from(bucketOf), Uint32Array.from(vectorOf), counts.length);
  for (let bucket = 0; bucket < count; bucket++) {
    if (bucket % YIELD_VECTORS === 0) yield;
    code.subarray(start[bucket], start[bucket + 1]).sort();
  }
  return { start, code };
}

const overlap = (what: string): InfeasibleError =>
  new InfeasibleError(
    'PUBLIC_OVERLAP',
    `a public row matches more than one of the ${what}, so models on the public table cannot be judged; numbers beside missing values are one cause ("onMissing": "drop")`,
  );
