import { runToCompletion } from '../../src/base/steps.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cryptographicRandom, seededRandom, shuffle } from '../../src/base/random.js';
import { assignEntries, countPieces, suppressedRow } from '../../src/release/pieces.js';
import { orderRows } from '../../src/release/row-order.js';
import { selectColumn } from '../../src/release/select-column.js';
import { toJson } from '../../src/release/to-json.js';
import { casesOf } from '../shared.js';

describe('the order of released rows', () => {
  // promise: order-random
  it('is every order equally often', () => {
    const random = seededRandom(7);
    const seen = new Map<string, number>();
    const rounds = 24_000;
    for (let i = 0; i < rounds; i++) {
      const values = Uint32Array.of(0, 1, 2, 3);
      shuffle(values, random);
      seen.set(values.join(), (seen.get(values.join()) ?? 0) + 1);
    }
    expect(seen.size).toBe(24);
    let chi = 0;
    for (const count of seen.values()) chi += (count - rounds / 24) ** 2 / (rounds / 24);
    // 23 degrees of freedom: 49.7 is passed once in a thousand.
    expect(chi).toBeLessThan(49.7);
  });

  it('is a permutation, from either generator, also past one buffer', () => {
    for (const random of [cryptographicRandom(), seededRandom(1)]) {
      const values = Uint32Array.from({ length: 40_000 }, (_, i) => i);
      shuffle(values, random);
      expect(values.some((value, i) => value !== i)).toBe(true);
      expect(values.slice().sort()).toEqual(Uint32Array.from({ length: 40_000 }, (_, i) => i));
    }
  });

  it('comes again with the same seed and not with another', () => {
    const order = (seed: number): string => {
      const values = Uint32Array.from({ length: 50 }, (_, i) => i);
      shuffle(values, seededRandom(seed));
      return values.join();
    };
    expect(order(5)).toBe(order(5));
    expect(new Set([0, 1, 2, 5, 2 ** 32, 2 ** 32 + 5, 2 ** 53 - 1].map(order)).size).toBe(7);
  });

  it('leaves suppressed rows out, or keeps them to be starred', () => {
    const classOf = Uint32Array.of(0, suppressedRow, 1, 0);
    const random = seededRandom(1);
    expect([...runToCompletion(orderRows(classOf, { order: 'input' }, random))]).toEqual([0, 2, 3]);
    expect([...runToCompletion(orderRows(classOf, { order: 'input', suppressed: 'star' }, random))]).toEqual([
      0, 1, 2, 3,
    ]);
    expect([...runToCompletion(orderRows(classOf, undefined, random))].sort()).toEqual([0, 2, 3]);
  });
});

describe('the classes of rows', () => {
  it('are those of the parts, first rows first, and the rest is suppressed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(5), { minLength: 1, maxLength: 40 }),
        fc.array(fc.record({ vector: fc.nat(5), classId: fc.nat(3), count: fc.nat(6) }), { maxLength: 12 }),
        (vectorOf, drawn) => {
          const sorted = [...drawn].sort((a, b) => a.vector - b.vector);
          const column = (key: 'vector' | 'classId' | 'count') => Uint32Array.from(sorted, (part) => part[key]);
          const parts = { vector: column('vector'), classId: column('classId'), count: column('count') };
          const rows = new Uint32Array(vectorOf.length).fill(1);
          const found = assignEntries(Uint32Array.from(vectorOf), rows, 6, parts);
          const queues = [0, 1, 2, 3, 4, 5].map((vector) =>
            sorted
              .filter((part) => part.vector === vector)
              .flatMap((part) => Array<number>(part.count).fill(part.classId)),
          );
          const expected = vectorOf.map((vector) => queues[vector].shift() ?? suppressedRow);
          expect([...found.classId]).toEqual(expected);
          expect([...found.entry]).toEqual(expected.map((_, row) => row));
          expect(found.count).toEqual(rows);
          const { sizes, suppressed } = countPieces(found, 4);
          expect(suppressed + sizes.reduce((sum, size) => sum + size, 0)).toBe(vectorOf.length);
        },
      ),
      { seed: 3, numRuns: casesOf(50_000, 200) },
    );
  });
});

describe('the pieces of a counted table', () => {
  it('are the rows of the parts, whether vectors stay whole or not', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ vector: fc.nat(5), weight: fc.integer({ min: 1, max: 4 }) }), {
          minLength: 1,
          maxLength: 20,
        }),
        fc.array(fc.record({ vector: fc.nat(5), classId: fc.nat(3), share: fc.constantFrom(0.5, 1) }), {
          maxLength: 8,
        }),
        fc.boolean(),
        (entries, drawn, whole) => {
          const rowsOf = (vector: number): number =>
            entries.reduce((sum, entry) => (entry.vector === vector ? sum + entry.weight : sum), 0);
          const ascending = drawn
            .map(({ share, ...part }) => ({ ...part, count: Math.ceil(rowsOf(part.vector) * (whole ? 1 : share)) }))
            .filter(({ count }) => count > 0)
            .sort((a, b) => a.vector - b.vector)
            .filter(({ vector }, i, all) => !whole || i === 0 || all[i - 1].vector !== vector);
          const parts = {
            vector: Uint32Array.from(ascending, ({ vector }) => vector),
            classId: Uint32Array.from(ascending, ({ classId }) => classId),
            count: Uint32Array.from(ascending, ({ count }) => count),
          };
          const vectorOf = Uint32Array.from(entries, ({ vector }) => vector);
          const weights = Uint32Array.from(entries, ({ weight }) => weight);
          const pieces = assignEntries(vectorOf, weights, 6, parts);
          const rows = entries.flatMap(({ weight }, entry) => Array<number>(weight).fill(entry));
          const queues = [0, 1, 2, 3, 4, 5].map((vector) =>
            ascending
              .filter((part) => part.vector === vector)
              .flatMap(({ classId, count }) => Array<number>(count).fill(classId)),
          );
          const found = [...pieces.count].flatMap((count, p) =>
            Array<string>(count).fill(`${pieces.entry[p]} ${pieces.classId[p]}`),
          );
          const expected = rows.map((entry) => `${entry} ${queues[vectorOf[entry]].shift() ?? suppressedRow}`);
          expect(found).toEqual(expected);
        },
      ),
      { seed: 5, numRuns: casesOf(20_000, 80) },
    );
  });
});

describe('a released column', () => {
  it('has a dictionary of the released values alone, in the order of the release', () => {
    const texts = ['withheld', 'b', '', 'a'];
    const codes = Uint8Array.of(0, 1, 2, 3, 1);
    const source = { name: 'x', type: 'string' as const, texts, numbers: null, missingCode: 2, codes };
    const column = selectColumn(source, Uint32Array.of(3, 4, 2, 1));
    expect(column.texts).toEqual(['a', 'b', '']);
    expect([...column.codes]).toEqual([0, 1, 2, 1]);
    expect(column.missingCode).toBe(2);
    expect(selectColumn(source, Uint32Array.of(1)).missingCode).toBe(-1);
    expect(selectColumn(source, new Uint32Array(0)).texts).toEqual([]);
  });
});

describe('JSON text', () => {
  it('is that of JSON.stringify for plain data', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const numbersOnLines = /\[\n\s*(-?\d[\d.e+-]*(?:,\n\s*-?\d[\d.e+-]*)*)\n\s*\]/g;
        const expected = JSON.stringify(value, null, indent);
        // No string holds the end of a line: JSON escapes it.
        const onOneLine = (_: string, numbers: string): string => `[${numbers.replaceAll(/\n\s*/g, ' ')}]`;
        expect(toJson(value, indent)).toBe(expected.replace(numbersOnLines, onOneLine));
      }),
      { seed: 4, numRuns: casesOf(20_000, 80) },
    );
  });

  it('has lists of numbers on one line, and others with a line an item', () => {
    expect(toJson({ a: [[1, 2.5], [-3]], b: [1, 'x'] }, 2)).toBe(
      '{\n  "a": [\n    [1, 2.5],\n    [-3]\n  ],\n  "b": [\n    1,\n    "x"\n  ]\n}',
    );
  });

  it('holds whole numbers past 2^53 with all their digits', () => {
    expect(toJson({ a: 9_007_199_515_875_289n, b: NaN, c: undefined })).toBe('{"a":9007199515875289,"b":null}');
  });
});
