import { LARGEST_MEASURED } from '../base/elementary.js';
import { InvalidArgumentError } from '../base/errors.js';
import { number } from '../base/schema-parts.js';
import type { SensitiveScale } from './definition.js';
import { defineModel } from './definition.js';
import { attribute, described, k } from './parameters.js';
import { TOLERANCE } from './tolerance.js';

/**
 * (k, e)-anonymity: every class has at least k different sensitive values, and its largest sensitive number is at least e
 * above its smallest. A missing value is one more value, and no number.
 */
export const keAnonymity = defineModel({
  name: 'ke-anonymity',
  description: 'Every class has k different sensitive numbers, which are at least e apart.',
  source: 'Q. Zhang, N. Koudas, D. Srivastava, T. Yu: Aggregate query answering on anonymized tables, ICDE 2007',
  parameters: {
    k: k('fewest different sensitive values of a class: integer from 1'),
    e: described(
      number({ code: 'E', min: 0 }),
      'least difference of the largest and the smallest sensitive number of a class: at least 0',
    ),
    attribute: attribute('a sensitive attribute of numbers or dates'),
  },
  monotone: true,
  create({ k, e, attribute }, { path, scale }) {
    const known = scale();
    if (known !== undefined) checkNumbers(known, attribute, path);
    const numbers = (): Float64Array => {
      if (known?.numbers) return known.numbers;
      throw new InvalidArgumentError('scale', 'the numbers of the sensitive values', 'none');
    };
    return {
      condition: (column) => ({ kind: 'range', column, distinct: k, span: e, values: numbers() }),
      achieved(sizes, histogram, global) {
        const size = (global as Uint32Array).length;
        const counts = histogram as Uint32Array;
        const values = numbers();
        let fewest = Infinity;
        let narrowest = Infinity;
        for (let j = 0; j < sizes.length; j++) {
          let distinct = 0;
          let least = Infinity;
          let most = -Infinity;
          for (let code = 0; code < size; code++) {
            if (counts[j * size + code] === 0) continue;
            distinct++;
            if (values[code] < least) least = values[code];
            if (values[code] > most) most = values[code];
          }
          fewest = Math.min(fewest, distinct);
          narrowest = Math.min(narrowest, most >= least ? most - least : 0);
        }
        const holds = fewest >= k && narrowest >= e * (1 - TOLERANCE);
        return { achieved: { k: fewest, e: narrowest }, holds };
      },
    };
  },
});

/** Throws InvalidArgumentError: ATTRIBUTE_NOT_NUMERIC for texts, NUMBER_RANGE for numbers whose ranges may be infinite. */
function checkNumbers({ numbers }: SensitiveScale, attribute: string, path: string): void {
  if (numbers === null) {
    throw new InvalidArgumentError(
      `${path}.attribute`,
      'an attribute whose values are numbers or dates',
      `${JSON.stringify(attribute)}, whose values are texts`,
      'ATTRIBUTE_NOT_NUMERIC',
    );
  }
  if (numbers.some((number) => Math.abs(number) > LARGEST_MEASURED)) {
    throw new InvalidArgumentError(
      `${path}.attribute`,
      `an attribute of numbers from -${LARGEST_MEASURED} to ${LARGEST_MEASURED}, whose ranges are finite`,
      `${JSON.stringify(attribute)}, with one beyond`,
      'NUMBER_RANGE',
    );
  }
}
