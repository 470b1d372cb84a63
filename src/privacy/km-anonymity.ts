import { CapacityError, InvalidArgumentError } from '../errors.js';
import type { PrivacySpec } from '../job/job.js';
import { checkAttribute, checkKeys, checkNumber } from './check-parameters.js';
import type { PrivacyModel, PrivacyResult, SensitiveScale } from './model.js';

type KmAnonymitySpec = Extract<PrivacySpec, { model: 'km-anonymity' }>;

export const KM_ANONYMITY_SOURCE =
  'M. Terrovitis, N. Mamoulis, P. Kalnis: Privacy-preserving anonymization of set-valued data, PVLDB 1(1), 2008';

/** Most sets of items that are counted apart in one class. */
const MOST_SETS = 5_000_000;

/** Most sets, counted in every different list, that a search looks at for one class. */
const MOST_LOOKS = 1_000_000_000;

/**
 * k^m-anonymity of an attribute whose cells are lists of items: within every class, every set of up to m items that one row
 * has at least k rows have (definition 1; the class is the whole release where there is one class). Who knows the
 * quasi-identifiers of a person and m of their items is left with k rows.
 *
 * @param scale the items of every code.
 * @throws InvalidArgumentError K_TYPE, K_RANGE, K_NOT_INTEGER, M_TYPE, M_RANGE, M_NOT_INTEGER, ATTRIBUTE_TYPE, UNKNOWN_OPTION.
 */
export function createKmAnonymity(
  spec: KmAnonymitySpec,
  path: string,
  scale: SensitiveScale | undefined,
): PrivacyModel {
  checkKeys(spec, ['model', 'k', 'm', 'attribute'], path);
  const k = checkNumber(spec.k, { path: `${path}.k`, code: 'K', minimum: 1, maximum: 2 ** 31 - 1, integer: true });
  const m = checkNumber(spec.m, { path: `${path}.m`, code: 'M', minimum: 1, maximum: 1000, integer: true });
  const attribute = checkAttribute(spec.attribute, path);
  return {
    name: 'km-anonymity',
    spec,
    source: KM_ANONYMITY_SOURCE,
    monotone: true,
    attribute,
    condition(column) {
      const { start, items, itemCount } = joinItems(scale, m);
      return { kind: 'sets', column, k, m, start, items, itemCount };
    },
    achieved(sizes, histogram, global): PrivacyResult {
      const base = { model: 'km-anonymity', attribute, required: { k, m } } as const;
      const items = itemsOf(scale);
      const size = (global as Uint32Array).length;
      let fewest = Infinity;
      for (let c = 0; c < sizes.length; c++) {
        const supports = new Map<string, number>();
        for (let code = 0; code < size; code++) {
          const rows = (histogram as Uint32Array)[c * size + code];
          if (rows > 0) countSets(items[code], m, rows, supports);
        }
        for (const support of supports.values()) fewest = Math.min(fewest, support);
      }
      return { ...base, achieved: Number.isFinite(fewest) ? { k: fewest } : {}, holds: fewest >= k };
    },
  };
}

function itemsOf(scale: SensitiveScale | undefined): readonly (readonly number[])[] {
  const items = scale?.items ?? null;
  if (items === null) throw new InvalidArgumentError('scale', 'the items of the sensitive values', 'none');
  return items;
}

/** Items of all codes end to end. Throws CapacityError when a look at all their sets of up to m would not end. */
function joinItems(
  scale: SensitiveScale | undefined,
  m: number,
): { readonly start: Uint32Array; readonly items: Uint32Array; readonly itemCount: number } {
  const lists = itemsOf(scale);
  const start = new Uint32Array(lists.length + 1);
  let itemCount = 0;
  let sets = 0;
  lists.forEach((list, code) => {
    start[code + 1] = start[code] + list.length;
    if (list.length > 0) itemCount = Math.max(itemCount, list[list.length - 1] + 1);
    for (let length = 1, ways = 1; length <= Math.min(m, list.length); length++) {
      ways = (ways * (list.length - length + 1)) / length;
      sets += ways;
    }
  });
  if (sets > MOST_LOOKS) throw new CapacityError('sets of items over all different lists', sets, MOST_LOOKS);
  const items = new Uint32Array(start[lists.length]);
  lists.forEach((list, code) => items.set(list, start[code]));
  return { start, items, itemCount };
}

/** Adds `rows` to every set of 1 to m of the items (ascending numbers). */
function countSets(items: readonly number[], m: number, rows: number, supports: Map<string, number>): void {
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
