import { describe, expect, it } from 'vitest';
import { countByClass } from '../../src/release/count-by-class.js';
import { suppressedRow } from '../../src/release/pieces.js';
import { drawing } from '../random.js';

/** [classes] rows of each value that occurs, by value. */
function countNaively(classes: number, classOf: Uint32Array, codes: Uint32Array, weights?: Uint32Array) {
  return Array.from({ length: classes }, (_, c) => {
    const rows: Record<number, number> = {};
    for (const [row, code] of codes.entries()) {
      if (classOf[row] === c) rows[code] = (rows[code] ?? 0) + (weights?.[row] ?? 1);
    }
    return rows;
  });
}

describe('the values of each class', () => {
  // With few classes and values they are counted in a table of both, with many in the rows themselves.
  it.each([
    ['few', 4, 5, 400],
    ['many', 60, 50, 400],
    ['one class and', 1, 500, 400],
    ['one', 30, 1, 20],
    ['no rows of', 3, 4, 0],
  ])('%s values: every value that occurs is there once, with its rows, and no other', (_, classes, size, rows) => {
    for (let seed = 1; seed <= 40; seed++) {
      const below = drawing(seed);
      const classOf = Uint32Array.from({ length: rows }, () => (below(5) === 0 ? suppressedRow : below(classes)));
      const codes = Uint32Array.from({ length: rows }, () => below(size));
      const weights = seed % 2 === 0 ? Uint32Array.from(codes, () => 1 + below(9)) : undefined;
      const counted = countByClass(classes, classOf, codes, size, weights);
      expect(counted.size).toBe(size);
      expect([counted.start[0], counted.start.length]).toEqual([0, classes + 1]);
      expect([counted.code.length, counted.rows.length]).toEqual([counted.start[classes], counted.start[classes]]);
      const found = Array.from({ length: classes }, (__, c) => {
        const pairs = Array.from({ length: counted.start[c + 1] - counted.start[c] }, (___, i) => {
          const at = counted.start[c] + i;
          return [counted.code[at], counted.rows[at]] as const;
        });
        expect(new Set(pairs.map(([code]) => code)).size).toBe(pairs.length);
        return Object.fromEntries(pairs);
      });
      expect(found).toEqual(countNaively(classes, classOf, codes, weights));
    }
  });
});
