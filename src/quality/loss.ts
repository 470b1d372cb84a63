import { exponentialMinusOne, logarithmOnePlus } from '../elementary.js';
import type { Released, ReleasedAttribute, ReleasedValue } from '../release/released.js';
import { countLeaves } from '../release/released.js';
import { CompensatedSum } from './exact-sum.js';
import { isNumeric, rangeShare } from './range-share.js';
import { rowsPerValue } from './rows-per-value.js';

/**
 * Loss metric (LM) of every quasi-identifier: the mean over rows of (leaves under the released value - 1) /
 * (leaves - 1); for a numeric domain without levels the share of its range. A suppressed row counts 1, a domain of one
 * leaf 0. Iyengar 2002, section 3.
 */
export function lossPerAttribute(released: Released): number[] {
  return released.attributes.map((attribute) => {
    const rows = rowsPerValue(released, attribute);
    const sum = new CompensatedSum();
    sum.add(released.suppressed);
    attribute.values.forEach((value, i) => sum.add(rows[i] * share(attribute, value)));
    return sum.value() / released.rows;
  });
}

function share({ domain }: ReleasedAttribute, value: ReleasedValue): number {
  if (value.share !== undefined) return value.share;
  if (domain.hierarchy === null && isNumeric(domain)) return rangeShare(domain, value.lo, value.hi);
  return domain.size === 1 ? 0 : (countLeaves(value) - 1) / (domain.size - 1);
}

/** Arithmetic mean of the losses per attribute. */
export function meanLoss(losses: readonly number[]): number {
  let sum = 0;
  for (const loss of losses) sum += loss;
  return losses.length === 0 ? 0 : sum / losses.length;
}

/** Geometric mean of (loss + 1), minus 1. */
export function geometricLoss(losses: readonly number[]): number {
  let sum = 0;
  for (const loss of losses) sum += logarithmOnePlus(loss);
  return losses.length === 0 ? 0 : exponentialMinusOne(sum / losses.length);
}
