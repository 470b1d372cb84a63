import { ExactSum } from './exact-sum.js';
import type { ReleasedSizes } from './metric.js';
import { defineMetric } from './metric.js';

export const discernibility = defineMetric({
  name: 'discernibility',
  definition: 'sum over classes of the squared number of rows, plus all rows for every suppressed one',
  source: 'Bayardo, Agrawal: Data Privacy through Optimal k-Anonymization, ICDE 2005',
  better: 'less',
  kind: 'sizes',
  measure: measureDiscernibility,
});

/**
 * Discernibility (DM): the sum over released classes of size^2, plus n for every suppressed row. Exact.
 * Bayardo and Agrawal 2005, section 4.
 */
export function measureDiscernibility(released: ReleasedSizes): number | bigint {
  const sum = new ExactSum();
  for (const size of released.sizes) sum.addProduct(size, size);
  sum.addProduct(released.suppressed, released.rows);
  return sum.value();
}
