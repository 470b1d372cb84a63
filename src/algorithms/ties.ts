import type { Domain } from '../hierarchy/domain.js';
import { word } from './options.js';

export type Ties = 'smaller-domain' | 'job-order';

/** The option `ties`, whose default differs between the algorithms that have it. */
export const tiesOption = (preset: Ties) =>
  word(
    preset,
    { 'smaller-domain': 'the one of fewer values', 'job-order': 'the one that comes first in the job' },
    'of attributes of equal width, which is cut first',
  );

/** [attributes] rank of every attribute where widths are equal: the lowest first, of equal ranks the earlier in the job. */
export function ranksOf(domains: readonly Domain[], ties: Ties): number[] {
  return domains.map(({ size }) => (ties === 'smaller-domain' ? size : 0));
}
