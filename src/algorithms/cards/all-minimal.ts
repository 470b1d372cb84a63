import { defineAlgorithm } from '../algorithm.js';
import { LATTICE_OPTIONS } from '../shared-options.js';

/** The algorithm `all-minimal`, for `createAnonymize`. */
export const allMinimal = defineAlgorithm({
  name: 'all-minimal',
  source: 'P. Samarati: Protecting respondents’ identities in microdata release, TKDE 13(6), 2001',
  guarantee: 'all minimal level vectors; the released one is the best of them under the metric',
  complexity: 'at worst every node of the lattice, O(m) each for m distinct vectors; a byte or two of memory a node',
  whyRows: () => null,
  disjointClasses: true,
  judgesGroups: true,
  levelVector: true,
  minimality: () => 'every-level',
  needsLevels: true,
  options: LATTICE_OPTIONS,
  run: () => import('../lattice/all-minimal.js'),
});
