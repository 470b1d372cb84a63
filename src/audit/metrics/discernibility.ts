import type { AuditedSizes } from './metric.js';
import { metricOfSizes } from './metric.js';

export const discernibility = metricOfSizes('discernibility', sumSquares);

/** Sum of |E|^2 over released classes plus n for every suppressed row; exact, a bigint past 2^53 - 1. */
export function sumSquares({ sizes, rows, suppressed }: Omit<AuditedSizes, 'k'>): number | bigint {
  // The sum is at most rows^2: while that is exact, so is every step.
  if (rows * rows <= Number.MAX_SAFE_INTEGER) {
    let sum = rows * suppressed;
    for (let c = 0; c < sizes.length; c++) sum += sizes[c] * sizes[c];
    return sum;
  }
  let sum = BigInt(rows) * BigInt(suppressed);
  for (let c = 0; c < sizes.length; c++) sum += BigInt(sizes[c]) * BigInt(sizes[c]);
  return sum <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(sum) : sum;
}
