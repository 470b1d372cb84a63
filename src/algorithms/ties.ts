import type { Domain } from '../hierarchy/domain.js';

/** Which of several attributes of equal normalized width is cut first. */
export type Ties = 'smaller-domain' | 'job-order';

/** Values of the option `ties`; its default differs between the algorithms that have it. */
export const TIES: readonly Ties[] = ['smaller-domain', 'job-order'];

/** [attributes] rank of every attribute where widths are equal: the lowest first, of equal ranks the earlier in the job. */
export function ranksOf(domains: readonly Domain[], ties: Ties): number[] {
  return domains.map(({ size }) => (ties === 'smaller-domain' ? size : 0));
}
