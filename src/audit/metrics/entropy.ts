import { binaryLogarithm } from '../../base/elementary.js';
import { metricOfCells } from './cells.js';

/**
 * Non-uniform entropy: the sum over cells of log2(rows of the original under the released value / rows of the cell's own
 * leaf). Which released row belongs to which original row does not matter: both sides are sums over the whole table.
 */
export const entropy = metricOfCells('entropy', (attributes, { rows, suppressed }) => {
  // Compensated (Neumaier 1974): where little is generalized, large sums nearly cancel.
  let sum = 0;
  let lost = 0;
  const add = (term: number): void => {
    const next = sum + term;
    lost += Math.abs(sum) >= Math.abs(term) ? sum - next + term : term - next + sum;
    sum = next;
  };
  for (const { domain, labels, counts, leafCounts } of attributes) {
    if (leafCounts === null) return null;
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
      if (under === 0) return null;
      add(counts[code] * binaryLogarithm(under));
    }
    add(suppressed * binaryLogarithm(rows));
  }
  return sum + lost;
});
