import { defineAlgorithm } from '../algorithm.js';
import { optionSet, seed, type OptionsOf } from '../options.js';
import { HIERARCHIES } from '../shared-options.js';

const OPTIONS = optionSet({ seed, hierarchies: HIERARCHIES });

/** Options of oka, checked and with their defaults. */
export type OkaOptions = OptionsOf<typeof OPTIONS>;

/** The algorithm `oka`, for `createAnonymize`. */
export const oka = defineAlgorithm({
  name: 'oka',
  source: 'Lin, Wei: An Efficient Clustering Method for k-Anonymization, PAIS 2008',
  guarantee: 'every class satisfies every model; greedy, not optimal',
  complexity:
    'O(m q n / k) time for m distinct vectors, O(n q / k) memory; above 32,768 vectors in blocks of at most 4,096',
  sharesWork: true,
  tasks: { oka: async () => (await import('../clusters/oka-task.js')).okaTask },
  searchesStrata: true,
  options: OPTIONS,
  run: () => import('../clusters/oka.js'),
});
