import { describe, expect, it } from 'vitest';
import { InvalidArgumentError } from '../../src/base/errors.js';
import { seededRandom } from '../../src/base/random.js';
import { drawRows } from '../../src/table/draw-rows.js';
import { expandCounted } from '../../src/table/expand-counted.js';
import { buffersOf, toPlainTable } from '../../src/table/plain-table.js';
import {
  allocateCodes,
  type Column,
  countRowsPerCode,
  isTable,
  mapCodes,
  pickCodes,
  rowsPerEntry,
  Table,
  withWarnings,
} from '../../src/table/table.js';
import { drawing } from '../random.js';

const columnOf = (name: string, codes: readonly number[], more: Partial<Column> = {}): Column => ({
  name,
  type: 'string',
  codes: Uint8Array.from(codes),
  texts: ['a', 'b', 'c'].slice(0, Math.max(0, ...codes) + 1),
  numbers: null,
  missingCode: -1,
  ...more,
});
const errorOf = (run: () => unknown): InvalidArgumentError => {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidArgumentError);
    return error as InvalidArgumentError;
  }
  throw new Error('nothing was thrown');
};

describe('a table', () => {
  it('has columns of its own length and names that differ, and says which has not', () => {
    expect(errorOf(() => new Table(3, [columnOf('x', [0, 1, 2]), columnOf('y', [0, 1])]))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      argument: 'columns["y"].codes',
      expected: '3 codes',
      received: '2',
    });
    expect(errorOf(() => new Table(3, [columnOf('x', [0]), columnOf('x', [0])], [], Uint32Array.of(3)))).toMatchObject({
      argument: 'columns["x"].rowsPerCode',
      received: 'none',
    });
    expect(errorOf(() => new Table(1, [columnOf('x', [0]), columnOf('x', [0])]))).toMatchObject({
      code: 'DUPLICATE_COLUMN',
      argument: 'columns',
    });
    const table = new Table(2, [columnOf('x', [0, 1]), columnOf('y', [0, 0])]);
    expect([table.entries, table.warnings, table.weights]).toEqual([2, [], null]);
    expect(table.column('y')).toBe(table.columns[1]);
    expect(table.column('z')).toBeUndefined();
    expect(errorOf(() => table.cells('z'))).toMatchObject({ code: 'UNKNOWN_COLUMN', argument: 'name' });
  });

  it('differs from what is none', () => {
    expect(isTable(new Table(0, []))).toBe(true);
    expect(isTable({ rows: 0, columns: [] })).toBe(true);
    for (const other of [null, undefined, 3, 'text', [], {}, { rows: 1 }, { columns: [] }, { rows: '1', columns: [] }])
      expect(isTable(other)).toBe(false);
    expect(isTable({ rows: 1, columns: {} })).toBe(false);
    expect(isTable(Object.assign(() => 1, { rows: 1, columns: [] }))).toBe(false);
  });

  it('takes warnings before its own, and is the same where there are none', () => {
    const own = { code: 'B', message: 'b' };
    const weights = Uint32Array.of(2, 1);
    const table = new Table(3, [columnOf('x', [0, 1], { rowsPerCode: weights })], [own], weights);
    expect(withWarnings(table, [])).toBe(table);
    const first = { code: 'A', message: 'a' };
    const more = withWarnings(table, [first]);
    expect([more.rows, more.columns, more.warnings, more.weights]).toEqual([3, table.columns, [first, own], weights]);
  });

  it('that is counted has rows as often as they count', () => {
    const weights = Uint32Array.of(2, 1, 3);
    const column = columnOf('x', [1, 0, 1], { rowsPerCode: Uint32Array.of(1, 5) });
    const table = new Table(6, [column], [{ code: 'A', message: 'a' }], weights);
    const plain = expandCounted(table);
    expect([plain.rows, plain.entries, plain.weights, plain.warnings]).toEqual([6, 6, null, table.warnings]);
    expect([...plain.columns[0].codes]).toEqual([1, 1, 0, 1, 1, 1]);
    expect(plain.columns[0].texts).toEqual(['a', 'b']);
    expect(expandCounted(plain)).toBe(plain);
    expect(rowsPerEntry(table)).toBe(weights);
    expect([...rowsPerEntry(plain)]).toEqual([1, 1, 1, 1, 1, 1]);
    expect(countRowsPerCode(column)).toBe(column.rowsPerCode);
    expect([...countRowsPerCode({ ...plain.columns[0], rowsPerCode: undefined })]).toEqual([1, 5]);
    expect(table.cells('x')).toEqual(plain.cells('x'));
    expect(table.toRows()).toEqual(plain.toRows());
  });

  it('counts the rows of each value once, and keeps no counts of a few rows', () => {
    const column = columnOf('x', [2, 0, ...new Array<number>(298).fill(1)]);
    const counts = countRowsPerCode(column);
    expect([...counts]).toEqual([1, 298, 1]);
    expect(countRowsPerCode(column)).toBe(counts);
    const few = columnOf('x', [2, 0, 2, 1, 2]);
    expect([...countRowsPerCode(few)]).toEqual([1, 1, 3]);
    expect(countRowsPerCode(few)).not.toBe(countRowsPerCode(few));
  });

  it('is a message of its columns, with each buffer once', () => {
    const numbers = Float64Array.of(1, 2);
    const column = columnOf('x', [0, 1], { numbers, type: 'integer' });
    const table = new Table(2, [column, columnOf('y', [0, 0]), { ...column, name: 'z' }]);
    const plain = toPlainTable(table);
    expect(plain).toEqual({ rows: 2, columns: table.columns, warnings: [] });
    expect(Object.getPrototypeOf(plain)).toBe(Object.prototype);
    expect(buffersOf(plain)).toEqual([column.codes.buffer, numbers.buffer, table.columns[1].codes.buffer]);
    const shared = { ...column, codes: new Uint8Array(new SharedArrayBuffer(2)), numbers: null };
    expect(buffersOf({ rows: 2, columns: [shared], warnings: [] })).toEqual([]);
  });
});

describe('arrays of codes', () => {
  it('are as narrow as their values allow', () => {
    const widths = [0, 1, 256, 257, 65_536, 65_537].map((distinct) => allocateCodes(3, distinct).BYTES_PER_ELEMENT);
    expect(widths).toEqual([1, 1, 1, 2, 2, 4]);
    expect(allocateCodes(3, 70_000)).toHaveLength(3);
  });

  it.each([0, 1, 5, 16_383, 16_384, 16_385, 40_000])('of %d rows are mapped and picked one by one', (rows) => {
    const draw = drawing(rows);
    for (const distinct of [200, 300, 70_000]) {
      const codes = allocateCodes(rows, 300);
      for (let row = 0; row < rows; row++) codes[row] = draw(300);
      const map = Uint32Array.from({ length: 300 }, () => draw(distinct));
      const mapped = mapCodes(codes, map, distinct);
      expect(mapped.BYTES_PER_ELEMENT).toBe(allocateCodes(0, distinct).BYTES_PER_ELEMENT);
      expect(mapped).toHaveLength(rows);
      expect(codes.every((code, row) => mapped[row] === map[code])).toBe(true);
    }
    const codes = Uint16Array.from({ length: rows }, () => draw(60_000));
    const at = Uint32Array.from({ length: rows === 0 ? 0 : 50 }, () => draw(rows));
    expect([...pickCodes(codes, at)]).toEqual(Array.from(at, (row) => codes[row]));
  });
});

describe('the rows of a counted table in a drawn order', () => {
  it('come in blocks that are full where they can be, and none where there are no rows', () => {
    expect([...drawRows(new Uint32Array(0), seededRandom(1))]).toEqual([]);
    expect([...drawRows(new Uint32Array(3), seededRandom(1))]).toEqual([]);
    const [block, ...more] = drawRows(Uint32Array.of(0, 3, 1), seededRandom(1));
    expect(more).toEqual([]);
    expect([...block].sort()).toEqual([1, 1, 1, 2]);
    expect([...drawRows(Uint32Array.of(4), seededRandom(1), 4)]).toHaveLength(1);
    expect([...drawRows(Uint32Array.of(5), seededRandom(1), 4)].length).toBeGreaterThan(1);
  });

  it('are halved by fair coins: heads of an entry are binomial, through every bit of a word', () => {
    const weights = Uint32Array.of(31, 33, 64, 7, 100);
    const total = 235;
    const first = weights.map(() => 0);
    const draws = 2000;
    const sumOfSquares = new Float64Array(weights.length);
    const random = seededRandom(9);
    for (let i = 0; i < draws; i++) {
      const half = new Uint32Array(weights.length);
      // All rows but one fit in a block: the first block is that of the heads, where these are not all rows.
      const [block] = drawRows(weights, random, total - 1);
      for (const entry of block) half[entry]++;
      half.forEach((count, entry) => {
        first[entry] += count;
        sumOfSquares[entry] += (count - weights[entry] / 2) ** 2;
      });
    }
    weights.forEach((weight, entry) => {
      // The mean of the draws is normal with this deviation; the variance of a binomial is n / 4.
      expect(Math.abs(first[entry] / draws - weight / 2)).toBeLessThan(4 * Math.sqrt(weight / 4 / draws));
      expect(sumOfSquares[entry] / draws / (weight / 4)).toBeGreaterThan(0.85);
      expect(sumOfSquares[entry] / draws / (weight / 4)).toBeLessThan(1.15);
    });
  });

  it('ask for one word for 32 coins', () => {
    let words = 0;
    const random = seededRandom(2);
    const counting = {
      below: (bound: number): number => {
        if (bound === 0x1_0000_0000) words++;
        return random.below(bound);
      },
    };
    const blocks = [...drawRows(Uint32Array.of(20, 20, 24), counting, 63)];
    expect(blocks.reduce((rows, block) => rows + block.length, 0)).toBe(64);
    expect(words).toBe(2);
  });
});
