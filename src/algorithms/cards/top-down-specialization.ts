import { defineAlgorithm } from '../algorithm.js';
import { optionSet, word, type OptionsOf } from '../options.js';
import { GAIN } from '../shared-options.js';

const OPTIONS = optionSet({
  gain: GAIN,
  score: word('ratio', { ratio: 'gain for each row of anonymity lost', gain: 'gain alone' }, 'what ranks splits'),
});

/** Options of top-down-specialization, checked and with their defaults. */
export type TopDownSpecializationOptions = OptionsOf<typeof OPTIONS>;

/** The algorithm `top-down-specialization`, for `createAnonymize`. */
export const topDownSpecialization = defineAlgorithm({
  name: 'top-down-specialization',
  source: 'Fung, Wang, Yu: Top-Down Specialization for Information and Privacy Preservation, ICDE 2005',
  guarantee:
    'every class satisfies every model; no single further split is valid and gains anything; greedy, not optimal',
  complexity: 'O(m q) time a level of the taxonomies for m distinct vectors and q quasi-identifiers, O(m q) memory',
  anytime: true,
  whyRows: () => null,
  disjointClasses: true,
  judgesGroups: true,
  minimality: ({ options: { gain }, hasClass }) =>
    gain === 'information' || (gain === 'auto' && hasClass)
      ? { unknown: 'top-down-specialization by information gain, which leaves splits that gain nothing' }
      : 'every-node',
  options: OPTIONS,
  run: () => import('../greedy/top-down-specialization.js'),
});
