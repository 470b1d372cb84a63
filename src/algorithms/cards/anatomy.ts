import { defineAlgorithm } from '../algorithm.js';
import { flag, optionSet, word, type OptionsOf } from '../options.js';
import { BUCKET_COLUMN, BUCKETS } from '../shared-options.js';

const OPTIONS = optionSet({
  permute: flag(false, '', {
    false: 'QIT and ST',
    true: 'PQT and PST, every quasi-identifier permuted within its group',
  }),
  groups: word('anatomize', {
    anatomize: 'Xiao and Tao, needs an l-diversity model',
    mondrian: 'the groups of mondrian, as the options that follow say',
  }),
  ...BUCKETS,
  bucketColumn: BUCKET_COLUMN,
});

/** Options of anatomy, checked and with their defaults. */
export type AnatomyOptions = OptionsOf<typeof OPTIONS>;

/** The algorithm `anatomy`, for `createAnonymize`. */
export const anatomy = defineAlgorithm({
  name: 'anatomy',
  source:
    'Xiao, Tao: Anatomy: Simple and Effective Privacy Preservation, VLDB 2006; He et al.: Permutation Anonymization, PAKDD Workshops 2011',
  guarantee:
    'every group satisfies every model; with groups "anatomize", groups of l or more rows without a repeated sensitive value unless other models make them merge',
  complexity: 'O(n v / l) for v sensitive values; with groups "mondrian" that of mondrian',
  releases: 'values',
  bucketsPersons: true,
  permutes: {
    twoTables: true,
    by: ({ permute, bucketColumn }) => ({ groups: permute ? [] : 'together', bucketColumn }),
  },
  options: OPTIONS,
  run: () => import('../permutation/anatomy.js'),
});
