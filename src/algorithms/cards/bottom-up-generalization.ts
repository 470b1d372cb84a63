import { defineAlgorithm } from '../algorithm.js';
import { optionSet, type OptionsOf } from '../options.js';
import { GAIN } from '../shared-options.js';

const OPTIONS = optionSet({ gain: GAIN });

/** Options of bottom-up-generalization, checked and with their defaults. */
export type BottomUpGeneralizationOptions = OptionsOf<typeof OPTIONS>;

/** The algorithm `bottom-up-generalization`, for `createAnonymize`. */
export const bottomUpGeneralization = defineAlgorithm({
  name: 'bottom-up-generalization',
  source: 'Wang, Yu, Chakraborty: Bottom-Up Generalization: A Data Mining Solution to Privacy Protection, ICDM 2004',
  guarantee: 'every class satisfies every model; the last generalization was needed; greedy, not optimal',
  complexity:
    'O(g m q) time for g generalizations, m distinct vectors and q quasi-identifiers, in practice far less; O(m q + n) memory',
  whyRows: () => null,
  disjointClasses: true,
  judgesGroups: true,
  minimality: () => 'some-node',
  options: OPTIONS,
  run: () => import('../greedy/bottom-up-generalization.js'),
});
