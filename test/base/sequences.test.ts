import { expect, it } from 'vitest';
import { appendAll, largestOf, smallestOf } from '../../src/base/sequences.js';

it('the largest, the smallest and all items of a list of any length', () => {
  const numbers = Float64Array.from({ length: 1_000_000 }, (_, i) => (i * 7919) % 1_000_003);
  expect([largestOf(numbers), smallestOf(numbers)]).toEqual([1_000_002, 0]);
  expect([largestOf([]), smallestOf([]), largestOf([2, 1], 5), largestOf([2, NaN])]).toEqual([
    -Infinity,
    Infinity,
    5,
    NaN,
  ]);
  const list = [-1];
  appendAll(list, numbers);
  expect([list.length, list[0], list[1_000_000]]).toEqual([1_000_001, -1, numbers[999_999]]);
});
