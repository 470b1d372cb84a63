import { defineAlgorithm } from '../algorithm.js';
import { LATTICE_OPTIONS } from '../shared-options.js';

/** The algorithm `min-gen`, for `createAnonymize`. */
export const minGen = defineAlgorithm({
  name: 'min-gen',
  source: 'L. Sweeney: Achieving k-anonymity privacy protection using generalization and suppression, 2002',
  guarantee: 'optimal over the full-domain lattice under the metric, by looking at every node',
  complexity: 'every node of the lattice, O(m) each for m distinct vectors',
  whyRows: () => null,
  disjointClasses: true,
  judgesGroups: true,
  levelVector: true,
  minimality: () => 'every-level',
  needsLevels: true,
  boundsLevels: true,
  options: LATTICE_OPTIONS,
  run: () => import('../lattice/min-gen.js'),
});
