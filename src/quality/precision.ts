import type { Released } from './released.js';
import { CompensatedSum } from './exact-sum.js';
import { rowsPerValue } from './rows-per-value.js';
import { defineMetric } from './metric.js';

export const precision = defineMetric({
  name: 'precision',
  definition: '1 - mean over quasi-identifiers and rows of level / height',
  source: 'Sweeney: Achieving k-Anonymity Privacy Protection Using Generalization and Suppression, 2002',
  better: 'more',
  kind: 'values',
  isOfLevels: true,
  measure: measurePrecision,
});

/**
 * Precision (Prec): 1 - the mean over quasi-identifiers and rows of level / height, a suppressed row counting 1; null
 * unless every quasi-identifier can be generalized by levels and every released value has one. Sweeney 2002, section 4.
 */
function measurePrecision(released: Released): number | null {
  if (released.attributes.length === 0) return null;
  let sum = 0;
  for (const attribute of released.attributes) {
    const height = attribute.domain.hierarchy?.height ?? 0;
    if (height < 1) return null;
    const rows = rowsPerValue(released, attribute);
    const cells = new CompensatedSum();
    cells.add(released.suppressed);
    for (let i = 0; i < rows.length; i++) {
      const { level } = attribute.values[i];
      if (rows[i] > 0 && level === null) return null;
      if (level !== null) cells.add((rows[i] * level) / height);
    }
    sum += cells.value() / released.rows;
  }
  return 1 - sum / released.attributes.length;
}
