import { defineAlgorithm } from '../algorithm.js';
import { optionSet, word, type OptionsOf } from '../options.js';
import { LATTICE } from '../shared-options.js';

const OPTIONS = optionSet({
  variant: word(
    'basic',
    {
      basic: 'the set of all leaves',
      'super-roots': 'the greatest lower bound of the candidates of a subset',
      cube: 'the leaf set of the subset',
    },
    'source from which frequency sets are rolled up; the result is the same',
  ),
  ...LATTICE,
});

/** Options of incognito, checked and with their defaults. */
export type IncognitoOptions = OptionsOf<typeof OPTIONS>;

/** The algorithm `incognito`, for `createAnonymize`. */
export const incognito = defineAlgorithm({
  name: 'incognito',
  source: 'K. LeFevre, D. J. DeWitt, R. Ramakrishnan: Incognito: Efficient Full-Domain K-Anonymity, SIGMOD 2005',
  guarantee:
    'all level vectors within the limit and the minimal ones; the released one is the best minimal one under the metric',
  complexity: 'at worst the lattices of all subsets of quasi-identifiers, O(m) a node; a byte of memory a node',
  whyRows: () => null,
  disjointClasses: true,
  judgesGroups: true,
  levelVector: true,
  minimality: () => 'every-level',
  needsLevels: true,
  sharesWork: true,
  tasks: { subsets: async () => (await import('../lattice/subset-task.js')).subsetTask },
  options: OPTIONS,
  run: () => import('../lattice/incognito.js'),
});
