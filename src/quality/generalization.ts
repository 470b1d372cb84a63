import { givenHierarchy } from '../hierarchy/domain.js';
import type { Released } from './released.js';
import { rowsPerValue } from './rows-per-value.js';
import { defineMetric } from './metric.js';

export const generalization = defineMetric({
  name: 'generalization',
  definition: 'amount of generalization: sum over rows and quasi-identifiers of the level of the released value',
  source: 'Toth: Data Anonymization, IT University of Copenhagen 2015',
  better: 'less',
  kind: 'values',
  isOfLevels: true,
  measure: measureGeneralization,
});

/**
 * Amount of generalization (AG): the sum over rows and quasi-identifiers of the level of the released value, a suppressed
 * row standing at the top of every hierarchy; null unless every quasi-identifier has levels and every released value one.
 * Toth 2015, section 6.2. Exact.
 */
function measureGeneralization(released: Released): number | null {
  if (released.attributes.length === 0) return null;
  let sum = 0;
  for (const attribute of released.attributes) {
    const hierarchy = givenHierarchy(attribute.domain);
    if (hierarchy === null) return null;
    sum += released.suppressed * hierarchy.height;
    const rows = rowsPerValue(released, attribute);
    for (let i = 0; i < rows.length; i++) {
      if (rows[i] === 0) continue;
      const { level } = attribute.values[i];
      if (level === null) return null;
      sum += rows[i] * level;
    }
  }
  return sum;
}
