/** Lists of any length: arguments of a call lie on the stack, which some 100,000 of them overflow. */

/** The largest of the numbers and `least`; -Infinity without any. */
export function largestOf(numbers: Iterable<number>, least = -Infinity): number {
  let most = least;
  for (const number of numbers) most = Math.max(most, number);
  return most;
}

/** The smallest of the numbers; Infinity without any. */
export function smallestOf(numbers: Iterable<number>): number {
  let least = Infinity;
  for (const number of numbers) least = Math.min(least, number);
  return least;
}

/** Adds items at the end of a list. */
export function appendAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}
