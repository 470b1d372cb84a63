import { defineAlgorithm } from '../algorithm.js';
import { amount, optionSet, type OptionsOf } from '../options.js';
import { HIERARCHIES, GROUPING } from '../shared-options.js';

const OPTIONS = optionSet({
  grouping: GROUPING,
  references: amount(256, { min: 1, max: 10_000, integer: true }, 'most reference points'),
  hierarchies: HIERARCHIES,
});

/** Options of idistance, checked and with their defaults. */
export type IdistanceOptions = OptionsOf<typeof OPTIONS>;

/** The algorithm `idistance`, for `createAnonymize`. */
export const idistance = defineAlgorithm({
  name: 'idistance',
  source: 'Ghinita, Karras, Kalnis, Mamoulis: Fast Data Anonymization with Low Information Loss, VLDB 2007',
  guarantee:
    'every class satisfies every model; with grouping optimal no other runs of consecutive rows of the line have a smaller normalized certainty penalty',
  complexity: 'O(m q c + n r q) time for c reference points and runs of at most r rows (2k - 1), O(n + m q) memory',
  searchesStrata: true,
  options: OPTIONS,
  run: () => import('../lines/idistance.js'),
});
