import { defineAlgorithm } from '../algorithm.js';
import { amount, amountOr, count, optionSet, seed, SHARE, type OptionsOf } from '../options.js';
import { CUT_SEARCH } from '../shared-options.js';

const OPTIONS = optionSet({
  ...CUT_SEARCH,
  population: amount(200, { min: 2, max: 100_000, integer: true }, 'bit strings kept'),
  offspring: amount(20_000, count(0), 'children bred'),
  crossover: amount(0.9, SHARE, 'probability that a child has two parents'),
  mutation: amountOr('1 / number of bits', SHARE, 'probability that a bit of a child flips'),
  seed,
});

/** Options of genetic, checked and with their defaults. */
export type GeneticOptions = OptionsOf<typeof OPTIONS>;

/** The algorithm `genetic`, for `createAnonymize`. */
export const genetic = defineAlgorithm({
  name: 'genetic',
  source: 'Iyengar: Transforming Data to Satisfy Privacy Constraints, KDD 2002',
  guarantee: 'k-anonymous; the best set of cuts seen, not proven optimal',
  complexity: 'O(m q) time a child for m distinct vectors and q quasi-identifiers',
  anytime: true,
  whyRows: () => null,
  disjointClasses: true,
  cutsDomains: true,
  options: OPTIONS,
  run: () => import('../cuts/genetic.js'),
});
