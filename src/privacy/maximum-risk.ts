import { percent } from '../base/numbers.js';
import { RISK_OF_PERSONS, riskOfBuckets } from './promise.js';
import { defineModel } from './definition.js';
import { fewestRows } from './fewest-rows.js';
import { risk } from './parameters.js';
import { TOLERANCE } from './tolerance.js';

export const RISK_SOURCE =
  'K. El Emam, F. K. Dankar: Protecting privacy using k-anonymity, JAMIA 15(5), 2008 (prosecutor risk)';

/**
 * Maximum re-identification risk: an attacker who knows that somebody is in the table and knows their quasi-identifiers picks the right
 * row with probability 1 / |class|; that is at most `risk` for every row.
 */
export const maximumRisk = defineModel({
  name: 'maximum-risk',
  title: 'The largest risk',
  description: 'The risk, 1 / rows of the class, is bounded for every row.',
  promise: ({ required: { risk } }, words) =>
    words.group === 'bucket'
      ? riskOfBuckets(words, `is at most ${percent(risk)}`)
      : words.noun.one === 'person'
        ? `No released row is linked to its person with a probability above ${percent(risk)}.`
        : `The risk of a row, 1 / rows of its class, is at most ${percent(risk)}.`,
  promiseToPersons: ({ required: { risk } }) => `${RISK_OF_PERSONS} is at most ${percent(risk)}.`,
  example: { risk: 0.2 },
  source: RISK_SOURCE,
  parameters: { risk: risk('largest 1 / rows of a class: above 0, at most 1') },
  monotone: true,
  create: ({ risk }) => ({
    condition: () => ({ kind: 'size', minimum: fewestRows(risk) }),
    achieved(sizes) {
      const smallest = sizes.reduce((least, size) => Math.min(least, size), Infinity);
      return { achieved: { risk: 1 / smallest }, holds: 1 / smallest <= risk * (1 + TOLERANCE) };
    },
  }),
});
