import type { LatticeOptions } from '../shared-options.js';
import { AllowedNodes } from './allowed-nodes.js';
import { BestNode } from './best-node.js';
import { runLatticeSearch, widestFirst, type Found, type LatticeSearch } from './lattice-search.js';
import { levelRangeOf } from './level-maps.js';
import { minimalNodes } from './minimal-nodes.js';
import { LatticeWalk } from './walk-lattice.js';
import type { RunAlgorithm } from '../algorithm.js';

/**
 * MinGen: judges every node of the lattice and takes the best one under the metric. Nothing is pruned, so it holds for
 * every model and metric; frequency sets are rolled up, not recounted. Sweeney 2002, section 5 (the preferred minimal
 * generalization).
 */
export const run: RunAlgorithm<LatticeOptions> = (problem, engine, options, control) =>
  runLatticeSearch(problem, engine, options, control, widestFirst(problem), searchAll);

async function searchAll({
  problem,
  judge,
  objective,
  lattice,
  pauses,
  memory,
  options,
}: LatticeSearch): Promise<Found> {
  const best = new BestNode(objective);
  const allowed = new AllowedNodes(judge, problem.domains.map(levelRangeOf));
  const satisfying = options.nodes === 'none' ? undefined : new Uint8Array(lattice.requireSmall().size);
  const walk = new LatticeWalk(
    judge,
    {
      node(levels, { sums }) {
        if (!allowed.includes(levels) || !judge.isWithinLimit(sums)) return;
        const vector = judge.inJobOrder(levels);
        best.offer(vector, sums);
        if (satisfying !== undefined) satisfying[lattice.indexOf(vector)] = 1;
      },
      range: (depth) => allowed.range(depth),
      wantsBottom: false,
      rank: () => 0,
      descend: () => true,
    },
    pauses,
    () => false,
    memory,
  );
  await walk.run();
  return {
    levels: best.levels,
    optimal: true,
    lowerBound: best.cost,
    tagged: 0,
    allowed: allowed.counts[0],
    nodes: allowed.counts[0],
    ...(satisfying === undefined ? {} : { satisfying, minimal: minimalNodes(lattice, satisfying) }),
  };
}
