import { describe, expect, it } from 'vitest';
import type { Runs } from '../../src/audit/domain.js';
import { walkFits, type FitInput } from '../../src/audit/fit.js';
import { finish, groupInSteps, groupRows } from '../../src/audit/grouping.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf } from '../shared.js';

/** [vectors] the classes over each, and whether the budget sufficed; pauses. */
function walk(input: FitInput) {
  const found = new Map<number, number[]>();
  let pauses = 0;
  const steps = walkFits(input, (vector, matches, from, to) => {
    found.set(vector, [...(found.get(vector) ?? []), ...matches.subarray(from, to)]);
  });
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) pauses++;
  return { found, isDone: step.value, pauses };
}

describe('the classes over every vector', () => {
  it('are those whose labels hold all its leaves, in the group that both start from, by trying all pairs', () => {
    let several = 0;
    for (let seed = 0; seed < casesOf(5000, 70); seed++) {
      const random = seededRandom(seed);
      const below = (bound: number): number => random.below(bound);
      const [columns, leaves, roots] = [1 + below(3), 5, 1 + below(3)];
      const labels = Array.from({ length: columns }, () =>
        Array.from({ length: 4 }, (): Runs | null => {
          const [a, b, c] = [below(leaves), below(leaves), below(leaves)].sort((x, y) => x - y);
          return below(7) === 0 ? null : below(3) === 0 && c > b + 1 ? [a, b, c, c] : [a, c];
        }),
      );
      const leafOf = Array.from({ length: columns }, () => Int32Array.from({ length: 6 }, () => below(leaves + 1) - 1));
      const draw = (rows: number, width: number) =>
        Array.from({ length: columns }, () => ({ width, codes: Uint32Array.from({ length: rows }, () => below(width)) }));
      const [originals, released] = [draw(1 + below(15), 6), draw(1 + below(10), 4)];
      const startOf = (rows: number) => ({ groupOf: Uint32Array.from({ length: rows }, (_, row) => (row < roots ? row : below(roots))), count: roots });
      // Every start group is on both sides.
      const [n, m] = [Math.max(roots, originals[0].codes.length), Math.max(roots, released[0].codes.length)];
      const fill = (list: ReturnType<typeof draw>, rows: number) => list.map(({ width, codes }) => ({ width, codes: Uint32Array.from({ length: rows }, (_, row) => codes[row % codes.length]) }));
      const [vectorColumns, classColumns] = [fill(originals, n), fill(released, m)];
      const [vectorStart, classStart] = [startOf(n), startOf(m)];
      const vectors = groupRows(n, vectorColumns, vectorStart);
      const classes = groupRows(m, classColumns, classStart);
      const input = { vectors, leafOf, classes, runsOf: labels, roots, budget: Infinity };
      const expected = new Map(Array.from({ length: vectors.count }, (_, v): [number, number[]] => [v, []]));
      const holds = (runs: Runs | null, leaf: number): boolean => {
        for (let r = 0; runs !== null && r < runs.length; r += 2) if (runs[r] <= leaf && leaf <= runs[r + 1]) return true;
        return false;
      };
      for (let v = 0; v < vectors.count; v++) {
        const row = vectors.groupOf.indexOf(v);
        for (let c = 0; c < classes.count; c++) {
          const other = classes.groupOf.indexOf(c);
          const isOver = vectorColumns.every(({ codes }, a) => holds(labels[a][classColumns[a].codes[other]], leafOf[a][codes[row]]));
          if (isOver && vectorStart.groupOf[row] === classStart.groupOf[other]) expected.get(v)!.push(c);
        }
      }
      const { found, isDone } = walk(input);
      const sorted = (lists: Map<number, number[]>) => [...lists].map(([v, list]) => [v, [...list].sort((a, b) => a - b)]).sort(([a], [b]) => Number(a) - Number(b));
      expect({ seed, isDone, found: sorted(found) }).toEqual({ seed, isDone: true, found: sorted(expected) });
      several += [...expected.values()].filter((list) => list.length > 1).length;
      // The budget is that of all comparisons, and no less.
      let least = 0;
      while (!walk({ ...input, budget: least }).isDone) least++;
      expect(least).toBeLessThanOrEqual(n * m * columns);
    }
    expect(several).toBeGreaterThan(50);
  });

  it('are all of very many', () => {
    const classes = 150_000;
    const tree = (count: number) => ({ count, parent: new Uint32Array(count), code: Uint32Array.from({ length: count }, (_, c) => c) });
    const input: FitInput = {
      vectors: { count: 3, sizes: Uint32Array.of(1, 1, 1), depths: [tree(3)] },
      leafOf: [Int32Array.of(0, 1, 0)],
      classes: groupRows(classes, [{ codes: tree(classes).code, width: classes }]),
      runsOf: [Array.from({ length: classes }, (): Runs => [0, 0])],
      roots: 1,
      budget: 3 * classes,
    };
    const { found, isDone, pauses } = walk(input);
    expect(isDone).toBe(true);
    expect([0, 1, 2].map((v) => found.get(v)!.length)).toEqual([classes, 0, classes]);
    expect(new Set(found.get(2)).size).toBe(classes);
    // A pause for each tree and each column, and one where much was compared.
    expect(pauses).toBeGreaterThanOrEqual(4);
    expect(pauses).toBeLessThanOrEqual(6);
    const spent = walk({ ...input, budget: 2 * classes });
    expect([spent.isDone, spent.found.has(2)]).toEqual([false, false]);
  });

  it('are looked for with pauses between many groups to start from, and none of one that begins when the budget is spent', () => {
    const roots = 40_000;
    const side = { count: roots, sizes: new Uint32Array(roots).fill(1), depths: [{ count: roots, parent: Uint32Array.from({ length: roots }, (_, i) => roots - 1 - i), code: new Uint32Array(roots) }] };
    const classes = { ...side, groupOf: new Uint32Array(0) };
    const input: FitInput = { vectors: side, leafOf: [Int32Array.of(0)], classes, runsOf: [[[0, 0]]], roots, budget: roots };
    const { found, isDone, pauses } = walk(input);
    expect([isDone, found.size]).toEqual([true, roots]);
    expect([...found].every(([vector, list]) => list.length === 1 && list[0] === vector)).toBe(true);
    expect(pauses).toBe(3 + 2);
    const spent = walk({ ...input, budget: 100 });
    expect([spent.isDone, spent.found.size]).toEqual([false, 100]);
  });
}); // prettier-ignore

describe('grouping', () => {
  it('pauses after many entries and after each column, and ends where the depths have too many nodes', () => {
    const rows = 300_000;
    const few = { codes: Uint8Array.from({ length: rows }, (_, row) => row % 3), width: 3 };
    const many = { codes: Uint32Array.from({ length: rows }, (_, row) => row % 5), width: 2 ** 28 };
    for (const columns of [[few], [many], [few, many]]) {
      let pauses = 0;
      const steps = groupInSteps({ entries: rows, weights: null }, columns);
      let step = steps.next();
      for (; step.done !== true; step = steps.next()) pauses++;
      expect(pauses).toBe(3 * columns.length);
      expect(step.value!.count).toBe([3, 5, 15][columns.length === 2 ? 2 : columns[0] === few ? 0 : 1]);
    }
    const small = [0, 1].map((at) => ({ codes: Uint8Array.of(0, 1, 2, 0).map((code) => (at === 0 ? code : code % 2)), width: 3 }));
    const limited = (limit: number) => finish(groupInSteps({ entries: 4, weights: null }, small, undefined, limit));
    // Three nodes in each depth.
    expect([limited(5), limited(6)?.count]).toEqual([null, 3]);
    const weighted = finish(groupInSteps({ entries: 4, weights: Uint32Array.of(5, 1, 1, 2) }, small))!;
    expect(Array.from(weighted.sizes)).toEqual([7, 1, 1]);
    expect(finish(groupInSteps({ entries: 0, weights: null }, small))!.count).toBe(0);
    expect(finish(groupInSteps({ entries: 3, weights: null }, []))!.count).toBe(1);
  });
}); // prettier-ignore
