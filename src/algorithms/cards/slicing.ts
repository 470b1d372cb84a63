import { defineAlgorithm } from '../algorithm.js';
import { amountOr, listsOfNames, option, optionSet, ruled, word, wordsOr, type OptionsOf } from '../options.js';
import { tiesOption, BUCKET_COLUMN } from '../shared-options.js';

const COLUMNS = '"auto", "one-attribute-per-column" or a list of lists of column names';

const OPTIONS = ruled(
  optionSet({
    columns: option(
      'auto',
      wordsOr(
        {
          auto: 'k-medoids over correlations',
          'one-attribute-per-column': 'every column is permuted by itself',
        },
        listsOfNames(COLUMNS),
        COLUMNS,
      ),
      'groups of columns that stay together; columns in no list stand alone',
    ),
    clusters: amountOr(
      'half of the attributes, rounded up',
      { min: 1, max: 1e6, integer: true },
      'groups of columns for auto',
    ),
    partitioning: word('relaxed', {
      relaxed: 'even halves, equal values divided',
      strict: 'equal values stay together',
    }),
    ties: tiesOption('job-order'),
    bucketColumn: BUCKET_COLUMN,
  }),
  ({ columns }) =>
    typeof columns === 'string' || new Set(columns.flat()).size === columns.flat().length
      ? null
      : { at: 'columns', expected: 'every column at most once', code: 'DUPLICATE_COLUMN' },
);

/** Options of slicing, checked and with their defaults. */
export type SlicingOptions = OptionsOf<typeof OPTIONS>;

/** The algorithm `slicing`, for `createAnonymize`. */
export const slicing = defineAlgorithm({
  name: 'slicing',
  source: 'Li, Li, Zhang, Molloy: Slicing: A New Approach to Privacy Preserving Data Publishing, 2009 (TKDE 2012)',
  guarantee:
    'every bucket satisfies every model; for an l-diversity model also p(t, s) <= 1/l for every tuple and value',
  complexity: 'O(q n log n) for n rows and q quasi-identifiers, and per split the tuples that match its bucket',
  releases: 'values',
  bucketsPersons: true,
  permutes: {
    twoTables: false,
    by: ({ columns, bucketColumn }) => ({
      groups: columns === 'auto' ? null : columns === 'one-attribute-per-column' ? [] : columns,
      bucketColumn,
    }),
  },
  options: OPTIONS,
  run: () => import('../permutation/slicing.js'),
});
