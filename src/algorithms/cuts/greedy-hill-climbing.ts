import type { Engine } from '../../engine/engine.js';
import { defineAlgorithm, type Control, type Outcome, type Problem } from '../algorithm.js';
import { CUT_SEARCH_OPTIONS, type CutSearchOptions } from './cut-search.js';
import { climbGreedily, runCutSearch, type CutSearch } from './cut-search-run.js';

/**
 * Greedy hill climbing over sets of cuts: from the release of one class, the cut that improves the cost most is added until
 * none does. The purely greedy baseline of Bayardo and Agrawal 2005, section 7.3: quick, and often far from the optimum.
 */
export const greedyHillClimbing = defineAlgorithm({
  name: 'greedy-hill-climbing',
  source: 'Bayardo, Agrawal: Data Privacy Through Optimal k-Anonymization, ICDE 2005, section 7.3 (baseline)',
  guarantee: 'k-anonymous; no single further cut improves it; not optimal',
  complexity: 'O(m q) time a cut for m distinct vectors and q quasi-identifiers',
  anytime: true,
  whyRows: () => null,
  disjointClasses: true,
  cutsDomains: true,
  options: CUT_SEARCH_OPTIONS,
  run: runGreedy,
});

function runGreedy(problem: Problem, engine: Engine, options: CutSearchOptions, control: Control): Promise<Outcome> {
  const search = async (cuts: CutSearch): Promise<{ readonly nodes: number }> => {
    const { steps } = await climbGreedily(cuts);
    return { nodes: steps };
  };
  return runCutSearch(problem, engine, options, control, search, { isGreedy: true });
}
