import type { Domain } from '../hierarchy/domain.js';
import { leafNumber } from '../hierarchy/leaf-number.js';
import { ascendingOrder, compareCodePoints } from '../hierarchy/sorted-codes.js';

/**
 * [leaves] the place of every leaf in the order that ranges of queries follow, whatever a hierarchy makes of it: a listed
 * order as listed, else numbers and dates ascending, then texts by code point, the missing value last.
 */
export function placesOfLeaves({ column, labels, missingLeaf, order, size }: Domain): Uint32Array {
  const places = new Uint32Array(size);
  if (order === 'listed') return places.map((_, leaf) => leaf);
  const numbers = new Float64Array(size);
  for (let leaf = 0; leaf < size; leaf++) {
    numbers[leaf] = leaf === missingLeaf ? NaN : leafNumber(labels[leaf], column);
  }
  const leaves = ascendingOrder(numbers);
  const firstText = leaves.findIndex((leaf) => Number.isNaN(numbers[leaf]));
  if (firstText >= 0) {
    const compare = (a: number, b: number): number => compareCodePoints(labels[a], labels[b]) || a - b;
    leaves.subarray(firstText).sort((a, b) => Number(a === missingLeaf) - Number(b === missingLeaf) || compare(a, b));
  }
  leaves.forEach((leaf, place) => (places[leaf] = place));
  return places;
}
