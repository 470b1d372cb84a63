import type { Steps } from '../base/steps.js';
import { countChoices } from './count-choices.js';
import { narrowMargins, ratio, settle, splitParts, toPart } from './count-margins.js';
import type { MarginProblem } from './margin-problem.js';

/** Kinds of people, and the places that they may have in overlapping buckets. */
export interface OverlapProblem {
  /** [kinds] people. */
  readonly people: Uint32Array;
  /** [places] kind of the people who may have the place. */
  readonly kindOf: Uint32Array;
  /** [groups][places] number of what the bucket of the place shows of them: no number stands for two buckets. */
  readonly values: readonly Uint32Array[];
  /** [groups][values] rows. */
  readonly wanted: readonly Uint32Array[];
}

/** The answer for a person of a kind. */
interface KindAnswer {
  /** Bounds of the probability that one given person of the kind is in a bucket; equal where it is exact. */
  readonly low: number;
  readonly high: number;
  /** True where the probability was counted, or is the same in every way. */
  readonly isExact: boolean;
  /** A way is known without the person, and with the person. */
  readonly leavesOut: boolean;
  readonly chooses: boolean;
}

/** The answer of {@link solveOverlap}. */
export interface OverlapAnswer {
  /** False when the people cannot fill the buckets. */
  readonly isPossible: boolean;
  /** [kinds] */
  readonly kinds: readonly KindAnswer[];
  readonly states: number;
}

/**
 * The probability of every person to be in one of several buckets that people share. All sets of people that can fill the buckets are
 * equally likely. A place, and a place outside of all buckets, is a vector of a problem of margins: it is narrowed
 * as others are, and split; sets of people of a part are counted up to the budget. Past it bounds remain.
 *
 * @param budget - most states, over all parts
 */
export function* solveOverlap(overlap: OverlapProblem, budget: number): Steps<OverlapAnswer> {
  const { people, kindOf } = overlap;
  const none: OverlapAnswer = { isPossible: false, kinds: [], states: 0 };
  const problem = toMargins(overlap);
  yield;
  const bounds = problem === null ? null : yield* narrowMargins(problem);
  if (problem === null || bounds === null) return none;
  const { low, high } = bounds;
  const places = kindOf.length;
  const answers: KindAnswer[] = Array.from(people, (all, kind) => {
    const out = places + kind;
    const [least, most] = [(all - high[out]) / all, (all - low[out]) / all];
    return {
      low: least,
      high: most,
      isExact: least === most,
      leavesOut: least < 1 && low[out] > 0,
      chooses: least > 0,
    };
  });
  for (const [kind, answer] of answers.entries()) {
    if (answer.isExact) answers[kind] = { ...answer, leavesOut: answer.low < 1, chooses: answer.low > 0 };
  }
  let left = budget;
  yield;
  for (const part of splitParts(problem, low, high)) {
    yield;
    const choice = toPart(problem, part, low, high);
    const isOut = Uint8Array.from(part, (v) => (v < places ? 0 : 1));
    const kindOfVector = part.map((v) => (v < places ? kindOf[v] : v - places));
    const isImplied = new Uint8Array(choice.rest.length);
    choice.marginsOf.forEach((margins, at) => {
      if (isOut[at] === 1) for (const margin of margins.slice(1)) isImplied[margin] = 1;
    });
    const counted = yield* countChoices(
      { part: choice, kindOf: kindOfVector, isOut, isImplied },
      (kind) => people[kind],
      left,
    );
    left = Math.max(0, left - counted.states);
    if (counted.total === 0n) return none;
    if (counted.total !== null) {
      for (const [kind, sum] of counted.left) {
        const denominator = counted.total * BigInt(people[kind]);
        answers[kind] = exactAnswer(denominator - sum, denominator);
      }
      continue;
    }
    const asksOut = (at: number): boolean => isOut[at] === 1;
    const settled = yield* settle(problem, part, low, high, { out: asksOut, in: asksOut });
    part.forEach((v, at) => {
      if (v < places) return;
      const all = people[v - places];
      const [least, most] = [(all - high[v]) / all, (all - low[v]) / all];
      answers[v - places] = {
        low: least,
        high: most,
        isExact: least === most,
        leavesOut: settled.chooses[at] === 1 || most < 1,
        chooses: settled.leavesOut[at] === 1 || least > 0,
      };
    });
  }
  return { isPossible: true, kinds: answers, states: budget - left };
}

function exactAnswer(numerator: bigint, denominator: bigint): KindAnswer {
  const probability = ratio(numerator, denominator);
  return {
    low: probability,
    high: probability,
    isExact: true,
    leavesOut: numerator < denominator,
    chooses: numerator > 0n,
  };
}

/** Places, then for every kind those of its people who are in no bucket. Null when there are fewer people than rows. */
function toMargins({ people, kindOf, values, wanted }: OverlapProblem): MarginProblem | null {
  const all = people.reduce((sum, count) => sum + count, 0);
  const rows = wanted[0].reduce((sum, count) => sum + count, 0);
  if (rows > all) return null;
  const places = kindOf.length;
  const withOut = (numbers: Uint32Array, out: (kind: number) => number): Uint32Array => {
    const longer = new Uint32Array(places + people.length);
    longer.set(numbers);
    for (let kind = 0; kind < people.length; kind++) longer[places + kind] = out(kind);
    return longer;
  };
  const most = Uint32Array.from(kindOf, (kind, place) =>
    values.reduce((least, column, g) => Math.min(least, wanted[g][column[place]]), people[kind]),
  );
  return {
    values: [withOut(kindOf, (kind) => kind), ...values.map((column, g) => withOut(column, () => wanted[g].length))],
    available: withOut(most, (kind) => people[kind]),
    wanted: [people, ...wanted.map((counts) => Uint32Array.from([...counts, all - rows]))],
    free: [-1, ...wanted.map(({ length }) => length)],
  };
}
