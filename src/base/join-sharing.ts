import { DisjointSets } from './disjoint-sets.js';

/**
 * Groups items such that two with a common key are in one group.
 *
 * @param keysOf - [items] keys of each
 * @returns numbers of the items of each group, groups and items in the order of the items
 */
export function joinSharing<Key>(keysOf: readonly Iterable<Key>[]): number[][] {
  const sets = new DisjointSets(keysOf.length);
  const first = new Map<Key, number>();
  keysOf.forEach((keys, item) => {
    for (const key of keys) {
      const other = first.get(key);
      if (other === undefined) first.set(key, item);
      else sets.join(item, other);
    }
  });
  const groups = new Map<number, number[]>();
  keysOf.forEach((_, item) => {
    const set = sets.find(item);
    const group = groups.get(set);
    if (group === undefined) groups.set(set, [item]);
    else group.push(item);
  });
  return [...groups.values()];
}
