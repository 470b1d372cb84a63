import { CompensatedSum } from './exact-sum.js';
import { defineMetric } from './metric.js';
import type { Released } from './released.js';
import { countLeaves } from './released.js';

export const ambiguity = defineMetric({
  name: 'ambiguity',
  definition:
    'mean over rows of (vectors of leaves under the released vector - 1) / (vectors of leaves of all domains - 1)',
  source: 'Goldberger, Tassa: Efficient Anonymizations with Enhanced Utility, Transactions on Data Privacy 3, 2010',
  better: 'less',
  kind: 'rows',
  measure: measureAmbiguity,
});

/**
 * Ambiguity, 0 to 1: the original vectors that a released one may stand for, a suppressed row standing for all. Products of shares of the domains, since
 * vectors of many columns are more than a number can count.
 */
function measureAmbiguity({ rows, suppressed, sizes, attributes }: Released): number {
  const shares = new Float64Array(sizes.length).fill(1);
  let least = 1;
  for (const { domain, values, valueOf } of attributes) {
    const own = Float64Array.from(values, (value) => countLeaves(value) / domain.size);
    for (let j = 0; j < valueOf.length; j++) shares[j] *= own[valueOf[j]];
    least /= domain.size;
  }
  if (least === 1) return suppressed / rows;
  const sum = new CompensatedSum();
  sum.add(suppressed);
  for (let j = 0; j < sizes.length; j++) sum.add((sizes[j] * Math.max(0, shares[j] - least)) / (1 - least));
  return sum.value() / rows;
}
