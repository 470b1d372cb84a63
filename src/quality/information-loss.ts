import type { Released } from './released.js';
import { countLeaves } from './released.js';
import { CompensatedSum } from './exact-sum.js';
import { rowsPerValue } from './rows-per-value.js';
import { defineMetric } from './metric.js';

export const informationLoss = defineMetric({
  name: 'informationLoss',
  definition: 'mean over quasi-identifying cells of 1 - 1 / leaves under the released value',
  source: 'Machanavajjhala: K-Anonymity & Algorithms, lecture 3 of CompSci 590.03, Duke 2012',
  better: 'less',
  kind: 'values',
  measure: measureInformationLoss,
});

export const rowInformationLoss = defineMetric({
  name: 'rowInformationLoss',
  definition: 'mean over rows of 1 - 1 / vectors of leaves under the released vector',
  source: 'Machanavajjhala: K-Anonymity & Algorithms, lecture 3 of CompSci 590.03, Duke 2012',
  better: 'less',
  kind: 'rows',
  measure: measureRowInformationLoss,
});

/**
 * Information loss: the mean over all cells of the quasi-identifiers of 1 - 1 / |leaves under the released value|, a
 * suppressed cell counting 1. k-anonymity lecture (Machanavajjhala 2012), slide 21.
 */
export function measureInformationLoss(released: Released): number {
  let sum = 0;
  for (const attribute of released.attributes) {
    const cells = new CompensatedSum();
    cells.add(released.suppressed);
    const rows = rowsPerValue(released, attribute);
    attribute.values.forEach((value, i) => {
      const leaves = countLeaves(value);
      cells.add((rows[i] * (leaves - 1)) / leaves);
    });
    sum += cells.value() / released.rows;
  }
  return released.attributes.length === 0 ? 0 : sum / released.attributes.length;
}

/**
 * Information loss of rows: the mean over rows of 1 - 1 / |vectors of leaves under the released vector|, a suppressed row
 * counting 1. As the slide counts: (1485*, [40-50]) stands for 10 * 10 vectors and loses .99.
 */
export function measureRowInformationLoss({ rows, suppressed, sizes, attributes }: Released): number {
  const vectors = new Float64Array(sizes.length).fill(1);
  for (const { values, valueOf } of attributes) {
    const leaves = Float64Array.from(values, countLeaves);
    for (let j = 0; j < valueOf.length; j++) vectors[j] *= leaves[valueOf[j]];
  }
  const sum = new CompensatedSum();
  sum.add(suppressed);
  for (let j = 0; j < sizes.length; j++) sum.add(sizes[j] * (1 - 1 / vectors[j]));
  return sum.value() / rows;
}
