import { logarithm } from '../base/elementary.js';
import type { Released } from './released.js';
import { estimateVectorRows } from './box-density.js';
import { CompensatedSum } from './exact-sum.js';
import { defineMetric } from './metric.js';

export const klDivergence = defineMetric({
  name: 'klDivergence',
  definition: 'divergence in nats of the distribution that the release implies from that of the input',
  source: 'Kifer, Gehrke: Injecting Utility into Anonymized Datasets, SIGMOD 2006',
  better: 'less',
  kind: 'rows',
  measure: (released) => measureKlDivergence(released),
});

/**
 * Kullback-Leibler divergence, in nats, of the input's distribution over quasi-identifier vectors from the one that the
 * release lets a reader estimate: sum over distinct vectors x of p(x) ln(p(x) / q(x)), where q spreads the rows of every
 * class evenly over the leaf vectors of its box, and the suppressed rows over the whole domain; boxes may overlap.
 * Kifer and Gehrke 2006, section 3.
 *
 * Yields between stretches of the work.
 *
 * @param budget most steps (a class looked at for a run of vectors) before giving up.
 * @returns null when the budget does not suffice, or when the domain has 2^1000 leaf vectors or more.
 */
export function* measureKlDivergence(released: Released, budget = 2e9): Generator<void, number | null> {
  const estimate = yield* estimateVectorRows(released, budget);
  if (estimate === null) return null;
  const { counts } = released.vectors;
  const sum = new CompensatedSum();
  for (let x = 0; x < counts.length; x++) sum.add((counts[x] / released.rows) * logarithm(counts[x] / estimate[x]));
  return Math.max(0, sum.value());
}
