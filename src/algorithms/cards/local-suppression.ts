import { EXACT_ROWS } from '../cells/exact-rows.js';
import { defineAlgorithm } from '../algorithm.js';
import { amountOr, amountsByAttribute, optionSet, seed, type OptionsOf } from '../options.js';

const OPTIONS = optionSet({
  weights: amountsByAttribute(
    '1 each',
    { min: 0, above: true, max: 1e6 },
    'cost of a suppressed cell: cells of heavy attributes are kept where possible',
    'an object, attribute to a number above 0',
  ),
  restarts: amountOr(
    'up to 64, fewer where there are many vectors and attributes',
    { min: 0, max: 1e6, integer: true },
    'further runs with noise on the prices; the best of all is taken',
  ),
  seed,
});

/** Options of local-suppression, checked and with their defaults. */
export type LocalSuppressionOptions = OptionsOf<typeof OPTIONS>;

/** The algorithm `local-suppression`, for `createAnonymize`. */
export const localSuppression = defineAlgorithm({
  name: 'local-suppression',
  source:
    'Meyerson, Williams: On the Complexity of Optimal k-Anonymity, PODS 2004; greedy cover: Chvátal, Mathematics of Operations Research 4(3), 1979',
  guarantee:
    'every class satisfies every model, or under lkc-privacy alone every combination of known values; at most 12 rows under k-anonymity: the least weight of suppressed cells, else greedy',
  complexity: 'O(m p + g m) time for m distinct vectors, p patterns (2^q for q <= 6) and g released values made',
  anytime: true,
  releases: 'value-or-star',
  judgesGroups: 'alone',
  starsMatchNothing: true,
  minimality: ({ rows }) =>
    rows <= EXACT_ROWS ? 'every-row' : { unknown: `local-suppression of more than ${EXACT_ROWS} rows` },
  options: OPTIONS,
  run: () => import('../cells/local-suppression.js'),
});
