import type { Domain } from '../hierarchy/domain.js';
import { leafNumber } from '../hierarchy/leaf-number.js';
import { compareCodePoints } from '../hierarchy/sorted-codes.js';

/**
 * [leaves] the place of every leaf in the order that ranges of queries follow, whatever a hierarchy makes of it: a listed
 * order as listed, else numbers and dates ascending, then texts by code point, the missing value last.
 */
export function placesOfLeaves({ column, labels, missingLeaf, order, size }: Domain): Uint32Array {
  const leaves = Uint32Array.from({ length: size }, (_, leaf) => leaf);
  if (order !== 'listed') {
    const numbers = Float64Array.from(labels, (label) => leafNumber(label, column));
    const compare = (a: number, b: number): number => {
      const isText = Number.isNaN(numbers[a]);
      if (isText !== Number.isNaN(numbers[b])) return isText ? 1 : -1;
      return isText ? compareCodePoints(labels[a], labels[b]) : numbers[a] - numbers[b];
    };
    leaves.sort((a, b) => Number(a === missingLeaf) - Number(b === missingLeaf) || compare(a, b) || a - b);
  }
  const places = new Uint32Array(size);
  leaves.forEach((leaf, place) => (places[leaf] = place));
  return places;
}
