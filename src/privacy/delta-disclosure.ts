import { quantity } from '../base/numbers.js';
import { MISSING } from './promise.js';
import { sumOf } from '../base/sequences.js';
import * as v from 'valibot';
import { exponential, logarithm } from '../base/elementary.js';
import { oneOf, positive } from '../base/schema-parts.js';
import type { Achievement } from './definition.js';
import { defineModel } from './definition.js';
import { attribute, described } from './parameters.js';
import { TOLERANCE } from './tolerance.js';

/**
 * δ-disclosure privacy: |ln(q / p)| < δ, with p the share of a sensitive value in the table and q that in the class, for
 * every value that occurs in the class. The paper's definition speaks of every value of the table: a value that is absent
 * from a class has ln 0 and breaks it for any δ. With `absent: "violates"` it does here too; the default `ignored` is what
 * the field's tools do.
 *
 * With `ignored` it is not monotone: a class without a value joined to one with its smallest allowed share has half that.
 */
export const deltaDisclosure = defineModel({
  name: 'delta-disclosure',
  title: 'No value much more or less likely',
  description: 'The share of every sensitive value in a class is within a factor of its share in the whole table.',
  promise: ({ required: { delta }, absent }, { group }) => {
    const factor = `its share in the whole table by a factor below e to the power of ${quantity(delta)}`;
    return absent === 'violates'
      ? `Every ${group} holds every sensitive value of the table, and the share of each there differs from ${factor}; ${MISSING}.`
      : `The share of a sensitive value in a ${group} that holds it differs from ${factor}; nothing is promised of values that a ${group} lacks.`;
  },
  promiseToPersons: ({ required: { delta } }) =>
    `The share of people of a class who hold a sensitive value is above that of the whole table by a factor below e to the power of ${quantity(delta)}; ${MISSING}.`,
  example: { delta: 1.5 },
  source:
    'J. Brickell, V. Shmatikov: The cost of privacy: destruction of data-mining utility in anonymized data publishing, KDD 2008',
  parameters: {
    delta: described(positive('DELTA'), '|ln(share in the class / share in the table)| is below it: above 0, in nats'),
    attribute: attribute(),
    absent: v.optional(
      described(
        oneOf(['ignored', 'violates']),
        'ignored (default) | violates: values that a class lacks; monotone only with violates',
      ),
    ),
  },
  monotone: false,
  byPersons: 'holders',
  create({ delta, absent = 'ignored' }) {
    const bound = delta * (1 + TOLERANCE);
    return {
      monotone: absent === 'violates',
      condition(column, global, persons) {
        const rows = persons?.count ?? sumOf(global);
        const isUpper = persons?.isApart === false;
        const factor = exponential(bound);
        // A value that the table lacks has no share to differ from.
        return {
          kind: 'shares',
          column,
          minimum: 0,
          // A share of the smallest positive number still excludes 0 where e^-δ vanishes.
          lower: Float64Array.from(global, (count) =>
            count === 0 || isUpper ? 0 : Math.max(count / rows / factor, Number.MIN_VALUE * 2 ** 40),
          ),
          upper: Float64Array.from(global, (count) => (count / rows) * factor),
          every: absent === 'violates' && !isUpper,
        };
      },
      achieved(sizes, histogram, global): Achievement {
        const whole = global as Uint32Array;
        return differenceOf(sizes, histogram as Uint32Array, whole, sumOf(whole));
      },
      achievedByPersons: ({ sizes, holders, tableHolders, table }) =>
        differenceOf(sizes, holders, tableHolders, table.count, table.isApart),
    };

    /** @param isLower - whether shares below that in the table are judged, too */
    function differenceOf(
      sizes: Uint32Array,
      counts: Uint32Array,
      whole: Uint32Array,
      rows: number,
      isLower = true,
    ): Achievement {
      let largest = 0;
      for (let j = 0; j < sizes.length; j++) {
        for (let code = 0; code < whole.length; code++) {
          const count = counts[j * whole.length + code];
          if (count > 0) {
            const difference = logarithm((count * rows) / (whole[code] * sizes[j]));
            largest = Math.max(largest, isLower ? Math.abs(difference) : difference);
          } else if (absent === 'violates' && whole[code] > 0 && isLower) largest = Infinity;
        }
      }
      return { achieved: Number.isFinite(largest) ? { delta: largest } : {}, holds: largest < bound };
    }
  },
});
