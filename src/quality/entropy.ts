import { binaryLogarithm } from '../base/elementary.js';
import type { Released, ReleasedAttribute } from './released.js';
import { CompensatedSum } from './exact-sum.js';
import { rowsPerValue } from './rows-per-value.js';
import { defineMetric } from './metric.js';

export const entropy = defineMetric({
  name: 'entropy',
  definition: 'non-uniform entropy of the released cells in bits',
  source: 'Gionis, Tassa: k-Anonymization with Minimal Loss of Information, TKDE 2009',
  better: 'less',
  kind: 'values',
  measure: measureEntropy,
});

/** Rounding error of a difference that is 0; one generalized row in 10^11 costs more. */
const ROUNDING = 1e-12;

/**
 * Non-uniform entropy in bits: the sum over quasi-identifiers and rows of -log2 of the probability of the row's leaf
 * among the input's rows under the released value, log2(count(leaves of the value) / count(leaf)); a suppressed row's
 * value covers all n rows. De Waal and Willenborg 1999; Gionis and Tassa 2009.
 */
function measureEntropy(released: Released): number {
  const bits = new CompensatedSum();
  for (const attribute of released.attributes) addAttribute(released, attribute, bits);
  const sum = bits.value();
  return sum < ROUNDING ? 0 : sum;
}

/** Rows grouped by value and by leaf: sum of rows * log2(count(value)), less the sum of count * log2(count) of leaves. */
function addAttribute(released: Released, attribute: ReleasedAttribute, bits: CompensatedSum): void {
  const { leafCounts, values } = attribute;
  const before = new Float64Array(leafCounts.length + 1);
  for (let leaf = 0; leaf < leafCounts.length; leaf++) before[leaf + 1] = before[leaf] + leafCounts[leaf];
  const rows = rowsPerValue(released, attribute);
  for (let i = 0; i < rows.length; i++) {
    if (rows[i] === 0) continue;
    let under = 0;
    for (const { lo, hi } of values[i].runs ?? [values[i]]) under += before[hi + 1] - before[lo];
    bits.add(rows[i] * binaryLogarithm(under));
  }
  if (released.suppressed > 0) bits.add(released.suppressed * binaryLogarithm(released.rows));
  for (const count of leafCounts) if (count > 0) bits.add(-count * binaryLogarithm(count));
}
