import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createLineCaches } from '../../src/engine/create-engine.js';
import type { LineCacheFactory } from '../../src/table/line-cache.js';
import { ENDS_WITH_CRLF, failsTrial, TwinLineCache } from '../../src/table/line-cache.js';
import { readCsvCounted } from '../../src/io/csv/read-csv.js';
import { long } from '../shared.js';
import { countLines, drawLines } from './cases/line-cases.js';

const inWasm = (await createLineCaches()) as LineCacheFactory;
const memos: [string, LineCacheFactory][] = [
  ['wasm', inWasm],
  ['js', (mostBytes, recordsHits) => new TwinLineCache(mostBytes, recordsHits)],
];

describe.each(memos)('the memo of lines in %s', (_, create) => {
  it('counts what there is, lines of any length, some that are never added', () => {
    for (let seed = 1; seed <= (long ? 60 : 14); seed++) {
      const lines = drawLines(seed, 1500);
      const expected = new Map<string, number>();
      for (const line of lines) expected.set(line, (expected.get(line) ?? 0) + 1);
      const { times, added } = countLines(create, lines, 1 << 16, seed);
      expect(new Map([...times].sort()), `seed ${seed}`).toEqual(new Map([...expected].sort()));
      expect(added).toBeGreaterThan(0);
    }
  });
});

describe('the memo of lines in JavaScript', () => {
  const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
  const addAll = (memo: TwinLineCache, lines: readonly string[]): number[] =>
    lines.map((line) => {
      const bytes = bytesOf(line);
      memo.open(bytes, 0, bytes.length);
      const at = memo.skip(0);
      return at === bytes.length ? -2 : memo.add(at);
    });

  it('numbers lines in the order of their addition, counts those that come again and those that end with CRLF', () => {
    const memo = new TwinLineCache(1 << 16, true);
    expect(addAll(memo, ['a\n', 'b\r\n', '\n', '\r\n', 'a\n', 'abcd\n', 'abce\n', 'abcd\r\n'])).toEqual([
      0, 1, 2, 3, -2, 4, 5, 6,
    ]);
    expect([...memo.takeHits()]).toEqual([0]);
    expect([...memo.takeHits()]).toEqual([]);
    const bytes = bytesOf('##b\r\nabce\nabcd\n\r\n\nnew\na\nrest');
    memo.open(bytes, 2, bytes.length);
    const stopped = bytes.indexOf('n'.charCodeAt(0));
    expect([memo.skip(2), memo.repeats, memo.end]).toEqual([stopped, 5, stopped + 4]);
    expect([...memo.takeHits()]).toEqual([1, 5, 4, 3, 2]);
    // A line without its end is not known, and cannot be added.
    expect([memo.skip(stopped + 4), memo.repeats, memo.end]).toEqual([bytes.length - 4, 1, -1]);
    expect(memo.take(2, 7)).toEqual({ at: stopped, row: 7, repeats: 5, crlf: 0 });
    expect(memo.openBatch()).toBeNull();
    expect([memo.size, memo.active, memo.crlfRepeats]).toEqual([7, true, 0]);
    expect([...memo.finish()]).toEqual([2, 2, 2, 2, 2, 2, 0]);
    expect([memo.active, memo.crlfRepeats]).toEqual([false, 4]);
    expect(ENDS_WITH_CRLF).toBe(-(2 ** 31));
  });

  it('reports nothing of what it passed unless it was asked to', () => {
    const memo = new TwinLineCache(1 << 16);
    addAll(memo, ['a\n', 'a\n']);
    expect([...memo.takeHits()]).toEqual([]);
    const telling = new TwinLineCache(1 << 16, true);
    const many = bytesOf('a\n'.repeat(5000));
    addAll(telling, ['b\n', 'a\n']);
    telling.open(many, 0, many.length);
    expect([telling.skip(0), telling.repeats]).toEqual([many.length, 5000]);
    expect([...telling.takeHits()]).toEqual(new Array<number>(5000).fill(1));
  });

  it('keeps lines up to the last byte that it has room for', () => {
    const memo = new TwinLineCache(10);
    expect(addAll(memo, ['1234\n', '123456\n', 'abcd\n', '\n', '1234\n', 'abcd\n'])).toEqual([0, -1, 1, -1, -2, -2]);
    expect(memo.size).toBe(2);
  });

  it('grows in bytes and in slots, and knows every line afterwards', () => {
    const memo = new TwinLineCache(1 << 22);
    const lines = Array.from({ length: 9000 }, (_, i) => `${i},${'xyz'.repeat(i % 40)}${i % 2 === 0 ? '\r' : ''}\n`);
    expect(addAll(memo, lines)).toEqual(lines.map((_, i) => i));
    expect(addAll(memo, [...lines, ...lines])).toEqual(new Array<number>(18_000).fill(-2));
    expect(memo.active).toBe(true);
    expect([...memo.finish()]).toEqual(new Array<number>(9000).fill(2));
    expect(memo.crlfRepeats).toBe(9000);
  });

  it('gives up where fewer than three of ten of the first 65,536 lines were known', () => {
    expect(failsTrial(65_535, 65_536, 19_660)).toBe(true);
    expect(failsTrial(65_535, 65_536, 19_661)).toBe(false);
    expect(failsTrial(65_534, 65_535, 0)).toBe(false);
    expect(failsTrial(65_536, 65_537, 0)).toBe(false);
    expect(failsTrial(65_000, 66_000, 0)).toBe(true);
    const memo = new TwinLineCache(1);
    const bytes = bytesOf('x\n');
    memo.open(bytes, 0, 2);
    for (let i = 0; i < 65_535; i++) memo.skip(0);
    expect(memo.active).toBe(true);
    memo.skip(0);
    expect(memo.active).toBe(false);
  });
});

describe('the memo of lines', () => {
  it('takes no more lines than it has room for, and its slots grow', async () => {
    const lines = Array.from({ length: 12_000 }, (_, i) => `${i % 5_500},${'x'.repeat(i % 40)}`);
    const text = `n,x\n${lines.join('\n')}\n${lines.join('\n')}\n`;
    const expected = await readCsvCounted(text, { delimiter: ',' });
    for (const memory of [1 << 22, 1 << 24, 1 << 28]) {
      const counted = await readCsvCounted(text, { delimiter: ',', memory, createMemo: inWasm });
      expect(isDeepStrictEqual(counted.weights, expected.weights)).toBe(true);
      expect(isDeepStrictEqual(counted.columns, expected.columns)).toBe(true);
    }
  });
});
