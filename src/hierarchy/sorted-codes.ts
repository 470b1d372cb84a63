import { eachInSteps, runToCompletion, sortInSteps, type Steps } from '../base/steps.js';
import type { Column } from '../table/table.js';

/** Compares two strings by Unicode code points (`<` on strings compares UTF-16 units, which differs past U+FFFF). */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) {
      const xSurrogate = (x & 0xf800) === 0xd800;
      const ySurrogate = (y & 0xf800) === 0xd800;
      return xSurrogate === ySurrogate ? x - y : xSurrogate ? 1 : -1;
    }
  }
  return a.length - b.length;
}

/**
 * [distinct] dictionary codes of a column in ascending order: numbers and dates by value, strings by code point; the
 * missing value last.
 */
export const sortedCodes = (column: Column): Uint32Array => runToCompletion(sortCodes(column));

/** {@link sortedCodes} that yields between stretches of the work. */
export function* sortCodes({ texts, numbers, missingCode }: Column): Steps<Uint32Array> {
  if (numbers !== null)
    return yield* orderAscending(numbers.map((value, code) => (code === missingCode ? NaN : value)));
  return yield* sortInSteps(texts.length, (a, b) =>
    a === missingCode ? 1 : b === missingCode ? -1 : compareCodePoints(texts[a], texts[b]),
  );
}

/** [numbers] indices of numbers in ascending order, equal ones as they come, NaN last. Yields between stretches of the work. */
export function* orderAscending(numbers: Float64Array): Steps<Uint32Array> {
  const ascending = numbers.slice().sort();
  let length = ascending.length;
  while (length > 0 && Number.isNaN(ascending[length - 1])) length--;
  /** [places] of equal numbers, at the first one: those that have a place; behind all numbers those that are none. */
  const taken = new Uint32Array(length + 1);
  const order = new Uint32Array(numbers.length);
  yield;
  yield* eachInSteps(numbers.length, (index) => {
    const first = Number.isNaN(numbers[index]) ? length : countBelow(ascending, numbers[index], length);
    order[first + taken[first]++] = index;
  });
  return order;
}

/** How many of the first `length` ascending values are smaller. */
function countBelow(ascending: Float64Array, value: number, length: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
