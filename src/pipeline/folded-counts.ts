import { type Plan, plannedColumn } from '../job/plan.js';
import type { PrivacyModel } from '../privacy/model.js';
import { foldValues } from '../table/fold-text.js';
import { countRowsPerCode } from '../table/table.js';
import type { SensitiveCodes } from './sensitive-codes.js';

/** Models that count the values of a class or their shares. */
const COUNTS_VALUES: ReadonlySet<string> = new Set(['l-diversity', 'alpha-k-anonymity', 'lkc-privacy']);

/**
 * Rows of every class and of the table by values whose spellings are one; null where each value has one spelling, and for models
 * that compare values otherwise.
 */
export function foldedCounts(
  { name }: PrivacyModel,
  { column, size, map }: SensitiveCodes,
  histogram: Uint32Array | null,
  plan: Plan,
): { readonly histogram: Uint32Array; readonly global: Uint32Array } | null {
  if (histogram === null || !COUNTS_VALUES.has(name)) return null;
  const folded = foldValues(column, plannedColumn(plan, column.name)?.spec.set?.delimiter);
  if (folded === null) return null;
  const { groupOf, count } = folded;
  const groups = new Uint32Array(size);
  groupOf.forEach((group, code) => (groups[map?.[code] ?? code] = group));
  const own = new Uint32Array((histogram.length / size) * count);
  for (let start = 0, to = 0; start < histogram.length; start += size, to += count) {
    for (let code = 0; code < size; code++) own[to + groups[code]] += histogram[start + code];
  }
  const global = new Uint32Array(count);
  countRowsPerCode(column).forEach((rows, code) => (global[groupOf[code]] += rows));
  return { histogram: own, global };
}
