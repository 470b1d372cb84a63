import type { ReleasedSizes } from './metric.js';
import { defineMetric } from './metric.js';

export const averageClassSize = defineMetric({
  name: 'averageClassSize',
  definition: 'rows / (classes, and one more when rows are suppressed) / k',
  source: 'LeFevre, DeWitt, Ramakrishnan: Mondrian Multidimensional K-Anonymity, ICDE 2006',
  better: 'less',
  kind: 'sizes',
  measure: measureAverageClassSize,
});

/**
 * Normalized average class size (C_AVG): n / classes / k, the suppressed rows counting as one class more.
 * LeFevre, DeWitt and Ramakrishnan 2006, section 2.3.
 */
export function measureAverageClassSize(released: ReleasedSizes): number {
  const classes = released.sizes.length + (released.suppressed > 0 ? 1 : 0);
  return classes === 0 ? 0 : released.rows / classes / released.k;
}
