/**
 * Counts the ways to choose people such that, column by column, the values chosen are those of a bucket.
 *
 * Nothing here knows tables: people are distinct vectors of value numbers with the number of people who have them, a bucket
 * is the number of times that each value of each column has to occur.
 */

import type { MarginProblem, Part } from './margin-problem.js';
import { countPart } from './count-part.js';
import { WaySearch, type Asks } from './find-ways.js';
import { PairFlows } from './pair-flows.js';
import { DisjointSets } from '../base/disjoint-sets.js';
import { runToCompletion, type Steps } from '../base/steps.js';

export type { MarginProblem };

/** The answer for one vector: how many of its people are chosen, on average over all ways, or between which bounds. */
interface VectorAnswer {
  /** Exact probability that one given person of the vector is chosen, as a fraction; null when not counted. */
  readonly exact: { readonly numerator: bigint; readonly denominator: bigint } | null;
  /** Bounds of the probability, equal when exact. They always contain it. */
  readonly low: number;
  readonly high: number;
  /** A way is known that leaves a person of the vector out: nobody of it is certain. False: not known, or there is none. */
  readonly leavesOut: boolean;
  /** A way is known that chooses a person of the vector: nobody of it is excluded. */
  readonly chooses: boolean;
}

export interface MarginAnswer {
  /** False when no choice meets the margins. */
  readonly isPossible: boolean;
  /** [vectors] */
  readonly vectors: readonly VectorAnswer[];
  /** States visited. */
  readonly states: number;
}

const impossible: VectorAnswer = {
  exact: { numerator: 0n, denominator: 1n },
  low: 0,
  high: 0,
  leavesOut: true,
  chooses: false,
};

/**
 * The exact probability for every vector that a person of it is chosen, all subsets of people that meet the margins being
 * equally likely (Toth 2015, Algorithm 5), without listing subsets: bounds are narrowed until nothing changes (a value
 * needs what the others cannot give; flows between two columns fix what lies on no cycle), what is then fixed is taken
 * out, the rest falls into parts without a common value, and each part is counted vector by vector over the states of its
 * open margins, forwards and backwards, in whole numbers of any size.
 *
 * @param budget - most states, over all parts; a part past it gets bounds instead of a number
 * @param isSettling - whether, of such a part, ways are looked for that show who is neither certain nor excluded
 */
export function countMargins(
  problem: MarginProblem,
  budget: number,
  { isSettling = false }: { readonly isSettling?: boolean } = {},
): MarginAnswer {
  return runToCompletion(countMarginsStepwise(problem, budget, { isSettling }));
}

/** `countMargins`, in steps of a few milliseconds. */
export function* countMarginsStepwise(
  problem: MarginProblem,
  budget: number,
  { isSettling = false }: { readonly isSettling?: boolean } = {},
): Generator<void, MarginAnswer> {
  const bounds = yield* narrowMargins(problem);
  return yield* countNarrowed(problem, bounds, budget, { isSettling });
}

/** Between what the people chosen of every vector are. */
interface MarginBounds {
  /** [vectors] */
  readonly low: Uint32Array;
  readonly high: Uint32Array;
}

/** The bounds of a counting problem that are known without counting, in steps; null when no choice meets the margins. */
export function* narrowMargins(problem: MarginProblem): Steps<MarginBounds | null> {
  const low = new Uint32Array(problem.available.length);
  const high = Uint32Array.from(problem.available);
  return (yield* narrowAll(problem, low, high)) ? { low, high } : null;
}

/** `countMargins` from the bounds of {@link narrowMargins}, in steps. */
export function* countNarrowed(
  problem: MarginProblem,
  bounds: MarginBounds | null,
  budget: number,
  { isSettling = false }: { readonly isSettling?: boolean } = {},
): Steps<MarginAnswer> {
  const { available } = problem;
  const none = (): MarginAnswer => ({
    isPossible: false,
    vectors: Array.from(available, () => impossible),
    states: 0,
  });
  if (bounds === null) return none();
  const low = bounds.low.slice();
  const high = bounds.high.slice();
  const answers: VectorAnswer[] = Array.from(available, (all, v) => answerOf(low[v], high[v], all));
  let left = budget;
  yield;
  for (const part of splitParts(problem, low, high)) {
    const counted = yield* countPart(toPart(problem, part, low, high), left);
    left -= counted.states;
    if (counted.total === null) {
      if (!isSettling) continue;
      const { leavesOut, chooses } = yield* settle(problem, part, low, high);
      part.forEach((v, at) => {
        const answer = answerOf(low[v], high[v], available[v]);
        answers[v] = {
          ...answer,
          leavesOut: answer.leavesOut || leavesOut[at] === 1,
          chooses: answer.chooses || chooses[at] === 1,
        };
      });
      continue;
    }
    if (counted.total === 0n) return none();
    part.forEach((v, at) => {
      const numerator = counted.chosen[at];
      const denominator = (counted.total as bigint) * BigInt(available[v]);
      const probability = ratio(numerator, denominator);
      answers[v] = {
        exact: { numerator, denominator },
        low: probability,
        high: probability,
        leavesOut: numerator < denominator,
        chooses: numerator > 0n,
      };
    });
  }
  return { isPossible: true, vectors: answers, states: budget - left };
}

function answerOf(low: number, high: number, all: number): VectorAnswer {
  const exact = low === high ? { numerator: BigInt(low), denominator: BigInt(all) } : null;
  // `low` and `high` are bounds and may not be attained.
  return { exact, low: low / all, high: high / all, leavesOut: high < all, chooses: low > 0 };
}

/** a / b to 53 bits, for numbers of any size. */
export function ratio(a: bigint, b: bigint): number {
  const bits = Math.max(a.toString(16).length, b.toString(16).length) * 4;
  if (bits < 1000) return Number(a) / Number(b);
  const shift = BigInt(bits - 900);
  return Number(a >> shift) / Number(b >> shift);
}

/** Vectors above which a round of narrowing yields after every column. */
const YIELD_VECTORS = 1 << 13;

/** Narrows low .. high by every margin until nothing changes. False when a margin cannot be met. */
function* narrow({ values, wanted }: MarginProblem, low: Uint32Array, high: Uint32Array): Steps<boolean> {
  const most = wanted.reduce((largest, { length }) => Math.max(largest, length), 0);
  const sums = { least: new Float64Array(most), most: new Float64Array(most) };
  for (let changed = true; changed;) {
    changed = false;
    for (let c = 0; c < values.length; c++) {
      if (low.length > YIELD_VECTORS) yield;
      const narrowed = narrowColumn(values[c], wanted[c], low, high, sums);
      if (narrowed === null) return false;
      changed ||= narrowed;
    }
  }
  return true;
}

/** Narrows low .. high by the margins of one column. True when something changed, null when a margin cannot be met. */
function narrowColumn(
  values: Uint32Array,
  wanted: Uint32Array,
  low: Uint32Array,
  high: Uint32Array,
  { least, most }: { readonly least: Float64Array; readonly most: Float64Array },
): boolean | null {
  least.fill(0, 0, wanted.length);
  most.fill(0, 0, wanted.length);
  for (let v = 0; v < low.length; v++) {
    least[values[v]] += low[v];
    most[values[v]] += high[v];
  }
  for (let value = 0; value < wanted.length; value++) {
    if (least[value] > wanted[value] || most[value] < wanted[value]) return null;
  }
  let changed = false;
  for (let v = 0; v < low.length; v++) {
    if (low[v] === high[v]) continue;
    const value = values[v];
    // Each bound against the sums as they stood: sound, and the next round sees what changed.
    const upper = Math.min(high[v], wanted[value] - (least[value] - low[v]));
    const lower = Math.max(low[v], wanted[value] - (most[value] - high[v]));
    if (lower > upper) return null;
    if (upper < high[v] || lower > low[v]) {
      least[value] += lower - low[v];
      most[value] += upper - high[v];
      high[v] = upper;
      low[v] = lower;
      changed = true;
    }
  }
  return changed;
}

/** Vectors up to which every two columns are read as a flow; above, the first column with each other. */
const MOST_PAIRED = 1 << 15;

/** Vectors that the search for ways may look at, over all of its exchanges. */
const SETTLING_WORK = 1 << 29;

/** Vectors that are narrowed for assumptions about single vectors, over all of them. */
const NARROWING_WORK = 1 << 26;

/**
 * Fixes what two columns alone fix. True when something was fixed, null when no flow meets the margins. What is fixed by more than
 * that is left to the count.
 */
function* fixByFlows(flows: PairFlows, columns: number, low: Uint32Array, high: Uint32Array): Steps<boolean | null> {
  let any = false;
  const firsts = low.length > MOST_PAIRED ? 1 : columns;
  for (let a = 0; a < firsts; a++) {
    for (let b = a + 1; b < columns; b++) {
      if (low.length > 100) yield;
      const fixed = yield* flows.fix(a, b, low, high);
      if (fixed === null) return null;
      any ||= fixed;
    }
  }
  return any;
}

/** The vectors that are not fixed, in parts without a common value in any column. */
export function splitParts({ values, wanted, free }: MarginProblem, low: Uint32Array, high: Uint32Array): number[][] {
  const offset: number[] = [];
  let nodes = 0;
  for (const column of wanted) {
    offset.push(nodes);
    nodes += column.length;
  }
  const sets = new DisjointSets(nodes);
  const open = Array.from(low, (_, v) => v).filter((v) => low[v] < high[v]);
  for (const v of open) {
    for (let c = 1; c < values.length; c++) {
      if (values[c][v] !== free?.[c]) sets.join(offset[c] + values[c][v], values[0][v]);
    }
  }
  const parts = new Map<number, number[]>();
  for (const v of open) {
    const root = sets.find(values[0][v]);
    const part = parts.get(root);
    if (part === undefined) parts.set(root, [v]);
    else part.push(v);
  }
  return [...parts.values()].sort((a, b) => a.length - b.length);
}

/** Answers for the vectors of a part that was not counted. */
interface SettledPart {
  /** [vectors of the part] 1 where a way is known that leaves somebody out, and that chooses somebody. */
  readonly leavesOut: Uint8Array;
  readonly chooses: Uint8Array;
}

/**
 * Looks for ways with and without the people of a part that is not counted. If none is found, narrowing may show that there is
 * none, and closes `low` .. `high`. Flows between two columns decide every question of a problem of two columns.
 *
 * @param asks - the vectors of the part that are looked for, default all
 */
export function* settle(
  problem: MarginProblem,
  part: readonly number[],
  low: Uint32Array,
  high: Uint32Array,
  asks: Asks = { out: () => true, in: () => true },
): Steps<SettledPart> {
  const { available } = problem;
  const search = new WaySearch(toPart(problem, part, low, high), SETTLING_WORK);
  yield* search.look(200, 200, asks);
  const isDecided = problem.values.length === 2;
  const out = new Uint8Array(part.length);
  const into = new Uint8Array(part.length);
  if (search.found !== null || isDecided) {
    let work = 0;
    for (const [at, v] of part.entries()) {
      const lacksOut = asks.out(at) && (search.found === null || search.lacksOut(at));
      const lacksIn = asks.in(at, search) && (search.found === null || search.lacksIn(at));
      if (!lacksOut && !lacksIn) continue;
      work += available.length;
      if (work > NARROWING_WORK) break;
      if (lacksOut) {
        if (!(yield* isPossible(problem, low, high, v, [low[v], available[v] - 1]))) low[v] = available[v];
        else if (isDecided) out[at] = 1;
      }
      if (lacksIn && low[v] === 0 && high[v] > 0) {
        if (!(yield* isPossible(problem, low, high, v, [1, high[v]]))) high[v] = 0;
        else if (isDecided) into[at] = 1;
      }
      yield;
    }
    if (!isDecided) yield* search.look(50_000, 1_000, asks);
  }
  const { found } = search;
  return {
    leavesOut: Uint8Array.from(part, (v, at) => (found !== null && found.fewest[at] < available[v] ? 1 : out[at])),
    chooses: Uint8Array.from(part, (_, at) => (found !== null && found.most[at] > 0 ? 1 : into[at])),
  };
}

/** False when narrowing alone shows that a vector cannot have `least` .. `most` people chosen. */
function* isPossible(
  problem: MarginProblem,
  low: Uint32Array,
  high: Uint32Array,
  vector: number,
  [least, most]: readonly [number, number],
): Steps<boolean> {
  if (least > most) return false;
  const below = low.slice();
  const above = high.slice();
  below[vector] = least;
  above[vector] = most;
  return yield* narrowAll(problem, below, above);
}

/** Narrows by margins and flows until nothing changes; false when nothing is left. */
function* narrowAll(problem: MarginProblem, low: Uint32Array, high: Uint32Array): Generator<void, boolean> {
  if (!(yield* narrow(problem, low, high))) return false;
  const flows = new PairFlows(problem);
  for (let changed = true; changed;) {
    const fixed = yield* fixByFlows(flows, problem.values.length, low, high);
    if (fixed === null) return false;
    changed = fixed;
    if (changed && !(yield* narrow(problem, low, high))) return false;
  }
  return true;
}

/** The part as `countPart` takes it: its values as margins, less what fixed vectors take of them. */
export function toPart(
  { values, available, wanted, free }: MarginProblem,
  part: readonly number[],
  low: Uint32Array,
  high: Uint32Array,
): Part {
  const rest: number[] = [];
  const marginsOf = part.map(() => new Array<number>(values.length).fill(0));
  const marginOf = wanted.map(({ length }) => new Int32Array(length).fill(-1));
  for (const [at, v] of part.entries()) {
    for (let c = 0; c < values.length; c++) {
      const value = values[c][v];
      if (marginOf[c][value] < 0) marginOf[c][value] = rest.push(wanted[c][value]) - 1;
      marginsOf[at][c] = marginOf[c][value];
    }
  }
  const isOutside = new Uint8Array(available.length).fill(1);
  for (const v of part) isOutside[v] = 0;
  for (let v = 0; v < available.length; v++) {
    if (isOutside[v] === 0 || low[v] === 0) continue;
    for (let c = 0; c < values.length; c++) {
      const margin = marginOf[c][values[c][v]];
      if (margin >= 0) rest[margin] -= low[v];
    }
  }
  if (free !== undefined) fillFree(free, marginOf, rest);
  const pick = (numbers: Uint32Array): number[] => part.map((v) => numbers[v]);
  return { marginsOf, rest, low: pick(low), high: pick(high), available: pick(available) };
}

/** Fills the wanted sum of the free value of every column: the sum of the first column of the part, less the other values of the column. */
function fillFree(free: readonly number[], marginOf: readonly Int32Array[], rest: number[]): void {
  const sumOf = (margins: Int32Array): number => margins.reduce((sum, at) => (at < 0 ? sum : sum + rest[at]), 0);
  const all = sumOf(marginOf[0]);
  free.forEach((value, c) => {
    const margin = value < 0 ? -1 : marginOf[c][value];
    if (margin >= 0) rest[margin] += all - sumOf(marginOf[c]);
  });
}
