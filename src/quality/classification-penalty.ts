import type { Released } from './released.js';
import { ExactSum } from './exact-sum.js';
import { defineMetric } from './metric.js';

export const classificationPenalty = defineMetric({
  name: 'classificationPenalty',
  definition:
    'sum over released rows outside the majority label of their class of the rows of the class, plus all rows for every suppressed one',
  source: 'Machanavajjhala: K-Anonymity & Algorithms, lecture 3 of CompSci 590.03, Duke 2012',
  better: 'less',
  kind: 'labels',
  measure: measureClassificationPenalty,
});

/**
 * Classification penalty: every released row outside the majority label of its class costs the rows of the class, every
 * suppressed one all rows. The label is the class column or, without one, the sensitive attribute; null without both.
 * k-anonymity lecture (Machanavajjhala 2012), slide 21. Exact.
 */
export function measureClassificationPenalty(released: Released): number | bigint | null {
  const majorityOf = majorities(released);
  if (majorityOf === null) return null;
  const { sizes } = released;
  const sum = new ExactSum();
  sum.addProduct(released.suppressed, released.rows);
  for (let j = 0; j < sizes.length; j++) sum.addProduct(sizes[j] - majorityOf(j), sizes[j]);
  return sum.value();
}

/** Rows of the most frequent label of a class. */
function majorities({ labels, sensitive }: Released): ((classId: number) => number) | null {
  const largest = (rows: Uint32Array, from: number, to: number): number => {
    let most = 0;
    for (let at = from; at < to; at++) if (rows[at] > most) most = rows[at];
    return most;
  };
  if (labels !== null) return (j) => largest(labels.histogram, j * labels.size, (j + 1) * labels.size);
  if (sensitive === null) return null;
  const { rows, start } = sensitive.values;
  return (j) => largest(rows, start[j], start[j + 1]);
}
