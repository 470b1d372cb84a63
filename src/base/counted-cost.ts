/** Metrics of searches whose costs a reader of the release can count. */
const COUNTED = new Set(['discernibility', 'classification', 'average-class-size', 'height', 'precision']);

/**
 * True for a cost or a bound in a metric that counts; costs in a metric of values give away what labels hide. Of searches without a
 * metric whole numbers are counts, of rows, cells or levels.
 */
export const isCountedCost = (cost: unknown, metric: unknown): cost is number =>
  typeof metric === 'string' ? COUNTED.has(metric) && cost !== undefined : Number.isInteger(cost);

/** Says how much less another solution may cost, without a cost. */
export const mayCostLess = (percent: string): string => `may cost up to ${percent} % less`;
