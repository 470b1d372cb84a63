import type { Released } from '../release/released.js';
import { ExactSum } from './exact-sum.js';

/**
 * Discernibility (DM): the sum over released classes of size^2, plus n for every suppressed row. Exact.
 * Bayardo and Agrawal 2005, section 4.
 */
export function measureDiscernibility(released: Released): number | bigint {
  const sum = new ExactSum();
  for (const size of released.sizes) sum.addProduct(size, size);
  sum.addProduct(released.suppressed, released.rows);
  return sum.value();
}
