import type { CutEvaluator, CutProblem, CutSets, CutSolution, FrequencySet } from '../engine/engine.js';
import type { SearchClock } from '../algorithms/search-clock.js';
import { noCuts } from '../algorithms/cuts/cut-search.js';
import { stepsOf } from '../algorithms/cuts/cut-steps.js';

/** Sets of cuts that are looked at: each costs a pass over the vectors. */
const MOST_LOOKS = 256;

/** Values of an attribute that no cut parts yet. */
interface Interval {
  readonly attribute: number;
  readonly from: number;
  readonly to: number;
  /** Share of the attribute's values. */
  readonly width: number;
}

/**
 * Mondrian with cuts through the whole table: the widest interval is cut at the median of its rows, as long as no more rows are suppressed than the
 * limit allows, and the cost does not rise. Cheap and deterministic: no search returns a worse solution, however soon it ends.
 *
 * LeFevre, DeWitt, Ramakrishnan, "Mondrian Multidimensional K-Anonymity", ICDE 2006, section 4 (choice of attribute and median).
 *
 * @param set - the vectors of the problem, its attributes first
 * @param clock - ends it, a moment late
 * @returns the last of these solutions, null when not even the set without cuts keeps the limit
 */
export async function halvedCuts(
  evaluator: CutEvaluator,
  problem: CutProblem,
  set: FrequencySet,
  clock: SearchClock,
): Promise<CutSolution | null> {
  const steps = stepsOf(evaluator);
  const { allowed, suppressionLimit } = problem;
  const counts = set.counts();
  const below = allowed.map((_, a) => rowsBelow(set, counts, a));
  const none = noCuts(problem);
  let best: CutSolution | null = { cuts: none, ...(await clock.drive(steps.evaluate(none))) };
  if (best.suppressed > suppressionLimit) best = null;
  const intervals: Interval[] = allowed.map(({ length }, attribute) => ({ attribute, from: 0, to: length, width: 1 }));
  for (let looks = 0; looks < MOST_LOOKS && intervals.length > 0;) {
    const widest = intervals.reduce((most, each, i) => (isWider(each, intervals[most]) ? i : most), 0);
    const [{ attribute, from, to }] = intervals.splice(widest, 1);
    const median = medianOf(below[attribute], allowed[attribute], from, to);
    if (median === null) continue;
    const cuts: CutSets = (best?.cuts ?? none).map((list, a) =>
      a === attribute ? Uint32Array.from([...list, median]).sort() : list,
    );
    const found = await clock.driveUntilOver(steps.evaluate(cuts), () => clock.isGraceOver);
    if (found === 'over') break;
    looks++;
    if (found.suppressed > suppressionLimit || (best !== null && found.cost > best.cost)) continue;
    best = { cuts, ...found };
    const all = allowed[attribute].length;
    intervals.push({ attribute, from, to: median, width: (median - from) / all });
    intervals.push({ attribute, from: median, to, width: (to - median) / all });
  }
  return best;
}

/** Tests whether an interval is wider; of equal ones, that of the earlier attribute is. */
function isWider(one: Interval, other: Interval): boolean {
  return one.width > other.width || (one.width === other.width && one.attribute < other.attribute);
}

/** Rows of the values before each, and of all. */
function rowsBelow(set: FrequencySet, counts: ArrayLike<number>, attribute: number): Float64Array {
  const rows = new Float64Array(set.sizes[attribute] + 1);
  set.codes(attribute).forEach((code, i) => (rows[code + 1] += counts[i]));
  for (let code = 1; code < rows.length; code++) rows[code] += rows[code - 1];
  return rows;
}

/** The allowed cut that halves the rows of the interval best, the first of several; null when none has rows on both sides. */
function medianOf(below: Float64Array, allowed: Uint8Array, from: number, to: number): number | null {
  let median: number | null = null;
  let least = below[to] - below[from];
  for (let leaf = from + 1; leaf < to; leaf++) {
    if (allowed[leaf] === 0) continue;
    const difference = Math.abs(below[to] - 2 * below[leaf] + below[from]);
    if (difference >= least) continue;
    least = difference;
    median = leaf;
  }
  return median;
}
