import { isOrderAssumed, type Domain } from '../hierarchy/domain.js';
import type { Plan } from '../job/plan.js';
import type { RunResult } from './result.js';
import type { CheckedRun } from './run-values.js';

/**
 * Columns of texts without a hierarchy or an order whose values a search for cuts puts in the order of their code points, or that of `valueOrder`:
 * another order may cost less, so a proof holds for this one.
 */
export function assumedOrder(domains: readonly Domain[], { cutsDomains }: Plan): readonly string[] {
  if (!cutsDomains) return [];
  return domains.filter(isOrderAssumed).map(({ attribute }) => attribute);
}

/** The key of the result that names these columns; no key where there are none. */
export const orderOf = ({ assumedOrder: columns = [] }: CheckedRun): Pick<RunResult, 'assumedOrder'> =>
  columns.length === 0 ? {} : { assumedOrder: columns };
