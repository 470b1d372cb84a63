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
export function sortedCodes(column: Column): Uint32Array {
  const { texts, numbers, missingCode } = column;
  if (numbers !== null) return ascendingOrder(numbers.map((value, code) => (code === missingCode ? NaN : value)));
  const codes = Uint32Array.from(texts, (_, code) => code);
  const byText = (a: number, b: number): number => compareCodePoints(texts[a], texts[b]) || a - b;
  return codes.sort((a, b) => (a === b ? 0 : a === missingCode ? 1 : b === missingCode ? -1 : byText(a, b)));
}

/** [numbers] indices of numbers in ascending order, equal ones as they come, NaN last. */
export function ascendingOrder(numbers: Float64Array): Uint32Array {
  const ascending = numbers.slice().sort();
  let length = ascending.length;
  while (length > 0 && Number.isNaN(ascending[length - 1])) length--;
  /** [places] of equal numbers, at the first one: those that have a place; behind all numbers those that are none. */
  const taken = new Uint32Array(length + 1);
  const order = new Uint32Array(numbers.length);
  for (let index = 0; index < numbers.length; index++) {
    const first = Number.isNaN(numbers[index]) ? length : countBelow(ascending, numbers[index], length);
    order[first + taken[first]++] = index;
  }
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
