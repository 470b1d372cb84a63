/**
 * Makes the holders of values worst-case counts, in place: sorted, each as large as the persons that those before it leave. They majorize
 * the counts of every choice of one row a person.
 */
export function toWorstCase(holders: Uint32Array, persons: number): void {
  holders.sort().reverse();
  let left = persons;
  for (let i = 0; i < holders.length; i++) {
    holders[i] = Math.min(holders[i], left);
    left -= holders[i];
  }
}
