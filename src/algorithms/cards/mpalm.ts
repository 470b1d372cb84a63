import { defineAlgorithm } from '../algorithm.js';
import { optionSet, type OptionsOf } from '../options.js';
import { PUBLIC_CUTS } from '../shared-options.js';

const OPTIONS = optionSet({ cuts: PUBLIC_CUTS });

/** Options of mpalm, checked and with their defaults. */
export type MpalmOptions = OptionsOf<typeof OPTIONS>;

/** The algorithm `mpalm`, for `createAnonymize`. */
export const mpalm = defineAlgorithm({
  name: 'mpalm',
  countsRows: true,
  source: 'Nergiz, Atzori, Clifton: Hiding the Presence of Individuals from Shared Databases, SIGMOD 2007',
  guarantee: 'delta-presence and every other model in every class; greedy, not optimal',
  complexity: 'O(q m log m) for each depth of the partition, m distinct public vectors and q quasi-identifiers',
  options: OPTIONS,
  run: () => import('../permutation/mpalm.js'),
});
