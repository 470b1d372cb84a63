import { defineAlgorithm } from '../algorithm.js';
import { LEVEL_OPTIONS } from '../shared-options.js';

/** The algorithm `optimal-lattice`, for `createAnonymize`. */
export const optimalLattice = defineAlgorithm({
  name: 'optimal-lattice',
  source:
    'Sweeney 2002 (MinGen); Kohlmayer, Prasser, Eckert, Kemper, Kuhn: Flash, PASSAT 2012; branch and bound of our own',
  guarantee: 'optimal over the full-domain lattice under the metric, proven; anytime, never worse than datafly',
  complexity: 'at worst every node of the lattice, O(m) each for m distinct vectors; usually far fewer',
  anytime: true,
  whyRows: () => null,
  disjointClasses: true,
  judgesGroups: true,
  levelVector: true,
  minimality: ({ options }) =>
    options.levels.size === 0 ? 'every-level' : { unknown: '"optimal-lattice" with levels that are given' },
  needsLevels: true,
  boundsLevels: true,
  options: LEVEL_OPTIONS,
  run: () => import('../lattice/optimal-lattice.js'),
});
