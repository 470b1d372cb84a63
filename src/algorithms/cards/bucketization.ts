import { defineAlgorithm } from '../algorithm.js';
import { optionSet, type OptionsOf } from '../options.js';
import { BUCKET_COLUMN, BUCKETS } from '../shared-options.js';

const OPTIONS = optionSet({ ...BUCKETS, bucketColumn: BUCKET_COLUMN });

/** Options of bucketization, checked and with their defaults. */
export type BucketizationOptions = OptionsOf<typeof OPTIONS>;

/** The algorithm `bucketization`, for `createAnonymize`. */
export const bucketization = defineAlgorithm({
  name: 'bucketization',
  source:
    'Toth: Data Anonymization, 2015, 3.1.1; Zhang et al.: Aggregate Query Answering on Anonymized Tables, ICDE 2007',
  guarantee:
    'every bucket satisfies every model; quasi-identifiers are released as they are: no protection of membership',
  complexity: 'that of mondrian, and O(n) for the permutation',
  releases: 'values',
  bucketsPersons: true,
  permutes: { twoTables: false, by: ({ bucketColumn }) => ({ groups: 'together', bucketColumn }) },
  options: OPTIONS,
  run: () => import('../permutation/bucketization.js'),
});
