import { defineAlgorithm } from '../algorithm.js';
import { optionSet, type OptionsOf } from '../options.js';
import { HIERARCHIES, SPAN_METRIC } from '../shared-options.js';

const OPTIONS = optionSet({ metric: SPAN_METRIC, hierarchies: HIERARCHIES });

/** Options of k-member, checked and with their defaults. */
export type KMemberOptions = OptionsOf<typeof OPTIONS>;

/** The algorithm `k-member`, for `createAnonymize`. */
export const kMember = defineAlgorithm({
  name: 'k-member',
  source: 'Byun, Kamra, Bertino, Li: Efficient k-Anonymization Using Clustering Techniques, DASFAA 2007',
  guarantee: 'every class satisfies every model; greedy, not optimal',
  complexity:
    'O(m^2 c) time for m distinct vectors and c attributes that change with a row taken, O(m q) memory; above 65,536 vectors in blocks of at most 8,192',
  sharesWork: true,
  tasks: { 'k-member': async () => (await import('../clusters/member-task.js')).memberTask },
  searchesStrata: true,
  options: OPTIONS,
  run: () => import('../clusters/k-member.js'),
});
