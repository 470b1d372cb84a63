import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/create-engine.js';
import type { EngineColumn, FrequencySet } from '../../src/engine/engine.js';
import { CapacityError, EngineError, InvalidArgumentError } from '../../src/base/errors.js';
import { sharedFolder, sharedPath } from '../shared.js';
import { long } from '../shared.js';
import { allEngines, openEngines } from './engines.js';

const engines = await allEngines();

const bytes = (codes: readonly number[], size: number): EngineColumn => ({ codes: Uint8Array.from(codes), size });

describe('keys', () => {
  it('are never merged falsely: two rows that differ in one of up to 1,000 binary columns are two classes', () => {
    for (const engine of engines) {
      for (const count of [31, 32, 33, 53, 54, 55, 64, 65, 1000]) {
        for (const differing of [0, 1, 30, 31, 32, 33, 52, 53, 54, 63, 64, count - 1].filter((c) => c < count)) {
          const columns = Array.from({ length: count }, (_, c) => bytes([0, c === differing ? 1 : 0], 2));
          const table = engine.load(2, columns);
          const set = engine.frequencySet(table);
          expect(set.length, `${engine.variant}, ${count} columns, column ${differing}`).toBe(2);
          table.dispose();
          const same = engine.rollUp(
            set,
            columns.map((_, c) => (c === differing ? { map: Uint32Array.of(0, 0), size: 1 } : null)),
          );
          expect(same.length).toBe(1);
          expect(Array.from(same.counts())).toEqual([2]);
          same.dispose();
          set.dispose();
        }
      }
    }
  });

  const rows = long ? 1_000_000 : 70_000;
  it(`keep ${rows} distinct rows apart, in one word and in several`, () => {
    const row = Uint32Array.from({ length: rows }, (_, i) => i);
    const digit = (divisor: number, base: number): Uint32Array => row.map((i) => Math.floor(i / divisor) % base);
    const tables: EngineColumn[][] = [
      [{ codes: row, size: rows }],
      [0, 1, 2, 3, 4, 5].map((power) => ({ codes: digit(10 ** power, 10), size: 10 })),
      [0, 2, 4].map((power) => ({ codes: digit(10 ** power, 100), size: 100_000 })),
    ];
    for (const engine of engines) {
      if (engine.variant === 'wasm-debug') continue;
      for (const columns of tables) {
        const table = engine.load(rows, columns);
        const set = engine.frequencySet(table);
        expect(set.length, engine.variant).toBe(rows);
        expect(engine.classSums(set.counts(), 1).sumOfSquares).toBe(BigInt(rows));
        set.dispose();
        table.dispose();
      }
    }
  });
});

describe('sums', () => {
  it('of squares are exact where 32 bits and doubles are not', () => {
    for (const engine of engines) {
      for (const rows of [30162, 46340, 46341, 65535, 65536, 100000, 1000000, 94906265, 94906267, 4294967295]) {
        const set = engine.frequencySetOf([bytes([0], 1)], Uint32Array.of(rows));
        const sums = engine.classSums(set.counts(), 1);
        expect(sums.sumOfSquares, engine.variant).toBe(BigInt(rows) ** 2n);
        expect(sums.released).toBe(rows);
        set.dispose();
      }
      const two = engine.classSums(Uint32Array.of(4294967295, 4294967295, 4294967295, 4294967295, 4294967295), 2);
      expect(two.sumOfSquares).toBe(5n * 4294967295n ** 2n);
      expect(two.released).toBe(5 * 4294967295);
    }
  });

  it.skipIf(sharedFolder === null)('are those of the overflow table', () => {
    const truth = JSON.parse(readFileSync(sharedPath('truth/overflow.json'), 'utf8')) as {
      discernibility: { rows: number; sumSquares: string }[];
    };
    for (const engine of engines) {
      for (const { rows, sumSquares } of truth.discernibility) {
        expect(engine.classSums(Uint32Array.of(rows), 1).sumOfSquares.toString()).toBe(sumSquares);
      }
    }
  });

  it('count identical rows one by one: 46,341 and 65,536 of them', () => {
    for (const engine of engines) {
      for (const rows of [46341, 65536]) {
        const table = engine.load(rows, [{ codes: new Uint8Array(rows), size: 2 }]);
        const set = engine.frequencySet(table);
        expect(engine.classSums(set.counts(), 1).sumOfSquares).toBe(BigInt(rows) ** 2n);
        set.dispose();
        table.dispose();
      }
    }
  });

  it('refuse more rows than 2^32 - 1', () => {
    for (const engine of engines) {
      expect(() => engine.frequencySetOf([bytes([0, 1], 2)], Uint32Array.of(4294967295, 1))).toThrow(CapacityError);
    }
  });
});

describe('memory', () => {
  const rows = 50_000;
  const columns: EngineColumn[] = [0, 1, 2].map((c) => ({
    codes: Uint16Array.from({ length: rows }, (_, i) => (i * (c + 3)) % 997),
    size: 1000,
  }));

  it('that does not suffice is a CapacityError with sizes, after which the engine works on', async () => {
    for (const engine of await openEngines({ maximumBytes: 0x100000 })) {
      if (engine.name === 'js') continue;
      const table = engine.load(rows, columns);
      expect(engine.variant).toMatch(/^wasm/);
      for (let attempt = 0; attempt < 3; attempt++) {
        let caught: unknown;
        const kept: FrequencySet[] = [];
        try {
          while (kept.length < 20) kept.push(engine.frequencySet(table));
        } catch (error) {
          caught = error;
        }
        expect(kept.length).toBeGreaterThan(0);
        for (const set of kept) set.dispose();
        expect(caught).toBeInstanceOf(CapacityError);
        const { needed, limit, engineUsable } = caught as CapacityError;
        expect(limit).toBeLessThanOrEqual(0x100000);
        expect(needed).toBeGreaterThan(limit);
        expect(engineUsable).toBe(true);
      }
      expect(() =>
        engine.load(
          rows * 20,
          columns.map(({ size }) => ({ codes: new Uint16Array(rows * 20), size })),
        ),
      ).toThrow(CapacityError);
      const small = engine.frequencySet(
        table,
        [0],
        [{ map: Uint32Array.from({ length: 1000 }, (_, i) => i % 2), size: 2 }],
      );
      expect(Array.from(small.counts())).toEqual(evenAndOdd(columns[0].codes));
      engine.dispose();
    }
  });

  it('of freed sets is used again, in any order', async () => {
    for (const engine of await openEngines({ maximumBytes: 0x800000 })) {
      const table = engine.load(rows, columns);
      const base = engine.frequencySet(table);
      const expected = engine.project(base, [0]).counts().join();
      const kept: { dispose(): void }[] = [];
      for (let i = 0; i < 600; i++) {
        const set = engine.project(base, [i % 3]);
        if (i % 3 === 0) expect(set.counts().join()).toBe(expected);
        kept.push(set);
        if (kept.length > 20) kept.splice((i * 7) % 20, 1)[0].dispose();
      }
      engine.dispose();
    }
  });

  it('refuses searches and scans that were disposed of, or whose engine was', async () => {
    for (const engine of await openEngines()) {
      const open = () => {
        const scan = engine.pointScan([Float64Array.of(1, 2)], Uint32Array.of(1, 1));
        const members = engine.memberScan([Uint32Array.of(0, 1)], [2]);
        const line = { vectorOf: Uint32Array.of(0), codes: [], costs: [] };
        const runs = engine.greedyRuns(line, Uint32Array.of(1, 2));
        const uses = [() => scan.farthest(Float64Array.of(1)), () => members.nearest(), () => runs.step(1)];
        return { uses, all: [scan, members, runs] };
      };
      const disposed = open();
      for (const each of [...disposed.all, ...disposed.all]) each.dispose();
      for (const use of disposed.uses) expect(use, engine.variant).toThrow(/disposed/);
      const { uses, all } = open();
      engine.dispose();
      for (const use of uses) expect(use, engine.variant).toThrow(EngineError);
      for (const each of all) each.dispose();
    }
  });

  // promise: engine-memory-empty
  it('holds nothing of the rows after dispose', async () => {
    const memories: WebAssembly.Memory[] = [];
    const Original = WebAssembly.Memory;
    WebAssembly.Memory = class extends Original {
      constructor(descriptor: WebAssembly.MemoryDescriptor) {
        super(descriptor);
        memories.push(this);
      }
    };
    try {
      const open = await openEngines();
      for (const engine of open) {
        const table = engine.load(rows, columns);
        const set = engine.frequencySet(table);
        engine.rollUp(set, [null, null, { map: new Uint32Array(1000), size: 1 }]);
        engine.classSums(set.counts(), 2);
        engine.dispose();
        expect(() => set.counts()).toThrow(EngineError);
        expect(() => engine.load(0, [])).toThrow(EngineError);
      }
    } finally {
      WebAssembly.Memory = Original;
    }
    // Two that held rows, and the empty ones that took their places.
    const held = memories.filter(({ buffer }) => buffer.byteLength > 0);
    expect([held.length, memories.length]).toEqual([2, 4]);
    for (const memory of held) {
      const words = new Uint32Array(memory.buffer, 1024);
      expect(words.findIndex((word) => word !== 0)).toBe(-1);
    }
  });
});

describe('arguments', () => {
  it('out of range are refused before memory is touched, naming the argument and no cell', () => {
    for (const engine of engines) {
      const refuses = (action: () => unknown, argument: string): void => {
        expect(action, `${engine.variant} ${argument}`).toThrow(InvalidArgumentError);
        expect(action).toThrow(argument);
      };
      const table = engine.load(3, [bytes([0, 1, 2], 3), bytes([0, 0, 1], 2)]);
      const set = engine.frequencySet(table);
      refuses(() => engine.load(2, [bytes([0, 5], 2)]), 'columns[0].codes');
      refuses(() => engine.load(2, [bytes([0], 2)]), 'columns[0].codes');
      refuses(() => engine.load(3, [bytes([0, 2, 1], 2)]), 'columns[0].codes');
      const mapped = { codes: Uint8Array.of(0, 2, 1), size: 9 };
      refuses(() => engine.load(3, [{ ...mapped, map: Uint32Array.of(1, 2) }]), 'columns[0].codes');
      engine.load(3, [{ ...mapped, map: Uint32Array.of(1, 2, 8) }]).dispose();
      engine.load(0, [{ ...mapped, codes: new Uint8Array(0), map: new Uint32Array(0) }]).dispose();
      refuses(() => engine.load(-1, []), 'rows');
      refuses(() => engine.load(1, [{ codes: new Uint8Array(1), size: 0 }]), 'columns[0].size');
      refuses(
        () => engine.load(1, [{ codes: Uint8Array.of(3), size: 9, map: Uint32Array.of(1, 2) }]),
        'columns[0].codes',
      );
      refuses(() => engine.load(1, [{ codes: Uint8Array.of(0), size: 2, map: Uint32Array.of(2) }]), 'columns[0].map');
      refuses(() => engine.frequencySet(table, [2]), 'columns[0]');
      refuses(() => engine.frequencySet(table, [0], [{ map: Uint32Array.of(0, 0), size: 1 }]), 'maps[0].map');
      refuses(() => engine.frequencySet(table, [0], [{ map: Uint32Array.of(0, 0, 1), size: 1 }]), 'maps[0].map');
      refuses(() => engine.rollUp(set, [null]), 'maps');
      refuses(() => engine.project(set, [5]), 'columns[0]');
      refuses(() => engine.frequencySetOf([bytes([0, 1], 2)], Uint32Array.of(1, 0)), 'counts');
      refuses(() => engine.splitClasses(table, { count: 1, classOf: Uint32Array.of(0, 0, 1) }, 0), 'classes.classOf');
      refuses(() => engine.histogram(table, { count: 1, classOf: Uint32Array.of(0, 0, 1) }, 0), 'classes.classOf');
      refuses(() => engine.histogram(table, { count: 1, classOf: Uint32Array.of(0, 0) }, 0), 'classes.classOf');
      refuses(() => engine.groupHistogram(set, Uint32Array.of(0, 0, 7), 2, 0), 'groupOf');
      refuses(() => engine.minoritySum(Uint32Array.of(1, 2, 3), 2), 'histogram');
      const condition = { kind: 'recursive', column: 0, l: 0, c: 1 } as const;
      refuses(() => engine.checkCondition(condition, Uint32Array.of(1), Uint32Array.of(1)), 'condition.l');
      expect(() => engine.groupHistogram(set, Uint32Array.of(0, 0, 0), 2 ** 30, 0)).toThrow(CapacityError);
      set.dispose();
      expect(() => set.counts()).toThrow(EngineError);
      expect(() => engine.rollUp(set, [null, null])).toThrow(EngineError);
      table.dispose();
      expect(() => engine.frequencySet(table)).toThrow(EngineError);
    }
  });

  it('of createEngine are checked, and engines do not take tables of others', async () => {
    await expect(createEngine({ engine: 'wasm-debug' as 'wasm' })).rejects.toThrow(InvalidArgumentError);
    const other = await createEngine();
    const table = other.load(1, [bytes([0], 1)]);
    for (const engine of engines) expect(() => engine.frequencySet(table)).toThrow(InvalidArgumentError);
    other.dispose();
  });
});

function evenAndOdd(codes: ArrayLike<number>): number[] {
  let odd = 0;
  for (let i = 0; i < codes.length; i++) odd += codes[i] & 1;
  return [codes.length - odd, odd];
}
