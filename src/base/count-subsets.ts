/** Number of sets of 1 to `most` of some things, as a double. */
export function countSubsets(things: number, most: number): number {
  let sets = 0;
  for (let size = 1, ways = 1; size <= Math.min(most, things); size++) {
    ways = (ways * (things - size + 1)) / size;
    sets += ways;
  }
  return sets;
}
