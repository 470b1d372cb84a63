import { defineAlgorithm } from '../algorithms/algorithm.js';
import {
  flag,
  numberWithin,
  objectOf,
  option,
  optionSet,
  ruled,
  seed,
  word,
  wordsOr,
  type OptionsOf,
} from '../algorithms/options.js';
import { COSTS_OF_CLASSES, CUT_SEARCH, CUTS_ALLOWED, isOfValues } from '../algorithms/shared-options.js';

const PRUNING = {
  nodes: flag(true, 'nodes by their lower bound'),
  tail: flag(true, 'tail values by the bound of the node they would lead to'),
  useless: word(
    'broad',
    {
      narrow: 'that only split off suppressed classes',
      broad: 'that always split off at least one',
      off: 'none',
    },
    'tail values',
  ),
  reorder: flag(true, 'order of the tail'),
  tables: flag(true, 'children by tables of pairs and merges, before they are built'),
  runs: flag(true, 'in these tables, by the merges that pairs in conflict make necessary'),
};

const OPTIONS = ruled(
  optionSet({
    ...CUT_SEARCH,
    metric: word(
      'discernibility',
      {
        ...COSTS_OF_CLASSES,
        loss: 'the loss metric: the mean share of the domain that a cell is released as, 1 for a suppressed one',
        ncp: 'the normalized certainty penalty of the cells',
      },
      'the cost that is minimized',
    ),
    cuts: word(
      'free',
      {
        ...CUTS_ALLOWED,
        subtree: 'so that every released value is a node of the hierarchy, or a value: the full-subtree scheme',
      },
      'where cuts are allowed',
    ),
    seedCost: option(
      'auto',
      wordsOr(
        { auto: 'good solutions are climbed for in turns with the search' },
        numberWithin({ min: 0, max: Number.MAX_SAFE_INTEGER }),
        '"auto" or a number of at least 0, a whole one under discernibility and classification',
      ),
      'the search looks only for solutions of at most that cost',
    ),
    seed,
    pruning: option(
      {},
      objectOf(PRUNING, 'an object of rules'),
      'rules to switch off, to measure them; none changes the optimum',
      'all on, useless broad',
    ),
  }),
  ({ metric, cuts, seedCost, valueOrder = 'code-point' }) => {
    if (cuts === 'subtree' && valueOrder !== 'code-point') {
      return {
        at: 'valueOrder',
        expected: '"code-point" with "cuts": "subtree", which releases nodes and needs no order',
      };
    }
    if (!isOfValues(metric)) {
      const isWhole = seedCost === 'auto' || Number.isInteger(seedCost);
      return isWhole ? null : { at: 'seedCost', expected: `"auto" or a whole number of at least 0 under ${metric}` };
    }
    return cuts === 'subtree'
      ? { at: 'metric', expected: 'discernibility or classification with "cuts": "subtree"' }
      : null;
  },
);

/** Options of card, checked and with their defaults. */
export type KOptimizeOptions = OptionsOf<typeof OPTIONS>;

/** The algorithm `k-optimize`, for `createAnonymize`. */
export const kOptimize = defineAlgorithm({
  name: 'k-optimize',
  source: 'Bayardo, Agrawal: Data Privacy Through Optimal k-Anonymization, ICDE 2005',
  guarantee: 'the least cost over all sets of cuts when the search ends by itself; else a certified gap',
  complexity: 'exponential in the number of cuts at worst; O(m q) to O(m q log m) a node for m distinct vectors',
  anytime: true,
  whyRows: () => null,
  disjointClasses: true,
  cutsDomains: true,
  releasesNodes: ({ cuts }) => cuts === 'subtree',
  parallel: true,
  isAlone: ({ cuts }) => cuts === 'subtree',
  resumable: true,
  options: OPTIONS,
  run: () => import('./k-optimize.js'),
});
