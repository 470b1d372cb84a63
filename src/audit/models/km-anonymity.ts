import type { SparseHistogram } from '../histogram.js';
import type { AuditedModelKind, PersonValue } from './model.js';
import { least, ofClasses, whereClasses } from './model.js';

/** Every set of up to m items that a row has, k rows of its class have, or k persons. */
export const kmAnonymity: AuditedModelKind<{
  readonly model: 'km-anonymity';
  readonly k: number;
  readonly m: number;
  readonly attribute: string;
}> = {
  name: 'km-anonymity',
  numbers: ['k', 'm'],
  counts: 'sizes',
  needsKeys: true,
  lacking: (_, { items }) => (items === null ? 'its cells are not lists' : null),
  measure({ k, m }, { sizes, persons, column: { histogram, items } }) {
    const itemsOf = items as readonly ReadonlySet<string>[];
    const support = ofClasses(sizes, (c) =>
      persons === undefined
        ? smallestSupport(valuesOf(histogram, c), itemsOf, m, sumOfRows)
        : smallestSupport(persons.rowsOf(c), itemsOf, m, countPersons),
    );
    return { achieved: { k: least(support) }, satisfied: whereClasses(sizes, (c) => support[c] >= k) };
  },
};

/** The values of a class with their rows. */
const valuesOf = ({ start, rank, count }: SparseHistogram, c: number) =>
  Array.from(rank.subarray(start[c], start[c + 1]), (value, i) => ({ rank: value, rows: count[start[c] + i] }));

export const sumOfRows = (values: readonly { readonly rows: number }[]): number =>
  values.reduce((sum, { rows }) => sum + rows, 0);

/** Persons of rows; those of one stand together. */
export const countPersons = (rows: readonly PersonValue[]): number =>
  rows.reduce((count, { person }, at) => count + Number(person >= 0 && person !== rows[at - 1]?.person), 0);

/**
 * The fewest rows or persons that have a set of up to m items which some row of the class has, by growing sets item by item from the
 * rows that have them; Infinity when no row has an item. Terrovitis et al. 2008, definition 1.
 */
export function smallestSupport<Row extends { readonly rank: number }>(
  all: readonly Row[],
  items: readonly ReadonlySet<string>[],
  m: number,
  count: (rows: readonly Row[]) => number,
): number {
  const grow = (rows: readonly Row[], after: string, size: number): number => {
    const withItem = new Map<string, Row[]>();
    for (const row of rows) {
      for (const item of items[row.rank]) {
        if (size > 0 && item <= after) continue;
        const list = withItem.get(item);
        if (list === undefined) withItem.set(item, [row]);
        else list.push(row);
      }
    }
    let smallest = Infinity;
    for (const [item, list] of withItem) {
      smallest = Math.min(smallest, count(list));
      if (size + 1 < m) smallest = Math.min(smallest, grow(list, item, size + 1));
    }
    return smallest;
  };
  return grow(all, '', 0);
}
