import type { Domain } from '../hierarchy/domain.js';
import { leafNumber } from '../hierarchy/leaf-number.js';
import { eachInSteps, sortInSteps, type Steps } from '../base/steps.js';
import { compareCodePoints, orderAscending } from '../hierarchy/sorted-codes.js';

/**
 * [leaves] the place of every leaf in the order that ranges of queries follow, whatever a hierarchy makes of it: a listed
 * order as listed, else numbers and dates ascending, then texts by code point, the missing value last. Yields between stretches
 * of the work.
 */
export function* placesOfLeaves(domain: Domain): Steps<Uint32Array> {
  const { column, labels, missingLeaf, order, size, listedValues } = domain;
  const places = new Uint32Array(size);
  if (order === 'listed') return places.map((_, leaf) => leaf);
  if (listedValues !== undefined) return placesInList(domain, listedValues);
  const numbers = new Float64Array(size);
  yield* eachInSteps(size, (leaf) => {
    numbers[leaf] = leaf === missingLeaf ? NaN : leafNumber(labels[leaf], column);
  });
  const leaves = yield* orderAscending(numbers);
  yield;
  const firstText = leaves.findIndex((leaf) => Number.isNaN(numbers[leaf]));
  if (firstText >= 0) {
    const others = leaves.slice(firstText);
    const isLast = (at: number): number => Number(others[at] === missingLeaf);
    const compare = (a: number, b: number): number => compareCodePoints(labels[others[a]], labels[others[b]]);
    const sorted = yield* sortInSteps(others.length, (a, b) => isLast(a) - isLast(b) || compare(a, b));
    sorted.forEach((at, place) => (leaves[firstText + place] = others[at]));
  }
  leaves.forEach((leaf, place) => (places[leaf] = place));
  return places;
}

/** Listed values as listed, the missing value where its first mark is listed, then the others in the order of the leaves. */
function placesInList({ column, labels, missingLeaf, missingTexts }: Domain, listed: readonly string[]): Uint32Array {
  // A number may be listed in another spelling than the column has.
  const keyOf = (text: string): string | number => {
    const number = column.type === 'string' ? NaN : leafNumber(text, column);
    return Number.isNaN(number) ? text : number;
  };
  const rank = new Map(listed.map((text, at) => [keyOf(text), at]));
  const mark = listed.find((text) => missingTexts?.has(text) === true);
  const textOf = (leaf: number): string => (leaf === missingLeaf && mark !== undefined ? mark : labels[leaf]);
  const rankOf = (leaf: number): number => rank.get(keyOf(textOf(leaf))) ?? listed.length + leaf;
  const places = new Uint32Array(labels.length);
  const leaves = Array.from(labels.keys()).sort((a, b) => rankOf(a) - rankOf(b));
  leaves.forEach((leaf, place) => (places[leaf] = place));
  return places;
}
