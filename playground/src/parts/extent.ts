/** The smallest and the largest of the numbers, however many; infinite without any. */
export function extentOf(numbers: Iterable<number>): { readonly least: number; readonly most: number } {
  let [least, most] = [Infinity, -Infinity];
  for (const number of numbers) [least, most] = [Math.min(least, number), Math.max(most, number)];
  return { least, most };
}
