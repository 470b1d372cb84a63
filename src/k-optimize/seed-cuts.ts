import type { CutEvaluator, CutProblem, CutSets, CutSolution } from '../engine/engine.js';
import { CapacityError } from '../base/errors.js';
import type { RandomSource } from '../base/random.js';
import { shuffle } from '../base/random.js';
import type { Control } from '../algorithms/algorithm.js';
import { SearchClock } from '../algorithms/search-clock.js';
import { areEqual, descendFrom, type DescentRun } from '../algorithms/cuts/coordinate-descent.js';
import { noCuts } from '../algorithms/cuts/cut-search.js';
import { stepsOf } from '../algorithms/cuts/cut-steps.js';
import { perturb } from './perturb-cuts.js';

interface SeedOptions {
  /** Rows of the problem: what a suppressed row costs under discernibility. */
  readonly rows: number;
  readonly random: RandomSource;
  /** `timeLimit` and `finish` end the climb with its best solution so far. */
  readonly control: Control;
  /** A solution within the limit to start from. Default: no cuts. */
  readonly start?: CutSolution;
  /** Perturbations of few attributes that are tried in a round: 12 by default, 1 where the evaluator merges no vectors. */
  readonly tries?: number;
  /** Most rounds; default: until many in a row found nothing better. */
  readonly rounds?: number;
  /** Ends the climb once a solution costs at most this. */
  readonly targetCost?: number;
  /** Receives every better solution, with the seconds since the start. */
  readonly onBetter?: (solution: CutSolution, seconds: number) => void;
}

/** Perturbations that are tried where most attributes keep their cuts. */
const TRIES = 12;
/** Most attributes that move then. */
const FEW_ATTRIBUTES = 4;

/**
 * A good set of cuts, found by exact coordinate descent: the best cuts of one attribute, those of the others kept, are a shortest path over its
 * values (Engine.cutEvaluator). Attributes are swept in random order until no sweep gains. Then, round by round, a solution is perturbed and
 * descended from again:
 *
 * - The best solution, or the last local optimum, in two to four attributes, the others keeping their cuts. Vectors that those cuts do not part are
 * merged first, so that many perturbations cost no more than a descent over all vectors, which goes on from the cheapest of them.
 * - One of the two in all attributes.
 *
 * Solutions that suppress more rows than the limit allows are skipped. The same random numbers give the same solution after the same number of
 * rounds.
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
  const choices = problem.allowed.map(allowedLeaves);
  const movable = Uint32Array.from(choices.keys()).filter((a) => choices[a].length > 0);
  const tries = options.tries ?? TRIES;
  const climb = { evaluator, problem, rows: options.rows, random, clock, choices, movable, tries };
  const patience = 50 + 10 * choices.reduce((sum, leaves) => sum + leaves.length, 0);
  let best: CutSolution | null = null;
  const offer = (solution: CutSolution): void => {
    if (solution.suppressed > problem.suppressionLimit || (best !== null && solution.cost >= best.cost)) return;
    best = solution;
    options.onBetter?.(solution, clock.seconds);
  };
  const none = noCuts(problem);
  const first = options.start ?? { cuts: none, ...(await clock.drive(stepsOf(evaluator).evaluate(none))) };
  offer(first);
  if (movable.length === 0) return best;
  let last: CutSolution = first;
  let sinceBetter = 0;
  for (let round = 0; round < rounds && sinceBetter < patience; round++) {
    const before = best as CutSolution | null;
    const from: CutSolution = before !== null && random.below(2) > 0 ? before : last;
    const isFirst = round === 0 && options.start === undefined;
    const cuts = isFirst ? from.cuts : await changed(climb, from.cuts);
    const found = await descendFrom(evaluator, climb, cuts, movable);
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

interface Climb extends DescentRun {
  readonly evaluator: CutEvaluator;
  /** [attributes] leaves before which a cut is allowed. */
  readonly choices: readonly Uint32Array[];
  /** Attributes that have some. */
  readonly movable: Uint32Array;
  readonly tries: number;
}

/** Start of a round: the cuts perturbed. */
async function changed(climb: Climb, cuts: CutSets): Promise<CutSets> {
  const { random, choices, movable } = climb;
  const free = movable.slice();
  shuffle(free, random);
  const few = 2 + random.below(FEW_ATTRIBUTES);
  if (few > FEW_ATTRIBUTES || few >= movable.length) return perturb(cuts, choices, movable, random);
  return changedWithin(climb, cuts, free.subarray(0, few));
}

/** The cheapest other cuts that perturbations of some attributes and descents in them come to. */
async function changedWithin(climb: Climb, cuts: CutSets, free: Uint32Array): Promise<CutSets> {
  const { evaluator, problem, random, choices, tries } = climb;
  const part = coarsened(
    evaluator,
    choices.map((all, a) => (free.includes(a) ? all : cuts[a])),
  );
  if (part === null) return perturb(cuts, choices, free, random);
  try {
    let at = cuts;
    let best: CutSolution | null = null;
    for (let i = 0; i < tries; i++) {
      const { solution, isOver } = await descendFrom(part, climb, perturb(at, choices, free, random), free);
      if (isOver) break;
      if (solution.suppressed > problem.suppressionLimit) continue;
      if (solution.cuts.every((list, a) => areEqual(list, cuts[a]))) continue;
      if (best === null || solution.cost < best.cost) best = solution;
      at = random.below(2) > 0 ? best.cuts : solution.cuts;
    }
    return best?.cuts ?? cuts;
  } finally {
    part.dispose();
  }
}

/** Null without the memory for one. */
function coarsened(evaluator: CutEvaluator, cuts: CutSets): CutEvaluator | null {
  try {
    return evaluator.coarsen(cuts);
  } catch (error) {
    if (error instanceof CapacityError) return null;
    throw error;
  }
}
