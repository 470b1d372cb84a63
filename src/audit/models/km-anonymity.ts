import type { SparseHistogram } from '../histogram.js';
import type { AuditedModelKind } from './model.js';
import { least, ofClasses, whereClasses } from './model.js';

/** Every set of up to m items that a row has, k rows of its class have. */
export const kmAnonymity: AuditedModelKind<{
  readonly model: 'km-anonymity';
  readonly k: number;
  readonly m: number;
  readonly attribute: string;
}> = {
  name: 'km-anonymity',
  numbers: ['k', 'm'],
  lacking: (_, { items }) => (items === null ? 'its cells are no lists' : null),
  measure({ k, m }, { sizes, column: { histogram, items } }) {
    const support = ofClasses(sizes, (c) => smallestSupport(histogram, items as readonly ReadonlySet<string>[], m, c));
    return { achieved: { k: least(support) }, satisfied: whereClasses(sizes, (c) => support[c] >= k) };
  },
};

/**
 * The fewest rows that have a set of up to m items which some row of the class has, by growing sets item by item from the
 * rows that have them; Infinity when no row has an item. Terrovitis et al. 2008, definition 1.
 */
function smallestSupport(
  histogram: SparseHistogram,
  items: readonly ReadonlySet<string>[],
  m: number,
  c: number,
): number {
  const entries = Array.from({ length: histogram.start[c + 1] - histogram.start[c] }, (_, i) => histogram.start[c] + i);
  const grow = (rows: readonly number[], after: string, size: number): number => {
    const withItem = new Map<string, number[]>();
    for (const e of rows) {
      for (const item of items[histogram.rank[e]]) {
        if (size > 0 && item <= after) continue;
        const list = withItem.get(item);
        if (list === undefined) withItem.set(item, [e]);
        else list.push(e);
      }
    }
    let smallest = Infinity;
    for (const [item, list] of withItem) {
      smallest = Math.min(
        smallest,
        list.reduce((sum, e) => sum + histogram.count[e], 0),
      );
      if (size + 1 < m) smallest = Math.min(smallest, grow(list, item, size + 1));
    }
    return smallest;
  };
  return grow(entries, '', 0);
}
