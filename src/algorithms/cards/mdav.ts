import { defineAlgorithm } from '../algorithm.js';
import { amount, optionSet, word, type OptionsOf } from '../options.js';
import { HIERARCHIES } from '../shared-options.js';

const OPTIONS = optionSet({
  variant: word('auto', {
    auto: 'optimal for one quasi-identifier; else the better of fixed and variable, or fixed alone where there are many points',
    fixed:
      'MDAV, groups of k: the row farthest from the mean of the rows left takes its k - 1 nearest, then the row farthest from that row does',
    variable:
      'V-MDAV, groups of k to 2k - 1: they grow while the next row is nearer to the group than gamma times its distance to the nearest row outside',
    optimal:
      'Hansen and Mukherjee, one quasi-identifier only: a shortest path over groups of k to 2k - 1 consecutive rows',
  }),
  replacement: word(
    'range',
    {
      range: 'the bounding box',
      centroid: 'the mean of the group, with two decimals more than the column has',
      median: 'the median of the group, with two decimals more than the column has',
    },
    'replacement of numbers, even with a hierarchy; dates, strings and listed orders stay ranges or nodes',
  ),
  gamma: amount(0.2, { min: 0, max: 1000 }, 'variable only: how readily a group grows past k; more for clustered data'),
  hierarchies: HIERARCHIES,
});

/** Options of mdav, checked and with their defaults. */
export type MdavOptions = OptionsOf<typeof OPTIONS>;

/** The algorithm `mdav`, for `createAnonymize`. */
export const mdav = defineAlgorithm({
  name: 'mdav',
  source:
    'Domingo-Ferrer, Torra: Ordinal, Continuous and Heterogeneous k-Anonymity Through Microaggregation, DMKD 2005; Solanas, Martínez-Ballesté: V-MDAV, COMPSTAT 2006; Hansen, Mukherjee: A Polynomial Algorithm for Optimal Univariate Microaggregation, TKDE 2003',
  guarantee:
    'every class satisfies every model; one quasi-identifier and k-anonymity: the least sum of squared errors, else greedy',
  complexity:
    'O(m q n / k) time, O(m q) memory, above 65,536 distinct vectors in blocks of at most 8,192; optimal: O(n k) time, O(n) memory',
  replacementOf: ({ replacement }) => (replacement === 'range' ? undefined : replacement),
  sharesWork: true,
  tasks: { points: async () => (await import('../clusters/points-task.js')).pointsTask },
  searchesStrata: true,
  options: OPTIONS,
  run: () => import('../clusters/mdav.js'),
});
