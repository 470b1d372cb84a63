/** The largest of the numbers and `least`; -Infinity without any. For lists of any length, unlike `Math.max(...list)`. */
export function largestOf(numbers: Iterable<number>, least = -Infinity): number {
  let most = least;
  for (const number of numbers) most = Math.max(most, number);
  return most;
}

/** The smallest of the numbers; Infinity without any. For lists of any length, unlike `Math.min(...list)`. */
export function smallestOf(numbers: Iterable<number>): number {
  let least = Infinity;
  for (const number of numbers) least = Math.min(least, number);
  return least;
}

/** Adds items at the end of a list. For any number of items, unlike `list.push(...items)`. */
export function appendAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}

/** The sum of counts. */
export const sumOf = (counts: Uint32Array): number => counts.reduce((sum, count) => sum + count, 0);
