import { count, quantity } from '../base/numbers.js';
import { MISSING, WHICHEVER } from './promise.js';
import { LARGEST_MEASURED } from '../base/elementary.js';
import { InvalidArgumentError } from '../base/errors.js';
import { number } from '../base/schema-parts.js';
import type { Achievement, PairsOfClasses, SensitiveScale } from './definition.js';
import { defineModel } from './definition.js';
import { attribute, described, k } from './parameters.js';
import { TOLERANCE } from './tolerance.js';

/**
 * (k, e)-anonymity: every class has at least k different sensitive values, and its largest sensitive number is at least e
 * above its smallest. A missing value is one more value, and no number. By persons: at least k worst-case counts above 0, and every
 * interval with a number of every person, without those who have a missing value, is at least e long.
 */
export const keAnonymity = defineModel({
  name: 'ke-anonymity',
  title: 'Sensitive numbers far apart',
  description: 'Every class has k different sensitive numbers, which are at least e apart.',
  promise: ({ required: { k, e } }, { group }) =>
    `Every ${group} holds at least ${count(k)} different sensitive values, where ${MISSING}, and its largest number is at least ${quantity(e)} above its smallest.`,
  promiseToPersons: ({ required: { k, e } }) =>
    `The people of every class hold at least ${count(k)} different sensitive values, where ${MISSING}, and their largest number is at least ${quantity(e)} above their smallest, ${WHICHEVER}.`,
  example: { k: 5, e: 2000 },
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
  byPersons: 'pairs',
  create({ k, e, attribute }, { path, scale }) {
    const known = scale();
    if (known !== undefined) checkNumbers(known, attribute, path);
    const numbers = (): Float64Array => {
      if (known?.numbers) return known.numbers;
      throw new InvalidArgumentError('scale', 'the numbers of the sensitive values', 'none');
    };
    const resultOf = (fewest: number, narrowest: number): Achievement => ({
      achieved: { k: fewest, e: narrowest },
      holds: fewest >= k && narrowest >= e * (1 - TOLERANCE),
    });
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
        return resultOf(fewest, narrowest);
      },
      achievedByPersons({ sizes, holders, pairs }) {
        const values = holders.length / sizes.length;
        const byValue = numbers();
        let fewest = Infinity;
        let narrowest = Infinity;
        sizes.forEach((_, j) => {
          const distinct = holders.subarray(j * values, (j + 1) * values).filter((count) => count > 0).length;
          fewest = Math.min(fewest, distinct);
          narrowest = Math.min(narrowest, smallestInterval(pairs, j, byValue));
        });
        return resultOf(fewest, narrowest);
      },
    };
  },
});

/**
 * Length of the smallest interval that holds a number of every person of a class. Persons with a missing value in the class are left out;
 * 0 where nobody is left.
 */
function smallestInterval({ start, personOf, valueOf }: PairsOfClasses, c: number, byValue: Float64Array): number {
  const left = new Map<number, boolean>();
  for (let i = start[c]; i < start[c + 1]; i++) {
    left.set(personOf[i], (left.get(personOf[i]) ?? true) && !Number.isNaN(byValue[valueOf[i]]));
  }
  const order = Array.from({ length: start[c + 1] - start[c] }, (_, i) => start[c] + i)
    .filter((i) => left.get(personOf[i]) === true)
    .sort((a, b) => byValue[valueOf[a]] - byValue[valueOf[b]]);
  if (order.length === 0) return 0;
  const persons = new Set(order.map((i) => personOf[i])).size;
  const inside = new Map<number, number>();
  let smallest = Infinity;
  let first = 0;
  for (const last of order) {
    inside.set(personOf[last], (inside.get(personOf[last]) ?? 0) + 1);
    for (; inside.size === persons; first++) {
      const lowest = order[first];
      smallest = Math.min(smallest, byValue[valueOf[last]] - byValue[valueOf[lowest]]);
      const count = (inside.get(personOf[lowest]) as number) - 1;
      if (count > 0) inside.set(personOf[lowest], count);
      else inside.delete(personOf[lowest]);
    }
  }
  return smallest;
}

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
