import { defineAlgorithm } from '../algorithm.js';
import { optionSet, word, type OptionsOf } from '../options.js';

const OPTIONS = optionSet({
  suppressed: word('any', {
    'at-least-k': 'none or at least k suppressed rows, the last step of the paper',
    any: 'any number within the limit, without that step',
  }),
});

/** Options of datafly, checked and with their defaults. */
export type DataflyOptions = OptionsOf<typeof OPTIONS>;

/** The algorithm `datafly`, for `createAnonymize`. */
export const datafly = defineAlgorithm({
  name: 'datafly',
  source:
    'Sweeney: Achieving k-Anonymity Privacy Protection Using Generalization and Suppression, IJUFKS 10(5), 2002, section 4.3',
  guarantee: 'every released class satisfies every model; greedy, may generalize more than needed',
  complexity:
    'O(m q h) time for m distinct vectors, q quasi-identifiers and h levels of generalization in all, O(m q) memory',
  whyRows: () => null,
  disjointClasses: true,
  judgesGroups: true,
  levelVector: true,
  minimality: () => 'last-level',
  needsLevels: true,
  boundsLevels: true,
  suppressionByDefault: (k, { suppressed }) => ({
    failing: k,
    all: suppressed === 'at-least-k' ? 'unlimited' : { maxRows: k },
  }),
  options: OPTIONS,
  run: () => import('../greedy/datafly.js'),
});
