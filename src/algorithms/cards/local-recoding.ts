import { defineAlgorithm } from '../algorithm.js';
import { amount, optionSet, word, type OptionsOf } from '../options.js';
import { SPAN_METRIC, HIERARCHIES } from '../shared-options.js';

const OPTIONS = optionSet({
  metric: SPAN_METRIC,
  start: word(
    'cost',
    {
      cost: 'boxes that are cut in two where both sides then cost least',
      better:
        'the cheaper ones of these and of the boxes of `mondrian`, so that the cost is never above that of `mondrian`',
    },
    'the boxes that the refinement begins with',
  ),
  passes: amount(
    2,
    { min: 0, max: 10_000, integer: true },
    'maximum passes of the refinement, which ends earlier if a pass changes nothing; 0 for no refinement',
  ),
  hierarchies: HIERARCHIES,
});

/** Options of local-recoding, checked and with their defaults. */
export type LocalRecodingOptions = OptionsOf<typeof OPTIONS>;

/** The algorithm `local-recoding`, for `createAnonymize`. */
export const localRecoding = defineAlgorithm({
  name: 'local-recoding',
  source:
    'Xu, Wang, Pei, Wang, Shi, Fu: Utility-Based Anonymization Using Local Recoding, KDD 2006; LeFevre, DeWitt, Ramakrishnan: Mondrian Multidimensional K-Anonymity, ICDE 2006; the choice of cuts and the refinement are our own',
  guarantee: 'every class satisfies every model; a cost that no pass raises, not proven optimal',
  complexity: 'O(m q^2 log m) time for the cuts, O(q log g) typical and O(q g) at worst for a move among g groups',
  anytime: true,
  searchesStrata: true,
  options: OPTIONS,
  sharesWork: true,
  tasks: { cuts: async () => (await import('../boxes/cuts-task.js')).cutsTask },
  run: () => import('../boxes/local-recoding.js'),
});
