import { quantity } from '../base/numbers.js';
import { sumOf } from '../base/sequences.js';
import { logarithm } from '../base/elementary.js';
import { oneOf, positive } from '../base/schema-parts.js';
import type { Achievement } from './definition.js';
import { defineModel } from './definition.js';
import { attribute, described } from './parameters.js';
import { TOLERANCE } from './tolerance.js';

/**
 * β-likeness bounds how much likelier a class makes a sensitive value: with its share p in the table and q in the class,
 * (q - p) / p <= β for every value with q > p (`basic`, definition 2), and at most min(β, -ln p) (`enhanced`, definition 3).
 */
export const betaLikeness = defineModel({
  name: 'beta-likeness',
  title: 'No value much more likely',
  description: 'No sensitive value is much more frequent in a class than in the whole table.',
  promise: ({ required: { beta } }, { group }) =>
    `In no ${group} is a sensitive value more frequent than in the whole table by more than ${quantity(beta)} times its share there.`,
  promiseToPersons: ({ required: { beta } }) =>
    `In no class is the share of people who hold a sensitive value above that of the whole table by more than ${quantity(beta)} times it.`,
  example: { beta: 2, variant: 'enhanced' },
  source: 'J. Cao, P. Karras: Publishing microdata with a robust privacy guarantee, PVLDB 5(11), 2012',
  parameters: {
    variant: described(oneOf(['basic', 'enhanced']), 'basic | enhanced (at most -ln of the share in the table, too)'),
    beta: described(positive('BETA'), 'largest relative gain of the share of a sensitive value: above 0'),
    attribute: attribute(),
  },
  monotone: true,
  byPersons: 'holders',
  create({ variant, beta }) {
    /** [size] largest gain that each value may have, tolerance included. */
    const limitsOf = (global: Uint32Array, rows: number): Float64Array =>
      Float64Array.from(global, (count) => {
        const limit = variant === 'basic' || count === 0 ? beta : Math.min(beta, logarithm(rows / count));
        return limit * (1 + TOLERANCE);
      });
    return {
      condition(column, global, persons) {
        const rows = persons?.count ?? sumOf(global);
        const limits = limitsOf(global, rows);
        return {
          kind: 'shares',
          column,
          minimum: 0,
          lower: new Float64Array(global.length),
          // One ulp or two of q = p itself, where the limit is smaller than rounding.
          upper: Float64Array.from(
            global,
            (count, code) => (count / rows) * (1 + limits[code]) * (1 + 4 * Number.EPSILON),
          ),
          every: false,
        };
      },
      achieved(sizes, histogram, global) {
        const whole = global as Uint32Array;
        return gainOf(sizes, histogram as Uint32Array, whole, sumOf(whole));
      },
      achievedByPersons: ({ sizes, holders, tableHolders, table }) => gainOf(sizes, holders, tableHolders, table.count),
    };

    function gainOf(sizes: Uint32Array, counts: Uint32Array, whole: Uint32Array, rows: number): Achievement {
      const limits = limitsOf(whole, rows);
      let largest = 0;
      let holds = true;
      for (let j = 0; j < sizes.length; j++) {
        for (let code = 0; code < whole.length; code++) {
          const count = counts[j * whole.length + code];
          const gain = count === 0 ? 0 : (count * rows - whole[code] * sizes[j]) / (whole[code] * sizes[j]);
          if (gain > largest) largest = gain;
          if (gain > limits[code]) holds = false;
        }
      }
      return { achieved: { beta: largest }, holds };
    }
  },
});
