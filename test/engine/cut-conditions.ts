import type { CutCondition } from '../../src/engine/engine.js';
import { failsByPersons } from './person-conditions.js';

/** Tests whether a class fails a condition, by its definition: the sensitive values of its rows, or the pairs of their persons and values. */
export function failsCondition(condition: CutCondition, values: readonly number[]): boolean {
  if (condition.pairs !== undefined) return failsByPersons(condition, condition.pairs, values);
  const rows = values.length;
  const countOf = (value: number): number => values.filter((each) => each === value).length;
  const counts = [...new Set(values)].map(countOf).sort((a, b) => b - a);
  switch (condition.kind) {
    case 'distinct':
      return counts.length < condition.l;
    case 'entropy': {
      const entropy = counts.reduce((sum, count) => sum - (count / rows) * Math.log(count / rows), 0);
      return entropy < Math.log(condition.l) - 1e-11;
    }
    case 'recursive': {
      const tail = counts.slice(condition.l - 1).reduce((sum, count) => sum + count, 0);
      return !(counts[0] < condition.c * tail);
    }
    case 'shares': {
      const { minimum, upper, lower, every } = condition;
      const isWrong = Array.from(upper, (most, value) => {
        const share = countOf(value) / rows;
        return (every || share > 0) && (share > most + 1e-11 || share < lower[value] - 1e-11);
      });
      return rows < minimum || isWrong.some(Boolean);
    }
    default:
      return distanceOf(condition, countOf, rows) > condition.t + 1e-11;
  }
}

/** Earth mover's distance from the whole table. */
function distanceOf(
  condition: Extract<CutCondition, { readonly global: Uint32Array }>,
  countOf: (value: number) => number,
  rows: number,
): number {
  const { global } = condition;
  const all = global.reduce((sum, count) => sum + count, 0);
  const differences = Array.from(global, (count, value) => countOf(value) / rows - count / all);
  if (condition.kind === 't-hierarchical') {
    let distance = 0;
    for (let level = 0; level < condition.height; level++) {
      const nodes = condition.nodeOf.subarray(level * global.length, (level + 1) * global.length);
      for (const node of new Set(nodes)) {
        const own = differences.filter((_, value) => nodes[value] === node);
        distance += Math.abs(own.reduce((sum, difference) => sum + difference, 0)) / 2 / condition.height;
      }
    }
    return distance;
  }
  if (condition.kind === 't-equal') {
    return differences.reduce((sum, difference) => sum + Math.abs(difference), 0) / 2;
  }
  if (global.length === 1) return 0;
  let work = 0;
  let carried = 0;
  for (const difference of differences) {
    carried += difference;
    work += Math.abs(carried);
  }
  return work / (global.length - 1);
}
