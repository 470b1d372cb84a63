import { defineAlgorithm } from '../algorithm.js';
import { optionSet, type OptionsOf } from '../options.js';
import { HIERARCHIES, GROUPING } from '../shared-options.js';

const OPTIONS = optionSet({ grouping: GROUPING, hierarchies: HIERARCHIES });

/** Options of hilbert, checked and with their defaults. */
export type HilbertOptions = OptionsOf<typeof OPTIONS>;

/** The algorithm `hilbert`, for `createAnonymize`. */
export const hilbert = defineAlgorithm({
  name: 'hilbert',
  source: 'Ghinita, Karras, Kalnis, Mamoulis: Fast Data Anonymization with Low Information Loss, VLDB 2007',
  guarantee:
    'every class satisfies every model; with grouping optimal no other runs of consecutive rows of the curve have a smaller normalized certainty penalty',
  complexity: 'O(m q b + n r q) time for b bits a coordinate and runs of at most r rows (2k - 1), O(n + m q) memory',
  searchesStrata: true,
  options: OPTIONS,
  run: () => import('../lines/hilbert.js'),
});
