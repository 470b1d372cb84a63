import { metricOfRelease } from './metric.js';

/** Rows outside the majority label of their class, times the rows of the class; n for every suppressed row. Exact. */
export const classificationPenalty = metricOfRelease(
  'classificationPenalty',
  ({ labelled, sizes, rows, suppressed }): number | bigint | null => {
    if (labelled === null) return null;
    let sum = BigInt(rows) * BigInt(suppressed);
    let small = 0;
    for (let c = 0; c < sizes.length; c++) {
      if (sizes[c] === 0) continue;
      const outside = sizes[c] - labelled.most[c];
      const cost = outside * sizes[c];
      if (cost + small <= Number.MAX_SAFE_INTEGER) small += cost;
      else sum += BigInt(outside) * BigInt(sizes[c]);
    }
    sum += BigInt(small);
    return sum <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(sum) : sum;
  },
);
