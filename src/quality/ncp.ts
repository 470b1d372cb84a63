import type { Released, ReleasedAttribute } from './released.js';
import { countLeaves } from './released.js';
import { CompensatedSum } from './exact-sum.js';
import { isNumeric, rangeShare, scatteredShare } from './range-share.js';
import { rowsPerValue } from './rows-per-value.js';
import { defineMetric } from './metric.js';

export const ncp = defineMetric({
  name: 'ncp',
  definition: 'mean over quasi-identifying cells of the normalized certainty penalty',
  source:
    'Xu, Wang, Pei, Wang, Shi, Fu: Utility-Based Anonymization Using Local Recoding, KDD 2006; Ghinita et al., VLDB 2007',
  better: 'less',
  kind: 'values',
  measure: measureNcp,
});

/**
 * Global certainty penalty: the mean over all cells of the quasi-identifiers of the normalized certainty penalty, which
 * is the share of the range for numbers, leaves / all leaves for categories (0 for one leaf), 1 when suppressed.
 * Xu et al. 2006, section 3; Ghinita et al. 2007.
 */
export function measureNcp(released: Released): number {
  let sum = 0;
  for (const attribute of released.attributes) sum += penalty(released, attribute);
  return released.attributes.length === 0 ? 0 : sum / released.attributes.length;
}

function penalty(released: Released, attribute: ReleasedAttribute): number {
  const { domain, values } = attribute;
  const rows = rowsPerValue(released, attribute);
  const sum = new CompensatedSum();
  sum.add(released.suppressed);
  const scattered = domain.scattered ? scatteredShare(domain.scattered) : null;
  values.forEach((value, i) => {
    const { lo, hi, share } = value;
    if (share !== undefined) sum.add(rows[i] * share);
    else if (isNumeric(domain)) sum.add(rows[i] * rangeShare(domain, lo, hi));
    else if (scattered !== null) sum.add(rows[i] * scattered(lo, hi));
    else if (lo !== hi) sum.add((rows[i] * countLeaves(value)) / domain.size);
  });
  return sum.value() / released.rows;
}
