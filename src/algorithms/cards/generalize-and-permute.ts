import { defineAlgorithm } from '../algorithm.js';
import { amount, optionSet, word, type OptionsOf } from '../options.js';
import { BUCKET_COLUMN, PUBLIC_CUTS } from '../shared-options.js';

const OPTIONS = optionSet({
  partition: word('mondrian', {
    mondrian: 'split as long as the other models hold',
    mpalm: 'split as long as they and delta-presence of the box hold',
  }),
  cuts: PUBLIC_CUTS,
  budget: amount(
    2_000,
    { min: 0, max: Number.MAX_SAFE_INTEGER, integer: true },
    'maximum states to count one node; a node that needs more is skipped',
  ),
  nodes: amount(
    20,
    { min: 0, max: Number.MAX_SAFE_INTEGER, integer: true },
    'nodes of a bucket to count; then its own node is specialized step by step',
  ),
  bucketColumn: BUCKET_COLUMN,
});

/** Options of generalize-and-permute, checked and with their defaults. */
export type GeneralizeAndPermuteOptions = OptionsOf<typeof OPTIONS>;

/** The algorithm `generalize-and-permute`, for `createAnonymize`. */
export const generalizeAndPermute = defineAlgorithm({
  name: 'generalize-and-permute',
  source: 'Toth: Data Anonymization, 2015, Algorithm 6 (CombinedAlg)',
  guarantee:
    'delta-presence of every public row against the permuted release, counted exactly; every other model in every bucket; the lowest node of a bucket that holds, if no node was skipped',
  complexity:
    'that of mpalm for the buckets; counting a node is exponential in the worst case, so nodes of a bucket and states of a node are limited',
  anytime: true,
  releases: 'values',
  permutes: { twoTables: false, by: ({ bucketColumn, budget }) => ({ groups: [], bucketColumn, budget }) },
  options: OPTIONS,
  run: () => import('../permutation/generalize-and-permute.js'),
});
