import type { Released } from './released.js';
import { defineMetric } from './metric.js';

export const classification = defineMetric({
  name: 'classification',
  definition: 'released rows outside the majority label of their class, plus suppressed rows',
  source: 'Iyengar: Transforming Data to Satisfy Privacy Constraints, KDD 2002; Bayardo, Agrawal 2005',
  better: 'less',
  kind: 'labels',
  measure: measureClassification,
});

/**
 * Classification metric (CM): released rows outside the majority label of their class, plus the suppressed rows; null
 * without a label column. Iyengar 2002; Bayardo and Agrawal 2005, section 4.
 */
function measureClassification(released: Released): number | null {
  if (released.labels === null) return null;
  const { size, histogram } = released.labels;
  let minority = released.suppressed;
  for (let j = 0; j < released.sizes.length; j++) {
    let majority = 0;
    for (let label = j * size; label < (j + 1) * size; label++) {
      if (histogram[label] > majority) majority = histogram[label];
    }
    minority += released.sizes[j] - majority;
  }
  return minority;
}
