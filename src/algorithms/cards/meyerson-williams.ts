import { defineAlgorithm } from '../algorithm.js';
import { amount, count, optionSet, type OptionsOf } from '../options.js';

const OPTIONS = optionSet({
  maxRows: amount(
    5000,
    count(1),
    'maximum rows that are covered together; larger tables are covered in blocks of near rows',
  ),
});

/** Options of meyerson-williams, checked and with their defaults. */
export type MeyersonWilliamsOptions = OptionsOf<typeof OPTIONS>;

/** The algorithm `meyerson-williams`, for `createAnonymize`. */
export const meyersonWilliams = defineAlgorithm({
  name: 'meyerson-williams',
  source: 'Meyerson, Williams: On the Complexity of Optimal k-Anonymity, PODS 2004',
  guarantee:
    'k-anonymous; at most 8 k (1 + 1/2 + ... + 1/(2k-1)) times the fewest suppressed cells, above maxRows those of each block',
  complexity:
    'O(u^2 q + n u q) time for n rows, u distinct vectors and q quasi-identifiers, O(u^2 + n) memory; above maxRows in blocks of at most 512 vectors',
  releases: 'value-or-star',
  sharesWork: true,
  tasks: { cover: async () => (await import('../cells/cover-task.js')).coverTask },
  options: OPTIONS,
  run: () => import('../cells/meyerson-williams.js'),
});
