import { exponentialMinusOne, logarithmOnePlus } from '../base/elementary.js';
import type { Released, ReleasedAttribute, ReleasedValue } from './released.js';
import { countLeaves } from './released.js';
import { CompensatedSum } from './exact-sum.js';
import { defineMetric, shareMeasure } from './metric.js';
import { isNumeric, rangeShare } from './range-share.js';
import { rowsPerValue } from './rows-per-value.js';

const losses = shareMeasure(lossPerAttribute);

export const loss = defineMetric({
  name: 'loss',
  definition: 'mean over quasi-identifiers and rows of (leaves under the released value - 1) / (leaves - 1)',
  source: 'Iyengar: Transforming Data to Satisfy Privacy Constraints, KDD 2002',
  better: 'less',
  kind: 'values',
  *measure(released) {
    let sum = 0;
    for (const lost of yield* losses(released)) sum += lost;
    return released.attributes.length === 0 ? 0 : sum / released.attributes.length;
  },
});

export const lossGeometric = defineMetric({
  name: 'lossGeometric',
  definition: 'geometric mean over quasi-identifiers of (loss + 1), minus 1',
  source: 'Prasser, Kohlmayer: Putting Statistical Disclosure Control into Practice, 2015',
  better: 'less',
  kind: 'values',
  *measure(released) {
    let sum = 0;
    for (const lost of yield* losses(released)) sum += logarithmOnePlus(lost);
    return released.attributes.length === 0 ? 0 : exponentialMinusOne(sum / released.attributes.length);
  },
});

/**
 * Loss metric (LM) of every quasi-identifier: the mean over rows of (leaves under the released value - 1) /
 * (leaves - 1); for a numeric domain without levels the share of its range. A suppressed row counts 1, a domain of one
 * leaf 0. Iyengar 2002, section 3.
 */
function lossPerAttribute(released: Released): number[] {
  return released.attributes.map((attribute) => {
    const rows = rowsPerValue(released, attribute);
    const sum = new CompensatedSum();
    sum.add(released.suppressed);
    attribute.values.forEach((value, i) => sum.add(rows[i] * lossOfValue(attribute, value)));
    return sum.value() / released.rows;
  });
}

/** The lost share of a value, 0 .. 1, by the loss metric. */
export function lossOfValue(
  { domain }: Pick<ReleasedAttribute, 'domain'>,
  value: Omit<ReleasedValue, 'label' | 'level'>,
): number {
  if (value.share !== undefined) return value.share;
  if (domain.hierarchy === null && isNumeric(domain)) return rangeShare(domain, value.lo, value.hi);
  return domain.size === 1 ? 0 : (countLeaves(value) - 1) / (domain.size - 1);
}
