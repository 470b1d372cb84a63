import type { Domain } from '../hierarchy/domain.js';
import type { Ties } from './shared-options.js';

/** [attributes] rank of every attribute where widths are equal: the lowest first, of equal ranks the earlier in the job. */
export function ranksOf(domains: readonly Domain[], ties: Ties): number[] {
  return domains.map(({ size }) => (ties === 'smaller-domain' ? size : 0));
}
