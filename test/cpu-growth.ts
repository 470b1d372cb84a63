/** CPU seconds of this process for `work`. */
async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/**
 * Returns the CPU of the work of `large` over that of `small`: the least of some tries, after one that warms up. A ratio holds on slow and on loaded
 * machines, where a number of seconds does not.
 */
export async function cpuGrowth(small: () => unknown, large: () => unknown, tries = 3): Promise<number> {
  await small();
  let least = Infinity;
  for (let attempt = 0; attempt < tries; attempt++) {
    const base = await cpuOf(small);
    least = Math.min(least, (await cpuOf(large)) / Math.max(base, 0.001));
  }
  return least;
}
