import type { SuppressionSpec } from './job.js';

/**
 * Most rows that may be suppressed of `rows`: none without a spec, all when unlimited, floor(f * rows + 1e-9) for a
 * fraction f (so that 0.29 of 100 rows are 29), never more than there are.
 */
export function resolveSuppression(spec: SuppressionSpec | 'none', rows: number): number {
  if (spec === 'none') return 0;
  if (spec === 'unlimited') return rows;
  if ('maxRows' in spec) return Math.min(spec.maxRows, rows);
  return Math.min(Math.floor(spec.maxFraction * rows + 1e-9), rows);
}
