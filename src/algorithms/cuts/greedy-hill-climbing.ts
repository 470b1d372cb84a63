import type { Engine } from '../../engine/engine.js';
import type { Control, Outcome, Problem } from '../algorithm.js';
import { climbGreedily, runCutSearch, type CutSearch } from './cut-search-run.js';
import type { CutSearchOptions } from '../shared-options.js';

/**
 * Greedy hill climbing over sets of cuts: from the release of one class, the cut that improves the cost most is added until
 * none does. The purely greedy baseline of Bayardo and Agrawal 2005, section 7.3: quick, and often far from the optimum.
 */
export function run(problem: Problem, engine: Engine, options: CutSearchOptions, control: Control): Promise<Outcome> {
  const search = async (cuts: CutSearch): Promise<{ readonly nodes: number }> => {
    const { steps } = await climbGreedily(cuts);
    return { nodes: steps };
  };
  return runCutSearch(problem, engine, options, control, search, { isGreedy: true });
}
