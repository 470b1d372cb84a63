import { readAttributes } from './cells.js';
import { metricOfRelease } from './metric.js';

/**
 * The mean over rows of how many of the vectors of the domains a released vector may be, from 0 where it can be one alone to 1 where it can be any; 1 for a
 * suppressed row. Null where a label could not be read, and of a permuted release.
 */
export const ambiguity = metricOfRelease('ambiguity', (release) => {
  const known = readAttributes(release);
  if (known === null || release.buckets !== null) return null;
  const { codes, sizes, rows, suppressed } = release;
  const single = known.reduce((share, { domain }) => share / domain.size, 1);
  let sum = suppressed;
  for (let c = 0; c < sizes.length; c++) {
    if (sizes[c] === 0 || single === 1) continue;
    let share = 1;
    known.forEach(({ domain, labels }, a) => (share *= labels.leaves[codes[a][c]] / domain.size));
    sum += sizes[c] * Math.max(0, (share - single) / (1 - single));
  }
  return sum / rows;
});
