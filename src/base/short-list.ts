import { count } from './numbers.js';

/** Items of a list that a sentence shows. */
const MOST_ITEMS = 10;

/**
 * The first items of a list, and how many are left: `a, b and 277 more`. One item more than the limit is shown too, since "and 1 more" is no
 * shorter.
 */
export function shortList(items: readonly string[], most = MOST_ITEMS, separator = ', '): string {
  if (items.length <= most + 1) return items.join(separator);
  return `${items.slice(0, most).join(separator)} and ${count(items.length - most)} more`;
}
