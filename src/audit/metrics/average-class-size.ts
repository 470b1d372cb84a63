import { metricOfSizes } from './metric.js';

/** Rows by class, suppressed rows being a class more, as a share of k. */
export const averageClassSize = metricOfSizes('averageClassSize', ({ rows, suppressed, sizes, k }) => {
  const classes = sizes.reduce((count, size) => count + (size > 0 ? 1 : 0), suppressed > 0 ? 1 : 0);
  return classes === 0 ? null : rows / classes / k;
});
