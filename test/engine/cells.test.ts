import { describe, expect, it } from 'vitest';
import { createLineCaches } from '../../src/engine/create-engine.js';
import { seededRandom } from '../../src/base/random.js';
import type { LineCacheFactory } from '../../src/table/line-cache.js';
import type { ReadCsvOptions } from '../../src/io/csv/read-csv.js';
import { readCsvInPieces } from '../../src/io/csv/read-csv.js';
import type { Table } from '../../src/table/table.js';
import { casesOf, long } from '../shared.js';
import { checkCells } from './cases/line-cases.js';

const createMemo = (await createLineCaches()) as LineCacheFactory;
const encoder = new TextEncoder();

describe('lines that are taken apart by a kernel', () => {
  const runs = casesOf(5_000, 53);
  it(`are those whose cells were all taught, with their codes, numbers and lines (${runs} files)`, () => {
    const seen = { taken: 0, repeats: 0, unknown: 0, odd: 0, crlf: 0 };
    for (let seed = 1; seed <= runs; seed++) checkCells(createMemo, seed, seen);
    expect(seen.taken).toBeGreaterThan(runs * 10);
    expect(seen.unknown).toBeGreaterThan(runs);
    expect(seen.odd).toBeGreaterThan(runs);
    expect(seen.crlf).toBeGreaterThan(runs);
    expect(seen.repeats).toBeGreaterThan(runs);
  });

  const known = ({ rows, columns, weights, warnings }: Table): object => ({ rows, columns, weights, warnings });
  const outcome = async (read: () => Promise<object>): Promise<object> => {
    try {
      return await read();
    } catch (error) {
      return { error: (error as Error).message };
    }
  };

  it('give the table that the scanner gives: more cells, rows and columns than it takes', async () => {
    const random = seededRandom(5);
    const cases: readonly (readonly [rows: number, cells: readonly number[], options: ReadCsvOptions])[] = [
      [long ? 20_000 : 6_000, [19_000, 5, 7], {}],
      [long ? 9_000 : 2_000, [40, 30, 20], { select: (name) => name !== 'c1' }],
      [long ? 9_000 : 3_000, [7_000, 7_000, 7_000], {}],
      [3_000, Array.from({ length: 70 }, () => 2), {}],
      [600, Array.from({ length: 300 }, () => 2), { select: (name) => name.endsWith('7') }],
      [long ? 6_000 : 1_000, [300, 40], { maxFieldBytes: 3 }],
      [long ? 6_000 : 1_000, [90, 40], { maxFieldBytes: 3, select: (name) => name !== 'c0' }],
    ];
    for (const [rows, cells, options] of cases) {
      const lines = Array.from({ length: rows }, () => cells.map((count) => random.below(count)).join('\t'));
      const text = [cells.map((_, c) => `c${c}`).join('\t'), ...lines, ''].join(random.below(2) === 0 ? '\n' : '\r\n');
      const given = { delimiter: '\t' as const, ...options };
      const settings = { memory: 1 << 28, memoBytes: 1 << 22 };
      const bytes = encoder.encode(text);
      const expected = await outcome(async () => known(await readCsvInPieces(bytes, given, 50_000, settings)));
      const found = await outcome(async () =>
        known(await readCsvInPieces(bytes, given, 50_000, { ...settings, createMemo })),
      );
      expect(found).toEqual(expected);
    }
  });
});
