import { defineAlgorithm } from '../algorithm.js';
import { amount, count, optionSet, seed, type OptionsOf } from '../options.js';
import { CUT_SEARCH } from '../shared-options.js';

const OPTIONS = optionSet({
  ...CUT_SEARCH,
  steps: amount(20_000, count(1), 'moves tried'),
  hot: amount(0.1, { min: 0, max: 1e6 }, 'first temperature, a share of the cost'),
  cold: amount(0.0001, { min: 0, max: 1e6 }, 'last temperature, a share of the cost'),
  seed,
});

/** Options of simulated-annealing, checked and with their defaults. */
export type SimulatedAnnealingOptions = OptionsOf<typeof OPTIONS>;

/** The algorithm `simulated-annealing`, for `createAnonymize`. */
export const simulatedAnnealing = defineAlgorithm({
  name: 'simulated-annealing',
  source: 'Winkler: Using Simulated Annealing for k-Anonymity, U.S. Census Bureau, 2002',
  guarantee: 'k-anonymous; the best set of cuts seen, not proven optimal',
  complexity: 'O(m q) time a step for m distinct vectors and q quasi-identifiers',
  anytime: true,
  whyRows: () => null,
  disjointClasses: true,
  cutsDomains: true,
  options: OPTIONS,
  run: () => import('../cuts/simulated-annealing.js'),
});
