import type { LevelOptions } from '../shared-options.js';
import { BestNode } from './best-node.js';
import { AllowedNodes, type LevelRange } from './allowed-nodes.js';
import { givenRanges } from './lattice-options.js';
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
  const given = givenRanges(problem, options.levels);
  return runLatticeSearch(problem, engine, options, control, widestFirst(problem), (search) =>
    searchOptimal(search, given),
  );
};

async function searchOptimal(search: LatticeSearch, given: readonly LevelRange[]): Promise<Found> {
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
