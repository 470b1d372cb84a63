import { defineModel } from './definition.js';
import { k } from './parameters.js';

/** k-anonymity: every class has at least k rows. */
export const kAnonymity = defineModel({
  name: 'k-anonymity',
  description: 'Every released row is like at least k - 1 others in the quasi-identifiers.',
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
