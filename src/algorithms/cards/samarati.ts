import { defineAlgorithm } from '../algorithm.js';
import { optionSet, word, type OptionsOf } from '../options.js';
import { LATTICE } from '../shared-options.js';

const OPTIONS = optionSet({
  choose: word('first', { first: 'lexicographically first', 'least-loss': 'least cost under the metric' }),
  scope: word('height', { height: 'the vectors of the least height', lattice: 'with least-loss, all vectors' }),
  ...LATTICE,
});

/** Options of samarati, checked and with their defaults. */
export type SamaratiOptions = OptionsOf<typeof OPTIONS>;

/** The algorithm `samarati`, for `createAnonymize`. */
export const samarati = defineAlgorithm({
  name: 'samarati',
  source: 'P. Samarati: Protecting respondents’ identities in microdata release, TKDE 13(6), 2001',
  guarantee:
    'a level vector of the least height within the limit; least-loss: the best of them, or of the whole lattice',
  complexity: 'the nodes of about log2(height) heights, O(m) each for m distinct vectors',
  whyRows: () => null,
  disjointClasses: true,
  judgesGroups: true,
  levelVector: true,
  minimality: () => 'every-level',
  needsLevels: true,
  boundsLevels: true,
  options: OPTIONS,
  run: () => import('../lattice/samarati.js'),
});
