import { count } from '../base/numbers.js';
import { defineModel } from './definition.js';
import { k } from './parameters.js';

/** k-anonymity: every class has at least k rows. */
export const kAnonymity = defineModel({
  name: 'k-anonymity',
  title: 'Groups that look alike',
  description: 'Every released row is like at least k - 1 others in the quasi-identifiers.',
  promise: ({ required: { k } }, { group, noun: { one, hasSeveral } }) =>
    group === 'bucket' && hasSeveral === true
      ? `Every row of a ${one} is in a bucket, within which values are permuted, with rows of at least ${count(k - 1)} other ${k === 2 ? 'person' : 'people'}.`
      : group === 'class'
        ? `Every ${one} shares the released quasi-identifiers with at least ${count(k - 1)} other${k === 2 ? '' : 's'}.`
        : `Every ${one} shares a bucket, within which values are permuted, with at least ${count(k - 1)} other${k === 2 ? '' : 's'}.`,
  promiseToPersons: ({ required: { k } }) =>
    `Every released row of a person shares its quasi-identifiers with rows of at least ${count(k - 1)} other ${k === 2 ? 'person' : 'people'}.`,
  example: { k: 5 },
  source:
    'P. Samarati, L. Sweeney: Protecting privacy when disclosing information: k-anonymity and its enforcement through generalization and suppression, 1998',
  parameters: { k: k('fewest rows of a class: integer from 1 to 2147483647') },
  monotone: true,
  create: ({ k }) => ({
    condition: () => ({ kind: 'size', minimum: k }),
    achieved(sizes) {
      const smallest = sizes.reduce((least, size) => Math.min(least, size), Infinity);
      return { achieved: { k: smallest }, holds: smallest >= k };
    },
  }),
});
