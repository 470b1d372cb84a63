import type { CutCondition, PairColumn } from '../../src/engine/engine.js';

/** Tests whether a class fails a condition on persons, by sets of them: the pairs of its rows. */
export function failsByPersons(condition: CutCondition, pairs: PairColumn, codes: readonly number[]): boolean {
  const rows = codes
    .map((code) => ({ person: pairs.personOf[code], value: pairs.valueOf[code] }))
    .filter(({ person }) => person < pairs.persons);
  const members = [...new Set(rows.map(({ person }) => person))];
  const all = members.length;
  const holdersOf = (value: number): number =>
    new Set(rows.filter((row) => row.value === value).map(({ person }) => person)).size;
  const holders = Array.from({ length: pairs.values }, (_, value) => holdersOf(value));
  if (condition.kind === 'shares') {
    const { minimum, upper, lower, every } = condition;
    const isWrong = holders.some(
      (count, value) =>
        (every || count > 0) && all > 0 && (count / all > upper[value] + 1e-11 || count / all < lower[value] - 1e-11),
    );
    return all < minimum || isWrong;
  }
  if (all === 0) return false;
  const worst: number[] = [];
  let left = all;
  for (const count of holders.filter((each) => each > 0).sort((a, b) => b - a)) {
    if (left > 0) worst.push(Math.min(count, left));
    left -= Math.min(count, left);
  }
  switch (condition.kind) {
    case 'distinct':
      return worst.length < condition.l;
    case 'entropy':
      return (
        worst.reduce((sum, count) => sum - (count / all) * Math.log(count / all), 0) < Math.log(condition.l) - 1e-11
      );
    case 'recursive':
      return !(worst[0] < condition.c * worst.slice(condition.l - 1).reduce((sum, count) => sum + count, 0));
    default: {
      const weights = holders.map((_, value) =>
        members.reduce((sum, person) => {
          const own = rows.filter((row) => row.person === person);
          return sum + own.filter((row) => row.value === value).length / own.length;
        }, 0),
      );
      const differences = weights.map((weight, value) => weight / all - pairs.weights[value] / pairs.persons);
      const gain = Math.max(...holders.map((count, value) => count / all - pairs.holders[value] / pairs.persons));
      const distance = distanceOf(condition, differences);
      return distance > condition.t + 1e-11 || (condition.kind === 't-equal' && gain > condition.t + 1e-11);
    }
  }
}

/** Earth mover's distance of shares by their differences. */
function distanceOf(condition: CutCondition, differences: readonly number[]): number {
  const total = (list: readonly number[]): number => list.reduce((sum, each) => sum + Math.abs(each), 0);
  if (condition.kind === 't-equal') return total(differences) / 2;
  if (condition.kind !== 't-hierarchical') {
    let carried = 0;
    return total(differences.map((each) => (carried += each))) / Math.max(1, differences.length - 1);
  }
  const { height, nodes, nodeOf } = condition;
  const sums = Array.from({ length: height }, (_, level) =>
    Array.from({ length: nodes }, (__, node) =>
      differences
        .filter((___, value) => nodeOf[level * differences.length + value] === node)
        .reduce((a, b) => a + b, 0),
    ),
  );
  return total(sums.flat()) / 2 / height;
}
