import { InvalidArgumentError } from '../../base/errors.js';
import { deltaPresence } from '../../privacy/delta-presence.js';
import type { ListedAlgorithm } from '../algorithm.js';
import { optimalLattice } from './optimal-lattice.js';

/**
 * SPALM: the optimal δ-present full-domain generalization under a metric. The private rows and the public table are generalized
 * alike. It is {@link optimalLattice} for a job with a δ-presence model, beside which others may stand; the paper's pruning
 * (no vector below one that is not δ-present is) is used where nothing is suppressed, where alone it holds.
 */
export const spalm: ListedAlgorithm<'spalm', typeof optimalLattice.options> = {
  ...optimalLattice,
  name: 'spalm',
  // It is the public table that keeps its releases general.
  minimality: undefined,
  source: deltaPresence.source,
  guarantee:
    'optimal over the δ-present level vectors of the full-domain lattice under the metric, proven; anytime, never worse than datafly',
  run: async (problem, engine, given, control) => {
    if (!problem.models.some(({ name }) => name === 'delta-presence')) {
      throw new InvalidArgumentError('privacy', 'a delta-presence model', 'none', 'NO_PRESENCE_MODEL');
    }
    return optimalLattice.run(problem, engine, given, control);
  },
};
