import { defineAlgorithm } from '../algorithm.js';
import { CUT_SEARCH_OPTIONS } from '../shared-options.js';

/** The algorithm `greedy-hill-climbing`, for `createAnonymize`. */
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
  run: () => import('../cuts/greedy-hill-climbing.js'),
});
