import { describe, expect, it } from 'vitest';
import type { Engine, EngineVariant, MondrianResult } from '../../src/engine/engine.js';
import { judge } from '../engine/oracle.js';
import { randomMondrianCase, type MondrianCase } from '../engine/random-mondrian.js';
import { openEngines } from '../engine/engines.js';
import { casesOf } from '../shared.js';
import { mulberry32 } from '../random.js';

/** Conditions by definition, on the sensitive codes of a class. */
function holdsByDefinition(c: MondrianCase, rows: readonly number[]): boolean {
  const n = rows.length;
  return c.conditions.every((condition) => {
    if (condition.kind === 'size') return n >= condition.minimum;
    const counts = new Array<number>(c.sizes[condition.column]).fill(0);
    for (const row of rows) counts[c.columns[condition.column][row]]++;
    const present = counts.filter((count) => count > 0).sort((a, b) => b - a);
    switch (condition.kind) {
      case 'distinct':
        return present.length >= condition.l;
      case 'entropy': {
        const entropy = present.reduce((sum, count) => sum - (count / n) * Math.log(count / n), 0);
        return entropy >= Math.log(condition.l) - 1e-11;
      }
      case 'recursive':
        return present[0] < condition.c * present.slice(condition.l - 1).reduce((a, b) => a + b, 0);
      case 't-equal': {
        let sum = 0;
        counts.forEach((count, code) => (sum += Math.abs(count / n - condition.global[code] / c.rows)));
        return sum / 2 <= condition.t + 1e-11;
      }
      case 't-ordered': {
        let sum = 0;
        let prefix = 0;
        counts.forEach((count, code) => (sum += Math.abs((prefix += count / n - condition.global[code] / c.rows))));
        return (counts.length === 1 ? 0 : sum / (counts.length - 1)) <= condition.t + 1e-11;
      }
      default:
        return judge(condition, counts) === true;
    }
  });
}

/** Strict Mondrian over row lists, straight from the paper: the naive oracle. */
function strictByDefinition(c: MondrianCase): number[][] {
  const classes: number[][] = [];
  const partition = (rows: number[]): void => {
    const boxes = c.attributes.map((_, a) => {
      const codes = rows.map((row) => c.columns[a][row]);
      return { lo: Math.min(...codes), hi: Math.max(...codes) };
    });
    const width = (a: number): number =>
      (c.attributes[a].positions[boxes[a].hi] - c.attributes[a].positions[boxes[a].lo]) / c.attributes[a].range;
    const order = boxes
      .map((_, a) => a)
      .filter((a) => boxes[a].lo < boxes[a].hi)
      .sort((a, b) => width(b) - width(a) || c.attributes[a].rank - c.attributes[b].rank || a - b);
    for (const a of order) {
      const code = (row: number): number => c.columns[a][row];
      const candidates: number[][][] = [];
      const { tree } = c.attributes[a];
      if (tree !== null) {
        const { lo, hi } = boxes[a];
        const childrenOf = (node: number): number[] =>
          Array.from(tree.children.slice(tree.childStart[node], tree.childStart[node + 1]));
        const smallest = (node: number): number => {
          const child = childrenOf(node).find((each) => tree.lo[each] <= lo && hi <= tree.hi[each]);
          return child === undefined ? node : smallest(child);
        };
        candidates.push(
          childrenOf(smallest(0))
            .map((child) => rows.filter((row) => tree.lo[child] <= code(row) && code(row) <= tree.hi[child]))
            .filter((side) => side.length > 0),
        );
      } else {
        const sorted = rows.map(code).sort((x, y) => x - y);
        const median = sorted[Math.ceil(rows.length / 2) - 1];
        const cuts = [median, median - 1].map((last) => [
          rows.filter((row) => code(row) <= last),
          rows.filter((row) => code(row) > last),
        ]);
        const imbalance = (cut: number[][]): number => Math.abs(cut[0].length - cut[1].length);
        if (cuts[1][0].length > 0 && imbalance(cuts[1]) < imbalance(cuts[0])) cuts.reverse();
        candidates.push(...cuts);
      }
      for (const cut of candidates) {
        if (cut.length < 2 || !cut.every((side) => side.length > 0 && holdsByDefinition(c, side))) continue;
        cut.forEach(partition);
        return;
      }
    }
    classes.push(rows);
  };
  partition(Array.from({ length: c.rows }, (_, row) => row));
  return classes;
}

function run(
  engine: Engine,
  c: MondrianCase,
  partitioning: 'strict' | 'relaxed',
): { result: MondrianResult; classOf: Int32Array } {
  const table = engine.load(
    c.rows,
    c.columns.map((codes, i) => ({ codes, size: c.sizes[i] })),
  );
  const set = engine.frequencySet(table);
  const vectorOf = set.vectorOf();
  const search = engine.mondrian(set, { attributes: c.attributes, conditions: c.conditions, partitioning });
  while (!search.step(7)) expect(search.progress()).toBeLessThanOrEqual(1);
  const result = search.result();
  search.dispose();
  set.dispose();
  table.dispose();
  const start = new Map<number, number>();
  result.parts.vector.forEach((vector, part) => {
    if (!start.has(vector)) start.set(vector, part);
  });
  const left = Uint32Array.from(result.parts.count);
  const classOf = Int32Array.from(vectorOf, (vector) => {
    let part = start.get(vector)!;
    while (left[part] === 0) part++;
    if (result.parts.vector[part] !== vector) expect(result.parts.vector[part]).toBe(vector);
    left[part]--;
    return result.parts.classId[part];
  });
  expect(left.every((rest) => rest === 0)).toBe(true);
  return { result, classOf };
}

function groups(classOf: Int32Array): string[] {
  const rows = new Map<number, number[]>();
  classOf.forEach((id, row) => void (rows.get(id)?.push(row) ?? rows.set(id, [row])));
  return [...rows.values()].map((list) => list.join()).sort();
}

const CASES = casesOf(20_000, 100);

describe('the Mondrian kernel', () => {
  it('cuts strictly as the paper says, the same in every engine', async () => {
    const engines = await openEngines();
    expect(engines.map((engine) => engine.variant).sort()).toEqual(ALL);
    for (let seed = 0; seed < CASES; seed++) {
      const c = randomMondrianCase(seed);
      const expected = strictByDefinition(c)
        .map((rows) => rows.join())
        .sort();
      const outcomes = engines.map((engine) => run(engine, c, 'strict'));
      for (const { result, classOf } of outcomes) {
        expect(groups(classOf), `seed ${seed}`).toEqual(expected);
        expect(result, `seed ${seed}`).toEqual(outcomes[0].result);
        expectBoxes(c, result, classOf);
      }
    }
    engines.forEach((engine) => engine.dispose());
  });

  it('divides evenly when relaxed, the same in every engine, with k to 2k - 1 rows in a class unless rows are equal', async () => {
    const engines = await openEngines();
    for (let seed = 0; seed < CASES; seed++) {
      const c = randomMondrianCase(seed);
      const outcomes = engines.map((engine) => run(engine, c, 'relaxed'));
      for (const { result, classOf } of outcomes) {
        expect(result, `seed ${seed}`).toEqual(outcomes[0].result);
        expectBoxes(c, result, classOf);
      }
      const { result, classOf } = outcomes[0];
      for (let id = 0; id < result.classes; id++) {
        const rows = [...classOf.keys()].filter((row) => classOf[row] === id);
        if (result.classes > 1) expect(holdsByDefinition(c, rows), `seed ${seed}`).toBe(true);
        if (c.conditions.length === 1 && result.lower.some((lower, a) => lower[id] !== result.upper[a][id])) {
          expect(rows.length).toBeLessThan(2 * c.k);
        }
      }
    }
    engines.forEach((engine) => engine.dispose());
  });

  it('numbers classes by first appearance and takes codes of every width', async () => {
    const engines = await openEngines();
    const random = mulberry32(5);
    const rows = 4_000;
    const sizes = [200, 1_000, 70_000, 3, 300, 2];
    const columns = sizes.map((size) => Uint32Array.from({ length: rows }, () => Math.floor(random() * size)));
    const attributes = sizes.slice(0, 5).map((size) => ({
      positions: Float64Array.from({ length: size }, (_, i) => i),
      range: size - 1,
      rank: size,
      tree: null,
    }));
    const results = engines.map((engine) => {
      const table = engine.load(
        rows,
        columns.map((codes, i) => ({ codes, size: sizes[i] })),
      );
      const set = engine.frequencySet(table);
      const search = engine.mondrian(set, {
        attributes,
        conditions: [
          { kind: 'size', minimum: 5 },
          { kind: 'distinct', column: 5, l: 2 },
        ],
        partitioning: 'strict',
      });
      while (!search.step(1e5));
      return search.result();
    });
    for (const result of results) expect(result).toEqual(results[0]);
    let next = 0;
    for (const id of results[0].parts.classId) {
      expect(id).toBeLessThanOrEqual(next);
      if (id === next) next++;
    }
    expect(next).toBe(results[0].classes);
    expect(results[0].classes).toBeGreaterThan(100);
    engines.forEach((engine) => engine.dispose());
  });
});

const ALL: EngineVariant[] = ['js', 'wasm', 'wasm-debug'];

function expectBoxes(c: MondrianCase, result: MondrianResult, classOf: Int32Array): void {
  for (let a = 0; a < c.q; a++) {
    const lower = new Uint32Array(result.classes).fill(0xffffffff);
    const upper = new Uint32Array(result.classes);
    classOf.forEach((id, row) => {
      const code = c.columns[a][row];
      if (code < lower[id]) lower[id] = code;
      if (code > upper[id]) upper[id] = code;
    });
    expect(result.lower[a]).toEqual(lower);
    expect(result.upper[a]).toEqual(upper);
  }
  const sizes = new Uint32Array(result.classes);
  for (const id of classOf) sizes[id]++;
  expect(result.sizes).toEqual(sizes);
}
