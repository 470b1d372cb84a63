import { InvalidArgumentError } from '../../base/errors.js';
import type { RunAlgorithm } from '../algorithm.js';
import type { LevelOptions } from '../shared-options.js';
import { run as runOptimalLattice } from './optimal-lattice.js';

/**
 * SPALM: the optimal δ-present full-domain generalization under a metric. The private rows and the public table are generalized
 * alike. It is `optimal-lattice` for a job with a δ-presence model, beside which others may stand; the paper's pruning
 * (no vector below one that is not δ-present is) is used where nothing is suppressed, where alone it holds.
 */
export const run: RunAlgorithm<LevelOptions> = async (problem, engine, given, control) => {
  if (!problem.models.some(({ name }) => name === 'delta-presence')) {
    throw new InvalidArgumentError('privacy', 'a delta-presence model', 'none', 'NO_PRESENCE_MODEL');
  }
  return runOptimalLattice(problem, engine, given, control);
};
