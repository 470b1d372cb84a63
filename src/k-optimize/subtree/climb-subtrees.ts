import type { RandomSource } from '../../base/random.js';
import { shuffle } from '../../base/random.js';
import type { SearchClock } from '../../algorithms/search-clock.js';
import { penaltyFactors } from '../../algorithms/cuts/coordinate-descent.js';
import { MADE, type SplitForest, UNDECIDED } from './split-forest.js';
import type { SubtreeCosts } from './subtree-costs.js';
import type { SubtreeSolution } from './subtree-search.js';

/** Context of a climb. */
interface SubtreeClimb {
  readonly costs: SubtreeCosts;
  readonly forest: SplitForest;
  readonly random: RandomSource;
  readonly clock: SearchClock;
  /** Receives every local optimum within the suppression limit. */
  readonly offer: (solution: SubtreeSolution) => void;
}

/**
 * Good solutions, by exact coordinate descent: the best splits of one attribute, those of the others kept, are found from the leaves up, since
 * what a split changes in the cost does not depend on the other splits of its attribute. Attributes are swept in random order until none gains; then
 * the best solution, or the last local optimum, is perturbed and descended from again, `rounds` times in all. Ends early when the clock is over.
 */
export async function climbSubtrees(
  climb: SubtreeClimb,
  rounds: number,
  from: SubtreeSolution | null,
): Promise<SubtreeSolution | null> {
  const { costs, forest, random, offer } = climb;
  let best = from;
  let last = from?.made ?? new Uint8Array(forest.length);
  for (let round = 0; round < rounds; round++) {
    const start = (best !== null && random.below(2) > 0 ? best.made : last).slice();
    if (round > 0 || from !== null) perturb(start, forest, random);
    for (const factor of penaltyFactors(costs.problem, costs.rows, random)) await descend(climb, start, factor);
    const found = { made: start, ...costs.evaluate(forest.cutsOf((split) => start[split] === MADE)) };
    if (found.suppressed <= costs.problem.suppressionLimit) {
      last = start;
      offer(found);
      if (best === null || found.cost < best.cost) best = found;
    }
    if (climb.clock.isOver) break;
  }
  return best;
}

/** Sets the best splits of one attribute after the other until no attribute gains. */
async function descend(
  { costs, forest, random, clock }: SubtreeClimb,
  made: Uint8Array,
  factor: number,
): Promise<void> {
  const order = Uint32Array.from(forest.trees.keys()).filter((a) => forest.start[a + 1] > forest.start[a]);
  shuffle(order, random);
  for (let step = 0, still = 0; still < order.length; step++) {
    still = chooseSplits(costs, forest, made, order[step % order.length], factor) ? 1 : still + 1;
    if (await clock.pause(0)) return;
  }
}

/** Chooses the best splits of an attribute. Returns whether that gained. */
function chooseSplits(
  costs: SubtreeCosts,
  forest: SplitForest,
  made: Uint8Array,
  attribute: number,
  factor: number,
): boolean {
  const { start, end, parent } = forest;
  const [from, to] = [start[attribute], start[attribute + 1]];
  const isOther = (split: number): boolean => made[split] === MADE && (split < from || split >= to);
  const part = costs.coarsen(forest.cutsOf((split) => isOther(split) || (split >= from && split < to)));
  try {
    const valueOf = (isMade: (split: number) => boolean): number => {
      const { cost, suppressed } = part.evaluate(forest.cutsOf((split) => isOther(split) || isMade(split)));
      return cost + suppressed * costs.unit * (factor - 1);
    };
    const inTree = (split: number): boolean => split >= from && split < to;
    const before = valueOf((split) => inTree(split) && made[split] === MADE);
    const whole = valueOf(() => false);
    // Cost of each split with its ancestors alone; then the change by it and the best of those below it.
    const values = Float64Array.from({ length: to - from }, (_, i) =>
      valueOf((split) => inTree(split) && split <= from + i && end[split] > from + i),
    );
    const gains = new Float64Array(to - from);
    for (let i = to - from - 1; i >= 0; i--) {
      const above = parent[from + i];
      gains[i] += values[i] - (above < 0 ? whole : values[above - from]);
      if (above >= 0) gains[above - from] += Math.min(0, gains[i]);
    }
    const chosen = new Uint8Array(to - from);
    for (let i = 0; i < chosen.length; i++) {
      const above = parent[from + i];
      if (gains[i] < 0 && (above < 0 || chosen[above - from] === MADE)) chosen[i] = MADE;
    }
    const gained = valueOf((split) => inTree(split) && chosen[split - from] === MADE) < before;
    if (gained) made.set(chosen, from);
    return gained;
  } finally {
    part.dispose();
  }
}

/** Changes splits at random in one of three ways: makes or undoes a few, redraws an attribute, thins all. */
function perturb(made: Uint8Array, forest: SplitForest, random: RandomSource): void {
  if (forest.length === 0) return;
  const undo = (split: number): void => void made.fill(UNDECIDED, split, forest.end[split]);
  const way = random.below(3);
  if (way === 0) {
    for (let left = 1 + random.below(4); left > 0; left--) {
      const split = random.below(forest.length);
      if (made[split] === MADE) undo(split);
      else forest.make(made, split);
    }
  } else if (way === 1) {
    const a = forest.attribute[random.below(forest.length)];
    undo(forest.start[a]);
    for (let split = forest.start[a]; split < forest.start[a + 1]; split++) {
      if (random.below(3) === 0) forest.make(made, split);
    }
  } else {
    for (let split = 0; split < made.length; split++) if (made[split] === MADE && random.below(3) === 0) undo(split);
  }
}
