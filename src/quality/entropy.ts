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

export const normalizedEntropy = defineMetric({
  name: 'normalizedEntropy',
  definition:
    'mean over quasi-identifiers of their non-uniform entropy / that of a column of *, 0 for a constant column',
  source: 'Prasser, Bild, Kuhn: A Generic Method for Assessing the Quality of De-Identified Health Data, MIE 2016',
  better: 'less',
  kind: 'values',
  measure: measureNormalizedEntropy,
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

/** Normalized non-uniform entropy, 0 to 1. */
function measureNormalizedEntropy(released: Released): number {
  const { attributes, rows } = released;
  let sum = 0;
  for (const attribute of attributes) {
    const bits = new CompensatedSum();
    addAttribute(released, attribute, bits);
    const most = new CompensatedSum();
    most.add(rows * binaryLogarithm(rows));
    for (const count of attribute.leafCounts) if (count > 0) most.add(-count * binaryLogarithm(count));
    if (most.value() > ROUNDING && bits.value() > ROUNDING) sum += bits.value() / most.value();
  }
  return attributes.length === 0 ? 0 : sum / attributes.length;
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
