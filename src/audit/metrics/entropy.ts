import { binaryLogarithm } from '../../base/elementary.js';
import type { ReadAttribute } from '../read-attribute.js';
import { mean, metricOfCells } from './cells.js';
import type { AuditedRelease } from './metric.js';

/**
 * Non-uniform entropy: the sum over cells of log2(rows of the original under the released value / rows of the cell's own
 * leaf). Which released row belongs to which original row does not matter: both sides are sums over the whole table.
 */
export const entropy = metricOfCells('entropy', (attributes, release) => {
  // Compensated (Neumaier 1974): where little is generalized, large sums nearly cancel.
  let sum = 0;
  let lost = 0;
  for (const attribute of attributes) {
    const isKnown = eachTerm(attribute, release, (term) => {
      const next = sum + term;
      lost += Math.abs(sum) >= Math.abs(term) ? sum - next + term : term - next + sum;
      sum = next;
    });
    if (!isKnown) return null;
  }
  return sum + lost;
});

/** The mean over attributes of their entropy / that of a column whose values may each be any; 0 for a column of one value. */
export const normalizedEntropy = metricOfCells('normalizedEntropy', (attributes, release) => {
  const shares: number[] = [];
  for (const attribute of attributes) {
    let bits = 0;
    let lost = 0;
    const isKnown = eachTerm(attribute, release, (term) => {
      const next = bits + term;
      lost += Math.abs(bits) >= Math.abs(term) ? bits - next + term : term - next + bits;
      bits = next;
    });
    if (!isKnown) return null;
    let most = 0;
    for (const rows of attribute.leafCounts!) if (rows > 0) most += rows * binaryLogarithm(release.rows / rows);
    shares.push(most > 0 ? Math.max(0, bits + lost) / most : 0);
  }
  return mean(shares);
});

/** Calls `add` with terms whose sum is the entropy of an attribute; false where a released value has no row of the original, or there is no original. */
function eachTerm(
  { domain, labels, counts, leafCounts }: ReadAttribute,
  { rows, suppressed }: Pick<AuditedRelease, 'rows' | 'suppressed'>,
  add: (term: number) => void,
): boolean {
  if (leafCounts === null) return false;
  const before = new Float64Array(domain.size + 1);
  for (let leaf = 0; leaf < domain.size; leaf++) {
    before[leaf + 1] = before[leaf] + leafCounts[leaf];
    if (leafCounts[leaf] > 0) add(-leafCounts[leaf] * binaryLogarithm(leafCounts[leaf]));
  }
  for (let code = 0; code < counts.length; code++) {
    const runs = labels.runs[code];
    if (counts[code] === 0 || runs === null) continue;
    let under = 0;
    for (let r = 0; r < runs.length; r += 2) under += before[runs[r + 1] + 1] - before[runs[r]];
    if (under === 0) return false;
    add(counts[code] * binaryLogarithm(under));
  }
  add(suppressed * binaryLogarithm(rows));
  return true;
}
