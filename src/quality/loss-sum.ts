import type { Domain } from '../hierarchy/domain.js';
import type { Hierarchy } from '../hierarchy/hierarchy.js';
import type { Released, ReleasedAttribute, ReleasedValue } from './released.js';
import { countLeaves } from './released.js';
import { CompensatedSum } from './exact-sum.js';
import { isNumeric, rangeShare } from './range-share.js';
import { rowsPerValue } from './rows-per-value.js';
import { defineMetric } from './metric.js';

export const lossSum = defineMetric({
  name: 'lossSum',
  definition:
    'mean over rows of the loss of each quasi-identifier (of intervals: width / span), summed, plus quasi-identifiers / rows for every suppressed row',
  source: 'Huang: K-anonymity implementation via Samarati and Mondrian',
  better: 'less',
  kind: 'values',
  measure: measureLossSum,
});

/**
 * Loss as Huang sums it ("K-anonymity implementation via Samarati and Mondrian", section 3.1): the mean over rows of the
 * loss of each attribute, summed over the attributes, plus (number of attributes) / n for every suppressed row. Where one
 * level vector was applied to the table, suppressed rows count in the mean too, at their values of that vector; else they
 * have none. Losses of values are those of {@link valueLoss}.
 */
export function measureLossSum(released: Released): number {
  const { attributes, levels, rows, suppressed } = released;
  let sum = 0;
  attributes.forEach((attribute, a) => {
    const cells = levels === null ? lossOfValues(released, attribute) : lossAtLevel(attribute, levels[a]);
    sum += cells / rows;
  });
  return sum + (attributes.length * suppressed) / rows;
}

/** Losses of the released cells, summed. */
function lossOfValues(released: Released, attribute: ReleasedAttribute): number {
  const rows = rowsPerValue(released, attribute);
  const sum = new CompensatedSum();
  attribute.values.forEach((value, i) => sum.add(rows[i] * (value.share ?? lossOfValue(attribute.domain, value))));
  return sum.value();
}

function lossOfValue(domain: Domain, value: ReleasedValue): number {
  if (value.runs === undefined) return valueLoss(domain, value.lo, value.hi, value.level ?? undefined);
  return (countLeaves(value) - 1) / (domain.size - 1);
}

/** Losses of all rows of the input at one level, summed. */
function lossAtLevel({ domain, leafCounts }: ReleasedAttribute, level: number): number {
  if (domain.hierarchy === null) return 0;
  const { first } = domain.hierarchy.levels[level];
  const sum = new CompensatedSum();
  for (let node = 0; node + 1 < first.length; node++) {
    let rows = 0;
    for (let leaf = first[node]; leaf < first[node + 1]; leaf++) rows += leafCounts[leaf];
    if (rows > 0) sum.add(rows * valueLoss(domain, first[node], first[node + 1] - 1, level));
  }
  return sum.value();
}

/**
 * The loss of the leaves lo .. hi, 0 .. 1: an interval of an `intervals` hierarchy counts its width as a share of the span
 * of the widest ones; other numbers the share of their range, where they have no levels; else (leaves - 1) / (all leaves - 1).
 * A domain of one leaf, and the missing value, cost 0.
 *
 * @param level - the level of the value; default: the lowest that has a node of exactly these leaves
 */
function valueLoss(domain: Domain, lo: number, hi: number, level?: number): number {
  const { hierarchy, size, missingLeaf } = domain;
  if (size === 1) return 0;
  if (hierarchy?.widthShares !== undefined) {
    if (lo === hi && lo === missingLeaf) return 0;
    const at = level ?? lowestLevel(hierarchy, lo, hi);
    if (at !== null) return hierarchy.widthShares[at];
  }
  if (isNumeric(domain) && (hierarchy === null || hierarchy.widthShares !== undefined)) {
    return rangeShare(domain, lo, hi);
  }
  return (hi - lo) / (size - 1);
}

function lowestLevel({ levels }: Hierarchy, lo: number, hi: number): number | null {
  const at = levels.findIndex(({ nodeOf, first }) => first[nodeOf[lo]] === lo && first[nodeOf[lo] + 1] === hi + 1);
  return at < 0 ? null : at;
}
