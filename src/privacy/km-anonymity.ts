import { countSubsets } from '../base/count-subsets.js';
import { count, counted } from '../base/numbers.js';
import { CapacityError, InvalidArgumentError } from '../base/errors.js';
import { number } from '../base/schema-parts.js';
import type { Achievement, SensitiveScale } from './definition.js';
import { defineModel } from './definition.js';
import { attribute, described, k } from './parameters.js';

/** Most sets of items that are counted apart in one class. */
const MOST_SETS = 5_000_000;

/** Most sets, counted in every different list, that a search looks at for one class. */
const MOST_LOOKS = 1_000_000_000;

/**
 * k^m-anonymity of an attribute whose cells are lists of items: within every class, every set of up to m items that one row
 * has at least k rows have (definition 1; the class is the whole release where there is one class). Who knows the
 * quasi-identifiers of a person and m of their items is left with k rows; by persons, with k persons who have them in one row.
 */
export const kmAnonymity = defineModel({
  name: 'km-anonymity',
  title: 'Lists of items',
  description: 'Somebody who knows up to m items of a row finds at least k rows that have them.',
  promise: ({ required: { k, m } }, { noun: { one, many } }) =>
    `Somebody who knows up to ${count(m)} items of the list of a ${one} cannot narrow it down to fewer than ${counted(k, one, many)}.`,
  promiseToPersons: ({ required: { k, m } }) =>
    `Somebody who knows up to ${counted(m, 'item')} of the list in one row of a person cannot narrow it down to fewer than ${counted(k, 'person', 'people')}.`,
  example: { k: 5, m: 2 },
  source:
    'M. Terrovitis, N. Mamoulis, P. Kalnis: Privacy-preserving anonymization of set-valued data, PVLDB 1(1), 2008',
  parameters: {
    k: k('fewest rows of a class that have a set of items which one has: integer from 1'),
    m: described(
      number({ code: 'M', min: 1, max: 1000, integer: true }),
      'largest sets of items that are looked at: integer from 1 to 1000',
    ),
    attribute: attribute('a sensitive attribute with "set"'),
  },
  monotone: true,
  byPersons: 'pairs',
  needsRows: true,
  isOfLists: true,
  check({ attribute }, path, attributes) {
    if (attributes[attribute]?.set !== undefined) return;
    throw new InvalidArgumentError(
      `${path}.attribute`,
      'an attribute with "set": {"delimiter": ...}, whose cells are lists of items',
      'one without',
      'SET_MISSING',
    );
  },
  create({ k, m }, { scale }) {
    const known = scale();
    const resultOf = (fewest: number): Achievement => ({
      achieved: Number.isFinite(fewest) ? { k: fewest } : {},
      holds: fewest >= k,
    });
    return {
      condition: (column, global, persons) => ({
        ...{ kind: 'sets', column, k, m },
        ...joinItems(itemsOf(known), m, persons === undefined ? null : global),
      }),
      achieved(sizes, histogram, global): Achievement {
        const items = itemsOf(known);
        const size = (global as Uint32Array).length;
        let fewest = Infinity;
        for (let c = 0; c < sizes.length; c++) {
          const supports = new Map<string, number>();
          for (let code = 0; code < size; code++) {
            const rows = (histogram as Uint32Array)[c * size + code];
            if (rows > 0) countSets(items[code], m, supports, rows);
          }
          for (const support of supports.values()) fewest = Math.min(fewest, support);
        }
        return resultOf(fewest);
      },
      achievedByPersons({ sizes, pairs: { start, personOf, valueOf }, table }) {
        const items = itemsOf(known);
        let fewest = Infinity;
        sizes.forEach((_, c) => {
          const supports = new Map<string, number>();
          for (let from = start[c], to = from; from < start[c + 1]; from = to) {
            const own = new Map<string, number>();
            for (; to < start[c + 1] && personOf[to] === personOf[from]; to++) countSets(items[valueOf[to]], m, own);
            // Rows without a key show a set and add no person to it.
            const counted = personOf[from] < table.count ? 1 : 0;
            for (const set of own.keys()) supports.set(set, (supports.get(set) ?? 0) + counted);
            if (supports.size > MOST_SETS) throw new CapacityError('sets of items', supports.size, MOST_SETS);
          }
          for (const support of supports.values()) fewest = Math.min(fewest, support);
        });
        return resultOf(fewest);
      },
    };
  },
});

function itemsOf(scale: SensitiveScale | undefined): readonly (readonly number[])[] {
  const items = scale?.items ?? null;
  if (items === null) throw new InvalidArgumentError('scale', 'the items of the sensitive values', 'none');
  return items;
}

/**
 * Items of all codes end to end. Throws CapacityError when a look at all their sets of up to m would not end.
 *
 * @param holders - [codes] persons who have each list; null where rows are counted
 */
function joinItems(
  lists: readonly (readonly number[])[],
  m: number,
  holders: ArrayLike<number> | null,
): { readonly start: Uint32Array; readonly items: Uint32Array; readonly itemCount: number } {
  const start = new Uint32Array(lists.length + 1);
  let itemCount = 0;
  let sets = 0;
  lists.forEach((list, code) => {
    start[code + 1] = start[code] + list.length;
    if (list.length > 0) itemCount = Math.max(itemCount, list[list.length - 1] + 1);
    sets += countSubsets(list.length, m) * (holders?.[code] ?? 1);
  });
  if (sets > MOST_LOOKS) throw new CapacityError('sets of items over all different lists', sets, MOST_LOOKS);
  const items = new Uint32Array(start[lists.length]);
  lists.forEach((list, code) => items.set(list, start[code]));
  return { start, items, itemCount };
}

/** Adds `rows` to every set of 1 to m of the items (ascending numbers). */
function countSets(items: readonly number[], m: number, supports: Map<string, number>, rows = 1): void {
  const extend = (from: number, length: number, key: string): void => {
    for (let at = from; at < items.length; at++) {
      const longer = length === 0 ? String(items[at]) : `${key},${items[at]}`;
      supports.set(longer, (supports.get(longer) ?? 0) + rows);
      if (supports.size > MOST_SETS) throw new CapacityError('sets of items', supports.size, MOST_SETS);
      if (length + 1 < m) extend(at + 1, length + 1, longer);
    }
  };
  extend(0, 0, '');
}
