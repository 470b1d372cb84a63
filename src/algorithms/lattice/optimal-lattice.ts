import { defineAlgorithm } from '../algorithm.js';
import { BestNode } from './best-node.js';
import { LATTICE_OPTIONS } from './lattice-options.js';
import { runLatticeSearch, widestFirst, type Found, type LatticeSearch } from './lattice-search.js';
import { offerDatafly } from './offer-datafly.js';
import { LatticeWalk, type Branch } from './walk-lattice.js';

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
 * al., "Flash", 2012. A search that is ended early gives nothing worse than Datafly would.
 */
export const optimalLattice = defineAlgorithm({
  name: 'optimal-lattice',
  source:
    'Sweeney 2002 (MinGen); Kohlmayer, Prasser, Eckert, Kemper, Kuhn: Flash, PASSAT 2012; branch and bound of our own',
  guarantee: 'optimal over the full-domain lattice under the metric, proven; anytime, never worse than datafly',
  complexity: 'at worst every node of the lattice, O(m) each for m distinct vectors; usually far fewer',
  anytime: true,
  whyRows: () => null,
  disjointClasses: true,
  levelVector: true,
  minimality: () => 'every-level',
  needsLevels: true,
  options: LATTICE_OPTIONS,
  run: (problem, engine, options, control) =>
    runLatticeSearch(problem, engine, options, control, widestFirst(problem), searchOptimal),
});

async function searchOptimal(search: LatticeSearch): Promise<Found> {
  const { judge, objective, lattice, pauses, memory } = search;
  const best = new BestNode(objective);
  const { heights } = judge;
  /** [depth] nodes of a branch of that depth. */
  const nodesOf = heights.map((_, depth) => heights.slice(depth).reduce((product, h) => product * (h + 1), 1));
  nodesOf.push(1);
  // Without a time limit most searches end by themselves: what they judge then hangs on nothing but the bounds.
  const isLimited = pauses.secondsLeft !== undefined;
  if (isLimited) await offerDatafly(search, best);
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
        if (judge.isWithinLimit(sums)) best.offer(judge.inJobOrder(levels), sums);
      },
      range: (depth) => ({ from: 0, to: heights[depth] }),
      // Bounds that hang on the set below tell little before that is known: there the lower levels come first.
      rank: (branch) => (objective.usesBottom ? 0 : boundOf(branch)),
      descend(branch, isAgain) {
        const { depth, levels, upper } = branch;
        // The highest node itself was judged.
        const others = nodesOf[depth] - 1;
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
  if (!optimal && !isLimited) await offerDatafly(search, best);
  return {
    levels: best.levels,
    optimal,
    isAnytime: true,
    lowerBound: optimal ? best.cost : Math.min(best.cost, leftBound),
    tagged,
    nodes: lattice.size,
    counters: { bounded },
  };
}
