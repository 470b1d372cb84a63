import { deltaPresence } from '../../privacy/delta-presence.js';
import { defineAlgorithm } from '../algorithm.js';
import { LEVEL_OPTIONS } from '../shared-options.js';
import { optimalLattice } from './optimal-lattice.js';

/** The algorithm `spalm`, for `createAnonymize`. */
export const spalm = defineAlgorithm({
  ...optimalLattice,
  name: 'spalm',
  // It is the public table that keeps its releases general.
  minimality: undefined,
  // Beside a public table every class is judged.
  judgesGroups: false,
  source: deltaPresence.source,
  guarantee:
    'optimal over the δ-present level vectors of the full-domain lattice under the metric, proven; anytime, never worse than datafly',
  options: LEVEL_OPTIONS,
  run: () => import('../lattice/spalm.js'),
});
