import type { CutEvaluator, CutProblem, CutSets, CutSolution } from '../../engine/engine.js';
import { CapacityError } from '../../base/errors.js';
import type { RandomSource } from '../../base/random.js';
import { shuffle } from '../../base/random.js';
import type { Control } from '../algorithm.js';
import { noCuts, SearchClock } from './cut-search.js';

export interface SeedOptions {
  /** Rows of the problem: what a suppressed row costs under discernibility. */
  readonly rows: number;
  readonly random: RandomSource;
  /** `timeLimit` and `finish` end the climb with its best solution so far. */
  readonly control: Control;
  /** Where to go on from: a solution within the limit. Default: no cuts. */
  readonly start?: CutSolution;
  /** Most descents; default: until many in a row found nothing better. */
  readonly rounds?: number;
  /** Ends the climb once a solution costs at most this. */
  readonly targetCost?: number;
  /** Told of every better solution, with the seconds since the start. */
  readonly onBetter?: (solution: CutSolution, seconds: number) => void;
}

/** Penalties of a suppressed row, in its own cost, that are tried when their number is limited. */
const LIMITED_PENALTIES = [1, 3, 30];
const FORBIDDEN_PENALTY = 1000;

/**
 * A good set of cuts, found by exact coordinate descent: the best cuts of one attribute, those of the others kept, are a
 * shortest path over its values (Engine.cutEvaluator). Attributes are swept in random order until no sweep gains; then
 * the best solution, or the last local optimum, is perturbed and descended from again. A suppressed row costs its own
 * cost when suppression is unlimited, far more when it is forbidden, and a random multiple in between, the limit being
 * checked afterwards. The same random numbers give the same solution after the same number of rounds.
 *
 * Returns null when no solution within the suppression limit was found; with at least k rows there always is one.
 */
export async function seedCuts(
  evaluator: CutEvaluator,
  problem: CutProblem,
  options: SeedOptions,
): Promise<CutSolution | null> {
  const { random, rounds = Infinity, targetCost = -Infinity } = options;
  const clock = new SearchClock(options.control);
  const unit = problem.metric === 'classification' ? 1 : options.rows;
  const choices = problem.allowed.map(allowedLeaves);
  const movable = Uint32Array.from(choices.keys()).filter((a) => choices[a].length > 0);
  const patience = 50 + 10 * choices.reduce((sum, leaves) => sum + leaves.length, 0);
  let best: CutSolution | null = null;
  const offer = (solution: CutSolution): void => {
    if (solution.suppressed > problem.suppressionLimit || (best !== null && solution.cost >= best.cost)) return;
    best = solution;
    options.onBetter?.(solution, clock.seconds);
  };
  const first = options.start ?? { cuts: noCuts(problem), ...evaluator.evaluate(noCuts(problem)) };
  offer(first);
  if (movable.length === 0) return best;
  let last: CutSolution = first;
  let sinceBetter = 0;
  for (let round = 0; round < rounds && sinceBetter < patience; round++) {
    const from: CutSolution = best !== null && random.below(2) > 0 ? best : last;
    const cuts = round === 0 && options.start === undefined ? from.cuts : perturb(from.cuts, choices, movable, random);
    const before = best as CutSolution | null;
    let found = { solution: { ...from, cuts }, isOver: false };
    for (const factor of penaltyFactors(problem, options.rows, random)) {
      if (found.isOver) break;
      const { cuts: start } = found.solution;
      found = await descend(evaluator, problem, { cuts: start, penalty: unit * factor, unit, movable, random, clock });
    }
    if (found.solution.suppressed <= problem.suppressionLimit) last = found.solution;
    offer(found.solution);
    sinceBetter = best === before ? sinceBetter + 1 : 0;
    const reached = best as CutSolution | null;
    if (found.isOver || (reached !== null && reached.cost <= targetCost)) break;
    if (await clock.pause(Math.max(sinceBetter / patience, round / rounds))) break;
  }
  return best;
}

/** Leaves before which a cut is allowed. */
function allowedLeaves(allowed: Uint8Array): Uint32Array {
  return Uint32Array.from(allowed.keys()).filter((leaf) => leaf > 0 && allowed[leaf] !== 0);
}

/** Penalties of the descents of one round, each from where the one before ended. */
function penaltyFactors(problem: CutProblem, rows: number, random: RandomSource): readonly number[] {
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
  evaluator: CutEvaluator,
  problem: CutProblem,
  { cuts: from, penalty, unit, movable, random, clock }: Descent,
): Promise<{ solution: CutSolution; isOver: boolean }> {
  const order = movable.slice();
  shuffle(order, random);
  const penalized = ({ cost, suppressed }: { cost: number; suppressed: number }): number =>
    cost + suppressed * (penalty - unit);
  const cuts = [...from];
  let value = evaluator.evaluate(cuts);
  let isOver = false;
  for (let step = 0, still = 0; still < order.length; step++) {
    const a = order[step % order.length];
    const before = cuts[a];
    cuts[a] = bestCutsOf(evaluator, problem, cuts, a, penalty, unit);
    still++;
    if (!areEqual(before, cuts[a])) {
      const now = evaluator.evaluate(cuts);
      if (penalized(now) < penalized(value)) still = 1;
      value = now;
    }
    isOver = await clock.pause(0);
    if (isOver) break;
  }
  return { solution: { cuts, ...value }, isOver };
}

/** By a shortest path, or by single cuts where the attribute is too large for one. */
function bestCutsOf(
  evaluator: CutEvaluator,
  problem: CutProblem,
  cuts: CutSets,
  attribute: number,
  penalty: number,
  unit: number,
): Uint32Array {
  try {
    return evaluator.bestCuts(cuts, attribute, penalty);
  } catch (error) {
    if (!(error instanceof CapacityError)) throw error;
    return toggleBest(evaluator, problem, cuts, attribute, penalty - unit);
  }
}

/** Most single cuts changed in one visit of an attribute that is too large for a shortest path. */
const MOST_TOGGLES = 32;

function toggleBest(
  evaluator: CutEvaluator,
  problem: CutProblem,
  cuts: CutSets,
  attribute: number,
  surcharge: number,
): Uint32Array {
  const changed = [...cuts];
  let { cost, suppressed } = evaluator.evaluate(changed);
  let value = cost + suppressed * surcharge;
  for (let toggle = 0; toggle < MOST_TOGGLES; toggle++) {
    const found = evaluator.toggles(changed);
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
    changed[attribute] = toggleCut(changed[attribute], leaf);
  }
  return changed[attribute];
}

/** The list with a cut added, or removed when it was there. */
function toggleCut(cuts: Uint32Array, leaf: number): Uint32Array {
  if (cuts.includes(leaf)) return cuts.filter((cut) => cut !== leaf);
  const added = new Uint32Array(cuts.length + 1);
  added.set(cuts);
  added[cuts.length] = leaf;
  return added.sort();
}

function areEqual(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((cut, i) => cut === b[i]);
}

/** Changes cuts at random in one of four ways: redraws, toggles a few, thins one attribute, thins all. */
function perturb(from: CutSets, choices: readonly Uint32Array[], movable: Uint32Array, random: RandomSource): CutSets {
  const cuts = [...from];
  const anyAttribute = (): number => movable[random.below(movable.length)];
  const toggleAny = (a: number): void => {
    cuts[a] = toggleCut(cuts[a], choices[a][random.below(choices[a].length)]);
  };
  const way = random.below(4);
  if (way === 0) {
    cuts[anyAttribute()] = new Uint32Array(0);
    const a = anyAttribute();
    cuts[a] = choices[a].filter(() => random.below(8) === 0);
  } else if (way === 1) {
    for (let left = 1 + random.below(4); left > 0; left--) toggleAny(anyAttribute());
  } else if (way === 2) {
    const a = anyAttribute();
    cuts[a] = cuts[a].filter(() => random.below(2) === 0);
    toggleAny(anyAttribute());
  } else {
    for (const a of movable) cuts[a] = cuts[a].filter(() => random.below(3) > 0);
  }
  return cuts;
}
