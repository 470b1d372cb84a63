import { defineAlgorithm } from '../algorithm.js';
import { ARGUS_OPTIONS } from '../greedy/mu-argus-options.js';

/** The algorithm `mu-argus`, for `createAnonymize`. */
export const muArgus = defineAlgorithm({
  name: 'mu-argus',
  source: 'Hundepool, Willenborg: mu- and tau-Argus, 1996; Sweeney, IJUFKS 10(5), 2002, section 4.4',
  guarantee:
    'does not guarantee k-anonymity: the result is checked, and refused or (violations: release) reported; with combinations: all every model holds',
  complexity:
    'O(c m q) time for m distinct vectors, q quasi-identifiers and c combinations tested; beside the vectors at most 256 MiB of marks',
  whyRows: () => null,
  releases: 'values',
  judgesGroups: true,
  needsLevels: true,
  boundsLevels: true,
  options: ARGUS_OPTIONS,
  run: () => import('../greedy/mu-argus.js'),
});
