import { quantity } from '../base/numbers.js';
import { InvalidArgumentError } from '../base/errors.js';
import { number } from '../base/schema-parts.js';
import type { Achievement } from './definition.js';
import { defineModel } from './definition.js';
import { attribute, described, largestK, publicTable } from './parameters.js';
import { TOLERANCE } from './tolerance.js';

/**
 * Weak l-diversity: of the people of the public table in the region of a released class, at most the share 1/l are known to
 * have any one sensitive value: (private rows of the class with the value) / (public rows of its region) <= 1/l. That is how sure
 * somebody is of the value who knows of a person no more than that they are in the public table.
 *
 * No paper that we know defines it; this is our reading. It needs weak k-anonymity with k = l, since a value that occurs has a row.
 */
export const weakLDiversity = defineModel({
  name: 'weak-l-diversity',
  title: 'Sensitive values among everybody',
  description: 'No sensitive value is known of too large a share of the public rows that lie in the region of a class.',
  promise: ({ required: { l } }, { group }) =>
    `Of the rows of the public table that match a ${group}, at most one in ${quantity(l)} is known to have any one sensitive value.`,
  promiseToPersons: ({ required: { l } }) =>
    `Of the people of the public table who match a class, at most one in ${quantity(l)} is known to have any one sensitive value there.`,
  example: { l: 2 },
  source:
    'ours, as weak k-anonymity (Atzori, ISC 2006) is to k-anonymity; named by B. Toth: Data Anonymization, 2015, section 2.2.1',
  parameters: {
    l: described(
      number({ code: 'L', min: 1, max: largestK }),
      '1 / the largest share of public rows in the region of a class that are known to have one value: number from 1',
    ),
    attribute: attribute(),
    public: publicTable(),
  },
  // Shares of two regions together lie between those of each.
  monotone: true,
  byPersons: 'holders',
  create({ l }) {
    const most = (1 / l) * (1 + TOLERANCE);
    return {
      public: 'regions',
      condition: (column, global) => ({
        kind: 'shares',
        column,
        minimum: 1,
        // Shares of all rows of the region; the last code stands for people of unknown value, whose number is not bounded.
        lower: new Float64Array(global.length + 1),
        upper: Float64Array.from({ length: global.length + 1 }, (_, code) => (code < global.length ? most : 1)),
        every: false,
      }),
      achieved(sizes, histogram, global, counts): Achievement {
        if (counts === undefined) throw new InvalidArgumentError('counts', 'public rows per class', 'none');
        if (sizes.length === 0) return { achieved: {}, holds: true };
        const size = (global as Uint32Array).length;
        let largest = 0;
        for (let c = 0; c < sizes.length; c++) {
          for (let at = c * size; at < (c + 1) * size; at++) {
            largest = Math.max(largest, (histogram as Uint32Array)[at] / counts.population[c]);
          }
        }
        return { achieved: { l: 1 / largest }, holds: largest <= most };
      },
    };
  },
});
