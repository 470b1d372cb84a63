import type { LatticeOptions } from '../shared-options.js';
import { BestNode } from './best-node.js';
import { findSatisfying } from './find-satisfying.js';
import { runLatticeSearch, widestFirst, type Found, type LatticeSearch } from './lattice-search.js';
import { minimalNodes } from './minimal-nodes.js';
import type { RunAlgorithm } from '../algorithm.js';

/**
 * AllMin: all minimal generalizations, the level vectors within the suppression limit that have no such vector below
 * them; released is the best of them under the metric. Samarati 2001, section 4 (definition 4.3: k-minimal
 * generalization with suppression).
 *
 * Branches whose highest node has too many rows in classes smaller than k are left; where the setting is monotone
 * ({@link NodeJudge}) by all models.
 */
export const run: RunAlgorithm<LatticeOptions> = (problem, engine, options, control) =>
  runLatticeSearch(problem, engine, options, control, widestFirst(problem), searchMinimal);

async function searchMinimal(search: LatticeSearch): Promise<Found> {
  const { lattice, objective } = search;
  const costs = new Map<number, Parameters<BestNode['offer']>[1]>();
  const { satisfying, tagged } = await findSatisfying(search, (index, _, sums) => void costs.set(index, sums));
  const minimal = minimalNodes(lattice, satisfying);
  const best = new BestNode(objective);
  for (const levels of minimal) best.offer(levels, costs.get(lattice.indexOf(levels))!);
  return { levels: best.levels, optimal: true, lowerBound: null, tagged, nodes: lattice.size, minimal, satisfying };
}
