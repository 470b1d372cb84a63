/** Results of the kernels, by definition and as plainly as possible: strings as keys, BigInt, Map. Tests only. */
import type { ClassCondition, ClassSums } from '../../src/engine/engine.js';

export interface Vectors {
  /** [vector][column] */
  readonly vectors: number[][];
  readonly counts: number[];
  /** [row] vector of every row. */
  readonly vectorOf: number[];
}

/** Merges equal rows, numbered by first appearance. */
export function mergeRows(rows: readonly number[][], weights?: readonly number[]): Vectors {
  const numbers = new Map<string, number>();
  const result: Vectors = { vectors: [], counts: [], vectorOf: [] };
  rows.forEach((row, index) => {
    const key = row.join(',');
    let number = numbers.get(key);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(key, number);
      result.vectors.push([...row]);
      result.counts.push(0);
    }
    result.counts[number] += weights?.[index] ?? 1;
    result.vectorOf.push(number);
  });
  return result;
}

export function sumClasses(sizes: ArrayLike<number>, k: number): ClassSums {
  const list = Array.from(sizes);
  const kept = list.filter((size) => size >= k);
  const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0);
  return {
    classes: kept.length,
    released: sum(kept),
    below: sum(list) - sum(kept),
    minimum: list.reduce((a, b) => Math.min(a, b), list[0] ?? 0),
    maximum: list.reduce((a, b) => Math.max(a, b), 0),
    sumOfSquares: kept.reduce((total, size) => total + BigInt(size) ** 2n, 0n),
  };
}

/** A random condition on sets of up to five items, which codes of a column have. */
export function randomSets(column: number, size: number, below: (n: number) => number): ClassCondition {
  const sets = Array.from({ length: size }, () => [0, 1, 2, 3, 4].filter(() => below(3) === 0));
  const start = new Uint32Array(size + 1);
  sets.forEach((set, code) => (start[code + 1] = start[code] + set.length));
  return {
    kind: 'sets',
    column,
    k: 1 + below(4),
    m: 1 + below(4),
    start,
    items: Uint32Array.from(sets.flat()),
    itemCount: 5,
  };
}

/** The distance of a condition from its bound as [left, right]: it holds when left >= right (recursive: left < right). */
export function judge(condition: ClassCondition, counts: readonly number[]): boolean | 'too close' {
  const n = counts.reduce((a, b) => a + b, 0);
  const close = (a: number, b: number): boolean => Math.abs(a - b) < 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
  switch (condition.kind) {
    case 'size':
      return n >= condition.minimum;
    case 'firsts':
      return counts[0] >= condition.minimum;
    case 'distinct':
      return counts.filter((count) => count > 0).length >= condition.l;
    case 'entropy': {
      const entropy = counts.reduce((h, count) => (count === 0 ? h : h - (count / n) * Math.log(count / n)), 0);
      // An equality up to rounding counts as satisfied.
      return close(entropy, Math.log(condition.l)) || entropy > Math.log(condition.l);
    }
    case 'recursive': {
      const sorted = counts.filter((count) => count > 0).sort((a, b) => b - a);
      const rest = sorted.slice(condition.l - 1).reduce((a, b) => a + b, 0);
      return sorted[0] < condition.c * rest;
    }
    case 't-equal': {
      const total = condition.global.reduce((a, b) => a + b, 0);
      const distance =
        counts.reduce((d, count, code) => d + Math.abs(count / n - condition.global[code] / total), 0) / 2;
      return close(distance, condition.t) || distance < condition.t;
    }
    case 't-ordered': {
      const total = condition.global.reduce((a, b) => a + b, 0);
      let cumulated = 0;
      let distance = 0;
      counts.forEach((count, code) => {
        cumulated += count / n - condition.global[code] / total;
        distance += Math.abs(cumulated);
      });
      if (counts.length > 1) distance /= counts.length - 1;
      else distance = 0;
      return close(distance, condition.t) || distance < condition.t;
    }
    case 't-hierarchical': {
      const total = condition.global.reduce((a, b) => a + b, 0);
      let distance = 0;
      for (let level = 0; level < condition.height; level++) {
        const amounts = new Map<number, number>();
        counts.forEach((count, code) => {
          const node = condition.nodeOf[level * counts.length + code];
          amounts.set(node, (amounts.get(node) ?? 0) + count / n - condition.global[code] / total);
        });
        for (const amount of amounts.values()) distance += Math.abs(amount) / (2 * condition.height);
      }
      return close(distance, condition.t) || distance < condition.t;
    }
    case 'shares':
      return (
        n >= condition.minimum &&
        counts.every((count, code) => {
          const share = count / n;
          if (count === 0 && !condition.every) return true;
          return (
            (share >= condition.lower[code] || close(share, condition.lower[code])) &&
            (share <= condition.upper[code] || close(share, condition.upper[code]))
          );
        })
      );
    case 'sets':
      return judgeSets(condition, counts);
    case 'members':
    case 'population':
    case 'presence':
      throw new Error(`${condition.kind} is judged in test/privacy/public.test.ts`);
    case 'range': {
      const numbers = counts.flatMap((count, code) => (count > 0 ? [condition.values[code]] : []));
      const known = numbers.filter((number) => !Number.isNaN(number));
      const span = known.length === 0 ? 0 : Math.max(...known) - Math.min(...known);
      return numbers.length >= condition.distinct && span >= condition.span;
    }
  }
}

/** Every subset of the items, asked of every row. */
function judgeSets(condition: ClassCondition & { readonly kind: 'sets' }, counts: readonly number[]): boolean {
  const { start, items, itemCount, m, k } = condition;
  const rows = counts.flatMap((count, code) =>
    count === 0
      ? []
      : [{ count, set: items.slice(start[code], start[code + 1]).reduce((a, item) => a | (1 << item), 0) }],
  );
  for (let set = 1; set < 2 ** itemCount; set++) {
    let support = 0;
    for (const row of rows) if ((row.set & set) === set) support += row.count;
    const length = set.toString(2).replaceAll('0', '').length;
    if (length <= m && support > 0 && support < k) return false;
  }
  return true;
}
