import type { CutEvaluator, CutProblem, CutSets, CutSolution } from '../../engine/engine.js';
import { CapacityError } from '../../base/errors.js';
import { unitOf } from '../../engine/cut-parts.js';
import type { RandomSource } from '../../base/random.js';
import { shuffle } from '../../base/random.js';
import type { Steps } from '../../base/steps.js';
import type { SearchClock } from '../search-clock.js';
import { type CutSteps, stepsOf } from './cut-steps.js';

/** Penalties of a suppressed row, in its own cost, that are tried when their number is limited. */
const LIMITED_PENALTIES = [1, 3, 30];
const FORBIDDEN_PENALTY = 1000;

/** Context that all descents of a climb share. */
export interface DescentRun {
  readonly problem: CutProblem;
  /** Rows of the problem: what a suppressed row costs under discernibility. */
  readonly rows: number;
  readonly random: RandomSource;
  readonly clock: SearchClock;
}

/** End of a descent. */
interface Descended {
  /** It may suppress more rows than the limit allows; of infinite cost and rows where the clock ended the descent before it counted any. */
  readonly solution: CutSolution;
  /** The clock ended it. */
  readonly isOver: boolean;
}

/**
 * Chooses the best cuts of one attribute after the other, those of the others kept, until no attribute gains. A suppressed row costs its own
 * cost when suppression is unlimited, far more when it is forbidden, and a random multiple in between.
 *
 * @param evaluator - of the problem, or a coarser one that knows all cuts of the attributes that may move and those of `from` in the others
 * @param movable - the attributes whose cuts may change
 */
export async function descendFrom(
  evaluator: CutEvaluator,
  run: DescentRun,
  from: CutSets,
  movable: Uint32Array,
): Promise<Descended> {
  const { problem, rows, random, clock } = run;
  const unit = unitOf(problem, rows);
  let found: Descended = { solution: unknown(from), isOver: false };
  for (const factor of penaltyFactors(problem, rows, random)) {
    if (found.isOver) break;
    const { cuts } = found.solution;
    found = await descend(stepsOf(evaluator), problem, { cuts, penalty: unit * factor, unit, movable, random, clock });
  }
  return found;
}

const unknown = (cuts: CutSets): CutSolution => ({ cuts, cost: Infinity, suppressed: Infinity });

/** Penalties of a suppressed row, in its own cost, of the descents of one round: each begins where the one before ended. */
export function penaltyFactors(problem: CutProblem, rows: number, random: RandomSource): readonly number[] {
  if (problem.suppressionLimit >= rows) return [1];
  const soft = LIMITED_PENALTIES[random.below(LIMITED_PENALTIES.length)];
  if (problem.suppressionLimit > 0) return [soft];
  return random.below(2) === 0 ? [FORBIDDEN_PENALTY] : [soft, FORBIDDEN_PENALTY];
}

interface Descent {
  readonly cuts: CutSets;
  readonly penalty: number;
  readonly unit: number;
  readonly movable: Uint32Array;
  readonly random: RandomSource;
  readonly clock: SearchClock;
}

/** Chooses the best cuts of one attribute after the other until none gains. */
async function descend(
  evaluator: CutSteps,
  problem: CutProblem,
  { cuts: from, penalty, unit, movable, random, clock }: Descent,
): Promise<Descended> {
  const order = movable.slice();
  shuffle(order, random);
  const penalized = ({ cost, suppressed }: { cost: number; suppressed: number }): number =>
    cost + suppressed * (penalty - unit);
  const first = await clock.driveUntilOver(evaluator.evaluate(from));
  if (first === 'over') return { solution: unknown(from), isOver: true };
  let solution: CutSolution = { cuts: from, ...first };
  for (let step = 0, still = 0; still < order.length; step++) {
    const a = order[step % order.length];
    const best = await clock.driveUntilOver(bestCutsOf(evaluator, problem, solution.cuts, a, penalty, unit));
    if (best === 'over') return { solution, isOver: true };
    still++;
    if (!areEqual(solution.cuts[a], best)) {
      const cuts = solution.cuts.map((list, other) => (other === a ? best : list));
      const now = await clock.driveUntilOver(evaluator.evaluate(cuts));
      if (now === 'over') return { solution, isOver: true };
      if (penalized(now) < penalized(solution)) still = 1;
      solution = { cuts, ...now };
    }
    if (await clock.pause(0)) return { solution, isOver: true };
  }
  return { solution, isOver: false };
}

/** By a shortest path, or by single cuts where the attribute is too large for one. */
function* bestCutsOf(
  evaluator: CutSteps,
  problem: CutProblem,
  cuts: CutSets,
  attribute: number,
  penalty: number,
  unit: number,
): Steps<Uint32Array> {
  try {
    return yield* evaluator.bestCuts(cuts, attribute, penalty);
  } catch (error) {
    if (!(error instanceof CapacityError)) throw error;
    return yield* toggleBest(evaluator, problem, cuts, attribute, penalty - unit);
  }
}

/** Most single cuts changed in one visit of an attribute that is too large for a shortest path. */
const MOST_TOGGLES = 32;

function* toggleBest(
  evaluator: CutSteps,
  problem: CutProblem,
  cuts: CutSets,
  attribute: number,
  surcharge: number,
): Steps<Uint32Array> {
  const changed = [...cuts];
  let { cost, suppressed } = yield* evaluator.evaluate(changed);
  let value = cost + suppressed * surcharge;
  for (let toggle = 0; toggle < MOST_TOGGLES; toggle++) {
    const found = yield* evaluator.toggles(changed);
    let leaf = 0;
    for (let at = 1; at < problem.allowed[attribute].length; at++) {
      cost = found.cost[attribute][at];
      suppressed = found.suppressed[attribute][at];
      if (cost + suppressed * surcharge < value) {
        value = cost + suppressed * surcharge;
        leaf = at;
      }
    }
    if (leaf === 0) break;
    changed[attribute] = toggleLeaf(changed[attribute], leaf);
  }
  return changed[attribute];
}

/** The list with a cut added, or removed when it was there. */
export function toggleLeaf(cuts: Uint32Array, leaf: number): Uint32Array {
  if (cuts.includes(leaf)) return cuts.filter((cut) => cut !== leaf);
  const added = new Uint32Array(cuts.length + 1);
  added.set(cuts);
  added[cuts.length] = leaf;
  return added.sort();
}

/** Tests whether two lists of cuts are equal. */
export function areEqual(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((cut, i) => cut === b[i]);
}
