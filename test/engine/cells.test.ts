import { describe, expect, it } from 'vitest';
import { createLineMemos } from '../../src/engine/create-engine.js';
import { seededRandom } from '../../src/base/random.js';
import type { LineMemoFactory } from '../../src/table/line-memo.js';
import type { ReadCsvOptions } from '../../src/io/csv/read-csv.js';
import { readCsvInPieces } from '../../src/io/csv/read-csv.js';
import type { Table } from '../../src/table/table.js';
import { long } from '../shared.js';

const createMemo = (await createLineMemos()) as LineMemoFactory;
const encoder = new TextEncoder();
const memoBytes = 1 << 18;

describe('lines that are taken apart by a kernel', () => {
  const runs = long ? 5_000 : 150;
  it(`are those whose cells were all taught, with their codes, numbers and lines (${runs} files)`, () => {
    const seen = { taken: 0, repeats: 0, unknown: 0, odd: 0, crlf: 0, full: 0 };
    for (let seed = 1; seed <= runs; seed++) {
      const random = seededRandom(seed);
      const width = 1 + random.below(5);
      const kept = Array.from({ length: width }, () => random.below(4) > 0);
      const longest = [1000, 20][random.below(2)];
      const cell = (): string => {
        const length = random.below(12) === 0 ? 50 + random.below(14) : random.below(12);
        return Array.from({ length }, () => 'abc"\u00fc \r'[random.below(seed % 2 === 0 ? 3 : 6)]).join('');
      };
      const values = kept.map(() => Array.from({ length: 1 + random.below(9) }, cell));
      const memo = createMemo(memoBytes);
      const batch = memo.openBatch({ kept, delimiter: 59, maxField: longest })!;
      const taught = kept.map(() => new Map<string, number>());
      const bytesOf = (text: string): number => encoder.encode(text).length;
      const isPlain = (text: string): boolean => /^[a-c ]*$/.test(text) && text.length <= longest;
      const lines = new Map<string, number>();
      let number = random.below(1000);
      for (let piece = 0; piece < 6; piece++) {
        const drawn = Array.from({ length: random.below(80) }, () => {
          const cells = values.map((some) => some[random.below(some.length)]);
          if (random.below(20) === 0) cells.push('more');
          if (random.below(20) === 0 && width > 1) cells.pop();
          return `${cells.join(';')}${random.below(3) === 0 ? '\r\n' : '\n'}`;
        });
        const bytes = encoder.encode(`#${drawn.join('')}##`);
        const to = bytes.length - 2;
        memo.open(bytes, 1, to);
        let next = 0;
        let at = 1;
        let row = 0;
        while (at < to) {
          if (!memo.active) break;
          if (row === batch.rows) row = 0;
          const expected: { codes: (number | undefined)[]; number: number; line: number }[] = [];
          let repeats = 0;
          let crlf = 0;
          for (; next < drawn.length; next++) {
            const line = drawn[next];
            if (lines.has(line)) {
              repeats++;
              continue;
            }
            const isCrlf = line.endsWith('\r\n');
            const cells = line.slice(0, isCrlf ? -2 : -1).split(';');
            const isKnown =
              cells.length === width && cells.every((text, c) => (kept[c] ? taught[c].has(text) : isPlain(text)));
            if (!isKnown) break;
            const codes = cells.map((text, c) => (kept[c] ? taught[c].get(text) : undefined));
            expected.push({ codes, number: number + repeats + expected.length, line: lines.size });
            lines.set(line, lines.size);
            crlf += isCrlf ? 1 : 0;
          }
          const taken = memo.take(at, row, number);
          expect(taken, `seed ${seed}`).toMatchObject({ row: row + expected.length, repeats, crlf });
          expected.forEach((each, i) => {
            const found = {
              codes: kept.map((isKept, c) => (isKept ? batch.codes[c][row + i] : undefined)),
              number: batch.numbers[row + i],
              line: batch.lines[row + i],
            };
            expect(found, `seed ${seed}`).toEqual(each);
          });
          number += expected.length + repeats;
          row += expected.length;
          at = taken.at;
          seen.taken += expected.length;
          seen.repeats += repeats;
          seen.crlf += crlf;
          if (next === drawn.length) break;
          // The line at which it stopped: its cells are taught, when it is a record, and it is added, or not.
          const line = drawn[next++];
          const end = at + bytesOf(line);
          expect([memo.end, bytes[end - 1]]).toEqual([end, 10]);
          const cells = line.replace(/\r?\n$/, '').split(';');
          if (cells.length === width && random.below(6) > 0) {
            seen.unknown++;
            let from = at;
            cells.forEach((text, c) => {
              const until = from + bytesOf(text);
              if (kept[c]) {
                const code = taught[c].get(text) ?? taught[c].size + 7;
                batch.teach(c, from, until, code);
                if (bytesOf(text) <= 56) taught[c].set(text, code);
              }
              from = until + 1;
            });
            if (random.below(2) === 0) lines.set(line, memo.add(at));
          } else seen.odd++;
          number++;
          at = end;
        }
        expect(next).toBe(drawn.length);
      }
      if (memo.active) expect(memo.finish().length).toBe(lines.size);
    }
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
      [20_000, [19_000, 5, 7], {}],
      [9_000, [40, 30, 20], { select: (name) => name !== 'c1' }],
      [9_000, [7_000, 7_000, 7_000], {}],
      [3_000, Array.from({ length: 70 }, () => 2), {}],
      [600, Array.from({ length: 300 }, () => 2), { select: (name) => name.endsWith('7') }],
      [6_000, [300, 40], { maxFieldBytes: 3 }],
      [6_000, [90, 40], { maxFieldBytes: 3, select: (name) => name !== 'c0' }],
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
