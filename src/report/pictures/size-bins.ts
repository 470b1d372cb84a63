/** Classes and rows whose class has from `from` to `to` rows. */
export interface SizeBin {
  /** Smallest class size of the bin. */
  readonly from: number;
  /** Largest class size of the bin, itself in it. */
  readonly to: number;
  /** Classes of these sizes. */
  readonly classes: number;
  /** Their rows. */
  readonly rows: number;
}

/** Most bins of a picture. */
const mostBins = 24;

/**
 * Class sizes in bins that double from k (k .. 2k-1, 2k .. 4k-1, ...); sizes below k, which a release that holds does not
 * have, are bins of their own. Empty bins between others are kept, those before the first are not.
 *
 * @param sizes - ascending (size, number of classes)
 */
export function binClassSizes(sizes: readonly (readonly [size: number, classes: number])[], k: number): SizeBin[] {
  if (sizes.length === 0) return [];
  const start = Math.max(1, k);
  const bins: SizeBin[] = [];
  if (sizes[0][0] < start) bins.push({ from: 1, to: start - 1, classes: 0, rows: 0 });
  const largest = sizes[sizes.length - 1][0];
  for (let from = start; from <= largest && bins.length < mostBins; from *= 2) {
    bins.push({ from, to: 2 * from - 1, classes: 0, rows: 0 });
  }
  const counted = bins.map((bin) => ({ ...bin }));
  for (const [size, classes] of sizes) {
    const bin = counted.find(({ from, to }) => size >= from && size <= to) ?? counted[counted.length - 1];
    bin.classes += classes;
    bin.rows += size * classes;
  }
  const first = counted.findIndex(({ classes }) => classes > 0);
  return counted.slice(first);
}
