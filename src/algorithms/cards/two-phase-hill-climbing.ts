import { DEFAULT_RESTARTS } from '../cuts/default-restarts.js';
import { defineAlgorithm } from '../algorithm.js';
import { amountOr, count, optionSet, seed, type OptionsOf } from '../options.js';
import { CUT_SEARCH } from '../shared-options.js';

const OPTIONS = optionSet({
  ...CUT_SEARCH,
  restarts: amountOr(
    `${DEFAULT_RESTARTS}, or as many as the time limit allows when there is one`,
    count(1),
    'random starts',
  ),
  seed,
});

/** Options of two-phase-hill-climbing, checked and with their defaults. */
export type TwoPhaseHillClimbingOptions = OptionsOf<typeof OPTIONS>;

/** The algorithm `two-phase-hill-climbing`, for `createAnonymize`. */
export const twoPhaseHillClimbing = defineAlgorithm({
  name: 'two-phase-hill-climbing',
  source: 'Bayardo, Agrawal: Data Privacy Through Optimal k-Anonymization, ICDE 2005, section 7.3',
  guarantee: 'k-anonymous; a local minimum of every start, not proven optimal',
  complexity: 'O(m q) time a step for m distinct vectors and q quasi-identifiers, a step for every cut changed',
  anytime: true,
  whyRows: () => null,
  disjointClasses: true,
  cutsDomains: true,
  sharesWork: true,
  tasks: { start: async () => (await import('../cuts/start-task.js')).startTask },
  options: OPTIONS,
  run: () => import('../cuts/two-phase-hill-climbing.js'),
});
