import { percent } from '../base/numbers.js';
import { RISK_OF_PERSONS, riskOfBuckets } from './promise.js';
import { defineModel } from './definition.js';
import { fewestRows } from './fewest-rows.js';
import { RISK_SOURCE } from './maximum-risk.js';
import { risk } from './parameters.js';
import { TOLERANCE } from './tolerance.js';

/**
 * Average re-identification risk: the mean of 1 / |class| over the released rows, which is classes / rows, is at most
 * `risk`. A condition on the table, not on its classes: small classes may stand beside large ones.
 *
 * Searches that judge class by class use a sufficient condition instead, every class of at least 1 / risk rows; those that
 * know of `table` (algorithms.md says which) only ask it of all classes together.
 */
export const averageRisk = defineModel({
  name: 'average-risk',
  title: 'Risk on average',
  description: 'The risk, 1 / rows of the class, is bounded on average.',
  promise: ({ required: { risk } }, words) =>
    words.group === 'bucket'
      ? riskOfBuckets(words, `is at most ${percent(risk)} on average`)
      : words.noun.one === 'person'
        ? `On average a released row is linked to its person with a probability of at most ${percent(risk)}.`
        : `The risk of a row, 1 / rows of its class, is at most ${percent(risk)} on average.`,
  promiseToPersons: ({ required: { risk } }) => `${RISK_OF_PERSONS} is at most ${percent(risk)} on average.`,
  example: { risk: 0.2 },
  source: RISK_SOURCE,
  parameters: { risk: risk('largest classes / rows of the release: above 0, at most 1') },
  monotone: true,
  create({ risk }) {
    const bound = risk * (1 + TOLERANCE);
    return {
      condition: () => ({ kind: 'size', minimum: fewestRows(risk) }),
      table: { holds: ({ classes, released }) => classes === 0 || classes / released <= bound, isDecisive: true },
      achieved(sizes) {
        const average = sizes.length / sizes.reduce((sum, size) => sum + size, 0);
        return { achieved: { risk: average }, holds: average <= bound };
      },
    };
  },
});
