import type { Released } from '../release/released.js';

/**
 * Normalized average class size (C_AVG): n / classes / k, the suppressed rows counting as one class more.
 * LeFevre, DeWitt and Ramakrishnan 2006, section 2.3.
 */
export function measureAverageClassSize(released: Released): number {
  const classes = released.sizes.length + (released.suppressed > 0 ? 1 : 0);
  return classes === 0 ? 0 : released.rows / classes / released.k;
}
