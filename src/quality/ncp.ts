import type { Domain } from '../hierarchy/domain.js';
import type { Released, ReleasedAttribute, ReleasedValue } from './released.js';
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
  const penaltyOf = penaltiesOf(domain);
  const rows = rowsPerValue(released, attribute);
  const sum = new CompensatedSum();
  sum.add(released.suppressed);
  values.forEach((value, i) => {
    const { part, of } = penaltyOf(value);
    if (part !== 0) sum.add((rows[i] * part) / of);
  });
  return sum.value() / released.rows;
}

/** The penalty of a cell by its value, as a fraction: 0 .. 1. */
export function penaltiesOf(
  domain: Domain,
): (value: Omit<ReleasedValue, 'label' | 'level'>) => { readonly part: number; readonly of: number } {
  const scattered = domain.scattered ? scatteredShare(domain.scattered) : null;
  return (value) => {
    const { lo, hi, share } = value;
    if (share !== undefined) return { part: share, of: 1 };
    if (isNumeric(domain)) return { part: rangeShare(domain, lo, hi), of: 1 };
    if (scattered !== null) return { part: scattered(lo, hi), of: 1 };
    return { part: lo === hi ? 0 : countLeaves(value), of: domain.size };
  };
}
