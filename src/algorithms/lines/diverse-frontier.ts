import type { Steps } from '../../base/steps.js';
import { addRow, type Group } from '../local/groups.js';

/** Groups made between two yields. */
const YIELD_GROUPS = 1 << 6;

/**
 * The heuristic of Ghinita, Karras, Kalnis and Mamoulis (VLDB 2007, section 4.2) for l-diversity on a line: rows stand in
 * one list per sensitive value, and every group takes the rows that come first among the fronts of the lists, no value
 * more often than once in l rows. A value that would otherwise make up more than one in l of the rows that are left is
 * taken first; where a group cannot hold all such rows, it takes everything that is left.
 *
 * @param vectorOf - [rows] vector of every row of the line
 * @param valueOf - [vectors] sensitive value of every vector, in [0, values)
 * @param size - rows of a group, a multiple of l
 * @returns null when some value is more frequent than one in l rows: then no such groups exist
 */
export function* frontierGroups(
  vectorOf: Uint32Array,
  valueOf: ArrayLike<number>,
  values: number,
  l: number,
  size: number,
): Steps<Group[] | null> {
  const rows = vectorOf.length;
  const lists: number[][] = Array.from({ length: values }, () => []);
  for (let row = 0; row < rows; row++) lists[valueOf[vectorOf[row]]].push(row);
  if (lists.some((list) => list.length * l > rows)) return null;
  const front = new Uint32Array(values);
  const taken = new Uint32Array(values);
  const groups: Group[] = [];
  let left = rows;
  while (left > 0) {
    if (groups.length % YIELD_GROUPS === 0) yield;
    let target = left < 2 * size ? left : size;
    let mayStay = Math.floor((left - target) / l);
    let due = 0;
    for (let value = 0; value < values; value++) due += Math.max(0, lists[value].length - front[value] - mayStay);
    if (due > target) {
      target = left;
      mayStay = 0;
    }
    const most = Math.floor(target / l);
    const group: Group = { vectors: [], counts: [] };
    taken.fill(0);
    const take = (value: number): void => {
      addRow(group, vectorOf[lists[value][front[value]++]]);
      taken[value]++;
      left--;
    };
    let open = target;
    for (let value = 0; value < values; value++) {
      const stay = lists[value].length - front[value];
      for (let i = mayStay; i < stay && open > 0; i++, open--) take(value);
    }
    while (open > 0) {
      let best = -1;
      let any = -1;
      for (let value = 0; value < values; value++) {
        if (front[value] === lists[value].length) continue;
        const row = lists[value][front[value]];
        if (any < 0 || row < lists[any][front[any]]) any = value;
        if (taken[value] < most && (best < 0 || row < lists[best][front[best]])) best = value;
      }
      take(best < 0 ? any : best);
      open--;
    }
    groups.push(group);
  }
  return groups;
}
