import { InvalidArgumentError } from '../../base/errors.js';
import type { Problem } from '../algorithm.js';
import { PARTITIONING } from '../boxes/mondrian-options.js';
import { tiesOption } from '../ties.js';
import { name, option, optionOr, word, words } from '../options.js';

/** The option `bucketColumn`. */
export const BUCKET_COLUMN = option(
  'bucket',
  name,
  'name of the column of bucket numbers (from 1); no released column may have it',
);

/** The option `cuts` of a search that has no tree to go along where all are cut in two. */
export const PUBLIC_CUTS = word('auto', {
  auto: 'attributes with a hierarchy are specialized along it, others cut in two',
  ranges: 'all are cut in two',
});

/** Options of buckets that are made as Mondrian makes classes. */
export const BUCKETS = {
  partitioning: PARTITIONING,
  cuts: word('auto', {
    auto: 'what has a hierarchy that counts is cut along its tree',
    ranges: 'every attribute is cut in two along the order of its leaves',
  }),
  hierarchies: optionOr(
    '`follow`; with `output.ranges: "tight"` or `cuts: "ranges"`, `strings`',
    words({ follow: 'every declared hierarchy counts', strings: 'those of strings alone' }),
    'which hierarchies buckets are cut along',
  ),
  ties: tiesOption('smaller-domain'),
};

/** Throws InvalidArgumentError when the column of bucket numbers would stand beside one of its name. */
export function requireFreeName(problem: Problem, bucketColumn: string): void {
  if (problem.released.some(({ name }) => name === bucketColumn)) {
    throw new InvalidArgumentError(
      'algorithm.bucketColumn',
      'a name that no released column has',
      JSON.stringify(bucketColumn),
      'BUCKET_COLUMN_TAKEN',
    );
  }
}
