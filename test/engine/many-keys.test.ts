import { describe, expect, it } from 'vitest';
import type { Engine, EngineColumn } from '../../src/engine/engine.js';
import { openEngines } from './engines.js';
import { generator } from './random.js';
import { inTurn } from '../shared.js';

/** Merges rows of numbers by a Map of numeric keys: fast enough for many rows. */
function merge(keys: Float64Array, weights: Uint32Array): { first: number[]; counts: number[]; vectorOf: Uint32Array } {
  const numbers = new Map<number, number>();
  const first: number[] = [];
  const counts: number[] = [];
  const vectorOf = keys.map((key, row) => {
    let number = numbers.get(key);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(key, number);
      first.push(row);
      counts.push(0);
    }
    counts[number] += weights[row];
    return number;
  });
  return { first, counts, vectorOf: Uint32Array.from(vectorOf) };
}

const same = (actual: ArrayLike<number>, expected: ArrayLike<number>): boolean => {
  if (actual.length !== expected.length) return false;
  for (let i = 0; i < actual.length; i++) if (actual[i] !== expected[i]) return false;
  return true;
};

describe('rows with many distinct vectors', () => {
  it('are merged by partitions as by definition, in every engine', async () => {
    const engines: Engine[] = await openEngines();
    const cases = [
      { rows: 200_000, distinct: 150_000, sizes: [60_000, 50_000] },
      { rows: 200_001, distinct: 30_000, sizes: [300, 300, 300, 100] },
      { rows: 131_072, distinct: 1e9, sizes: [65_536, 65_536] },
      { rows: 150_000, distinct: 1e9, sizes: [4_294_967_295] },
      { rows: 150_000, distinct: 100_000, sizes: [70_000, 70_000, 3] },
    ];
    inTurn([...cases.entries()], 5).forEach(([seed, { rows, distinct, sizes }]) => {
      const random = generator(seed + 1);
      const columns = sizes.map((size): EngineColumn & { codes: Uint32Array } => ({
        codes: new Uint32Array(rows),
        size,
      }));
      const keys = new Float64Array(rows);
      const weights = new Uint32Array(rows);
      for (let row = 0; row < rows; row++) {
        // A vector is a function of its number; numbers are skewed towards 0.
        const inner = generator(Math.floor(distinct * random.unit() ** 2) + 7);
        for (const column of columns) {
          column.codes[row] = inner.below(column.size);
          keys[row] = keys[row] * column.size + column.codes[row];
        }
        weights[row] = 1 + random.below(9);
      }
      const plain = merge(keys, new Uint32Array(rows).fill(1));
      const weighted = merge(keys, weights);
      expect(plain.first.length).toBeGreaterThan(16_384);
      for (const engine of engines) {
        const what = `${engine.variant}, case ${seed}`;
        const table = engine.load(rows, columns);
        const set = engine.frequencySet(table);
        expect(set.length, what).toBe(plain.first.length);
        expect(same(set.counts(), plain.counts), what).toBe(true);
        expect(same(set.vectorOf(), plain.vectorOf), what).toBe(true);
        const other = engine.frequencySetOf(columns, weights);
        expect(same(other.counts(), weighted.counts), what).toBe(true);
        columns.forEach(({ codes }, c) => {
          const expected = plain.first.map((row) => codes[row]);
          expect(same(set.codes(c), expected), what).toBe(true);
          expect(same(other.codes(c), expected), what).toBe(true);
        });
        const whole = { count: 1, classOf: new Uint32Array(rows) };
        let classes = engine.splitClasses(table, whole, 0);
        for (let c = 1; c < sizes.length; c++) classes = engine.splitClasses(table, classes, c);
        expect(classes.count, what).toBe(plain.first.length);
        expect(same(classes.classOf, plain.vectorOf), what).toBe(true);
        for (const part of [set, other, table]) part.dispose();
      }
    });
    for (const engine of engines) engine.dispose();
  }, 240_000);
});
