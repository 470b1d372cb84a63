import type { LevelOptions } from '../shared-options.js';
import { BestNode } from './best-node.js';
import { givenLevels } from './lattice-options.js';
import type { LevelVector } from './lattice.js';
import type { NodeJudge } from './node-judge.js';
import { runLatticeSearch, widestFirst, type Found, type LatticeSearch } from './lattice-search.js';
import { offerDatafly } from './offer-datafly.js';
import { LatticeWalk, type Branch } from './walk-lattice.js';
import type { RunAlgorithm } from '../algorithm.js';

/**
 * The optimal full-domain generalization under a metric: the level vector that {@link minGen} finds, without judging
 * every node.
 *
 * The lattice is walked depth first, an attribute at a time ({@link LatticeWalk}), and a branch is left
 * - when its highest node has more rows in classes smaller than k than may be suppressed: all its nodes have at least
 *   those (predictive tagging; with models that are monotone in the given setting, see {@link NodeJudge}, by all models);
 * - when a lower bound of the metric over the branch is no better than the best node so far.
 *
 * Frequency sets are rolled up along the way. Cf. Samarati 2001; Sweeney 2002; LeFevre et al. 2005; Kohlmayer, Prasser et
 * al., "Flash", 2012. A search that is ended early gives nothing worse than Datafly would, unless levels are given.
 */
export const run: RunAlgorithm<LevelOptions> = async (problem, engine, options, control) => {
  const given = givenLevels(problem, options.levels);
  return runLatticeSearch(problem, engine, options, control, widestFirst(problem), (search) =>
    searchOptimal(search, given),
  );
};

/** Which nodes may be released where levels are given; attributes in search order. */
class AllowedNodes {
  readonly #given: readonly (number | null)[];
  readonly #heights: LevelVector;
  /** [depth] such nodes of a branch of that depth, whose own levels may be released. */
  readonly counts: readonly number[];

  constructor({ order, heights }: NodeJudge, given: readonly (number | null)[]) {
    this.#given = order.map((a) => given[a]);
    this.#heights = heights;
    const choices = heights.map((height, place) => (this.#given[place] === null ? height + 1 : 1));
    this.counts = [...choices, 1].map((_, depth) => choices.slice(depth).reduce((product, each) => product * each, 1));
  }

  get areAll(): boolean {
    return this.#given.every((level) => level === null);
  }

  /** Levels of an attribute that may be released. */
  range(place: number): { readonly from: number; readonly to: number } {
    const level = this.#given[place];
    return level === null ? { from: 0, to: this.#heights[place] } : { from: level, to: level };
  }

  includes(levels: LevelVector): boolean {
    return this.#given.every((level, place) => level === null || levels[place] === level);
  }

  /** The nodes of a branch beside its highest one, where that is one of them. */
  below(depth: number): number {
    const hasHighest = this.#given.every(
      (level, place) => place < depth || level === null || level === this.#heights[place],
    );
    return this.counts[depth] - (hasHighest ? 1 : 0);
  }
}

async function searchOptimal(search: LatticeSearch, given: readonly (number | null)[]): Promise<Found> {
  const { judge, objective, pauses, memory } = search;
  const best = new BestNode(objective);
  const { heights } = judge;
  const allowed = new AllowedNodes(judge, given);
  // Without a time limit most searches end by themselves: what they judge then hangs on nothing but the bounds.
  const isLimited = pauses.secondsLeft !== undefined;
  if (isLimited && allowed.areAll) await offerDatafly(search, best);
  let tagged = 0;
  let bounded = 0;
  let leftBound = Infinity;
  const fixed = heights.map(() => false);
  const boundOf = ({ depth, levels, upper, bottom }: Branch): number => {
    judge.order.forEach((a, place) => (fixed[a] = place < depth));
    return objective.bound(judge.inJobOrder(levels), fixed, upper.bySize, bottom, judge.minimum);
  };
  const walk = new LatticeWalk(
    judge,
    {
      wantsBottom: objective.usesBottom,
      node(levels, { sums }) {
        if (allowed.includes(levels) && judge.isWithinLimit(sums)) best.offer(judge.inJobOrder(levels), sums);
      },
      range: (depth) => allowed.range(depth),
      // Bounds that depend on `bottom` are weak before it is known: there the lower levels come first.
      rank: (branch) => (objective.usesBottom ? 0 : boundOf(branch)),
      descend(branch, isAgain) {
        const { depth, levels, upper } = branch;
        // The highest node itself was judged.
        const others = allowed.below(depth);
        if (
          !isAgain &&
          (!judge.isWithinLimit(upper.bySize) || (judge.isMonotone && !judge.isWithinLimit(upper.sums)))
        ) {
          tagged += others;
          return false;
        }
        const bound = boundOf(branch);
        let height = 0;
        for (let place = 0; place < depth; place++) height += levels[place];
        if (!best.beats(bound, height)) {
          if (depth === 0) leftBound = bound;
          return true;
        }
        bounded += others;
        return false;
      },
    },
    pauses,
    () => pauses.isOver,
    memory,
  );
  await walk.run();
  const optimal = !walk.isCut;
  if (!optimal && !isLimited && allowed.areAll) await offerDatafly(search, best);
  return {
    levels: best.levels,
    optimal,
    isAnytime: true,
    lowerBound: optimal ? best.cost : Math.min(best.cost, leftBound),
    allowed: allowed.counts[0],
    tagged,
    nodes: allowed.counts[0],
    counters: { bounded },
  };
}
