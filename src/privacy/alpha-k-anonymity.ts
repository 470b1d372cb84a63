import { counted, percent } from '../base/numbers.js';
import { WHICHEVER } from './promise.js';
import { positiveShare } from '../base/schema-parts.js';
import { defineModel } from './definition.js';
import { attribute, described, k } from './parameters.js';
import { TOLERANCE } from './tolerance.js';

/**
 * (α, k)-anonymity: every class has at least k rows, and no sensitive value has more than the share α of them. The general
 * model of section 2, with one α for every value.
 */
export const alphaKAnonymity = defineModel({
  name: 'alpha-k-anonymity',
  title: 'Groups, and no value too certain',
  description: 'Every class has at least k rows, and no sensitive value more than a share alpha of them.',
  promise: ({ required: { k, alpha } }, { group, noun: { one, many } }) =>
    `Every ${group} has at least ${counted(k, one, many)}, and no sensitive value has more than ${percent(alpha)} of them.`,
  promiseToPersons: ({ required: { k, alpha } }) =>
    `Every class has at least ${counted(k, 'person', 'people')}, and no sensitive value is that of more than ${percent(alpha)} of them, ${WHICHEVER}.`,
  example: { k: 5, alpha: 0.5 },
  source:
    'R. C.-W. Wong, J. Li, A. W.-C. Fu, K. Wang: (α, k)-anonymity: an enhanced k-anonymity model for privacy preserving data publishing, KDD 2006',
  parameters: {
    k: k('fewest rows of a class: integer from 1'),
    alpha: described(positiveShare('ALPHA'), 'largest share of a class with one sensitive value: above 0, at most 1'),
    attribute: attribute(),
  },
  monotone: true,
  byPersons: 'holders',
  create: ({ k, alpha }) => ({
    condition: (column, global) => ({
      kind: 'shares',
      column,
      minimum: k,
      lower: new Float64Array(global.length),
      upper: new Float64Array(global.length).fill(alpha * (1 + TOLERANCE)),
      every: false,
    }),
    achieved(sizes, histogram, global) {
      const size = (global as Uint32Array).length;
      const counts = histogram as Uint32Array;
      let smallest = Infinity;
      let largestShare = 0;
      sizes.forEach((rows, j) => {
        smallest = Math.min(smallest, rows);
        for (let at = j * size; at < (j + 1) * size; at++) largestShare = Math.max(largestShare, counts[at] / rows);
      });
      const holds = smallest >= k && largestShare <= alpha * (1 + TOLERANCE);
      return { achieved: { k: smallest, alpha: largestShare }, holds };
    },
  }),
});
