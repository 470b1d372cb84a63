import { defineAlgorithm } from '../algorithm.js';
import { BestNode } from './best-node.js';
import { LATTICE_OPTIONS } from './lattice-options.js';
import { runLatticeSearch, widestFirst, type Found, type LatticeSearch } from './lattice-search.js';
import { minimalNodes } from './minimal-nodes.js';
import { LatticeWalk } from './walk-lattice.js';

/**
 * MinGen: judges every node of the lattice and takes the best one under the metric. Nothing is pruned, so it holds for
 * every model and metric; frequency sets are rolled up, not recounted. Sweeney 2002, section 5 (the preferred minimal
 * generalization).
 */
export const minGen = defineAlgorithm({
  name: 'min-gen',
  source: 'L. Sweeney: Achieving k-anonymity privacy protection using generalization and suppression, 2002',
  guarantee: 'optimal over the full-domain lattice under the metric, by looking at every node',
  complexity: 'every node of the lattice, O(m) each for m distinct vectors',
  whyRows: () => null,
  disjointClasses: true,
  levelVector: true,
  minimality: () => 'every-level',
  needsLevels: true,
  options: LATTICE_OPTIONS,
  run: (problem, engine, options, control) =>
    runLatticeSearch(problem, engine, options, control, widestFirst(problem), searchAll),
});

async function searchAll({ judge, objective, lattice, pauses, memory, options }: LatticeSearch): Promise<Found> {
  const best = new BestNode(objective);
  const satisfying = options.nodes === 'none' ? undefined : new Uint8Array(lattice.requireSmall().size);
  const walk = new LatticeWalk(
    judge,
    {
      node(levels, { sums }) {
        if (!judge.isWithinLimit(sums)) return;
        const vector = judge.inJobOrder(levels);
        best.offer(vector, sums);
        if (satisfying !== undefined) satisfying[lattice.indexOf(vector)] = 1;
      },
      range: (depth) => ({ from: 0, to: judge.heights[depth] }),
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
    nodes: lattice.size,
    ...(satisfying === undefined ? {} : { satisfying, minimal: minimalNodes(lattice, satisfying) }),
  };
}
