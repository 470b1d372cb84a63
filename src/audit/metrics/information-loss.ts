import { meanOfCells, metricOfCells, readAttributes } from './cells.js';
import { metricOfRelease } from './metric.js';

/** The mean over cells of 1 - 1 / leaves under the released value. */
export const informationLoss = metricOfCells('informationLoss', (attributes, release) =>
  meanOfCells(
    attributes,
    release,
    ({ labels }) =>
      (code) =>
        1 - 1 / labels.leaves[code],
  ),
);

/**
 * The mean over rows of 1 - 1 / (leaf vectors under the released vector), 1 for a suppressed row; null where a label could
 * not be read, and of a permuted release.
 */
export const rowInformationLoss = metricOfRelease('rowInformationLoss', (release) => {
  const known = readAttributes(release);
  if (known === null || release.buckets !== null) return null;
  const { codes, sizes, rows, suppressed } = release;
  let lost = suppressed;
  for (let c = 0; c < sizes.length; c++) {
    if (sizes[c] === 0) continue;
    let kept = 1;
    for (let a = 0; a < known.length; a++) kept /= known[a].labels.leaves[codes[a][c]];
    lost += sizes[c] * (1 - kept);
  }
  return lost / rows;
});
