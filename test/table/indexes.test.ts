import { describe, expect, it } from 'vitest';
import { ByteIndex, hashBasis, hashFactor } from '../../src/table/byte-index.js';
import { ColumnEncoder, NOT_UTF8 } from '../../src/table/column-encoder.js';
import { EntryIndex } from '../../src/table/entry-index.js';
import { seededRandom } from '../../src/base/random.js';
import { drawing } from '../random.js';

describe('an index of rows', () => {
  /** Vectors of `width` codes below `codes`, added `times` times, against a map of their texts. */
  const compare = (seed: number, width: number, codes: number, times: number): void => {
    const draw = drawing(seed);
    const index = new EntryIndex(width);
    const expected = new Map<string, { entry: number; rows: number; vector: number[] }>();
    let wrong = 0;
    for (let i = 0; i < times; i++) {
      const vector = Array.from({ length: width }, () => draw(codes));
      const key = vector.join();
      const known = expected.get(key) ?? { entry: expected.size, rows: 0, vector };
      const rows = 1 + draw(3);
      known.rows += rows;
      expected.set(key, known);
      // The vector stands in the midst of others.
      const from = draw(3);
      const around = new Uint32Array(from + width + 2).fill(7);
      around.set(vector, from);
      if (index.add(around, from, rows) !== known.entry) wrong++;
    }
    const all = [...expected.values()];
    expect(wrong).toBe(0);
    expect(index.size).toBe(all.length);
    expect([...index.rows()]).toEqual(all.map(({ rows }) => rows));
    for (let c = 0; c < width; c++) {
      expect([...index.column(c)]).toEqual(all.map(({ vector }) => vector[c]));
    }
  };

  it.each([
    [0, 5, 10],
    [1, 300, 2000],
    [1, 70_000, 6000],
    [2, 20, 3000],
    [3, 256, 4000],
    [3, 257, 4000],
    [2, 65_536, 3000],
    [2, 65_537, 3000],
    [5, 4_294_967_295, 3000],
    [9, 2, 3000],
  ])('of %d codes below %d gives what a map of texts gives', (width, codes, times) => {
    for (let seed = 1; seed <= 3; seed++) compare(seed, width, codes, times);
  });

  it('holds codes in the width that the largest one needs, and keeps those before it', () => {
    const index = new EntryIndex(2);
    const add = (...vector: number[]): number => index.add(Uint32Array.from(vector), 0, 1);
    const narrow = index.bytes;
    expect([add(0, 0), add(255, 1), add(255, 1)]).toEqual([0, 1, 1]);
    expect(index.bytes).toBe(narrow);
    add(256, 0);
    // 1,024 entries of two codes, a byte more for each.
    expect(index.bytes).toBe(narrow + 2048);
    add(65_535, 0);
    expect(index.bytes).toBe(narrow + 2048);
    add(65_536, 4_294_967_295);
    expect(index.bytes).toBe(narrow + 3 * 2048);
    expect([...index.column(0)]).toEqual([0, 255, 256, 65_535, 65_536]);
    expect([...index.column(1)]).toEqual([0, 1, 0, 0, 4_294_967_295]);
    expect([
      ...index.column(
        0,
        Uint32Array.from({ length: 70_000 }, (_, code) => 2 * code),
      ),
    ]).toEqual([0, 510, 512, 131_070, 131_072]);
    index.addRows(1, 40);
    expect([...index.rows()]).toEqual([1, 42, 1, 1, 1]);
  });

  it('grows by half in codes and doubles in slots, so that it is at most half full', () => {
    const index = new EntryIndex(1);
    const empty = index.bytes;
    for (let code = 0; code < 1024; code++) index.add(Uint32Array.of(code % 256, code >> 8), code % 2, 1);
    expect(index.size).toBeLessThanOrEqual(256);
    expect(index.bytes).toBe(empty);
    const filled = new EntryIndex(1);
    for (let code = 0; code < 1024; code++) filled.add(Uint32Array.of(code), 0, 1);
    // Two bytes for a code; 2,048 slots of two numbers, as at first.
    expect(filled.bytes).toBe(2048 * 8 + 1024 * 2 + 1024 * 4);
    filled.add(Uint32Array.of(1024), 0, 1);
    expect(filled.bytes).toBe(4096 * 8 + 1536 * 2 + 1536 * 4);
  });
});

describe('an index of cells by their bytes', () => {
  const hashOf = (bytes: Uint8Array): number => {
    let hash = hashBasis();
    for (const byte of bytes) hash = Math.imul(hash ^ byte, hashFactor());
    return hash;
  };

  it('gives codes in the order of addition, through every growth', () => {
    const index = new ByteIndex();
    const draw = drawing(4);
    const known = new Map<string, number>();
    for (let i = 0; i < 4000; i++) {
      const text = 'é'.repeat(draw(3)) + String(draw(1500));
      const bytes = new TextEncoder().encode(`;${text};`);
      const hash = hashOf(bytes.subarray(1, -1));
      expect(index.find(bytes, 1, bytes.length - 1, hash)).toBe(known.get(text) ?? -1);
      if (known.has(text)) continue;
      index.add(bytes, 1, bytes.length - 1, hash);
      known.set(text, known.size);
      expect(index.size).toBe(known.size);
    }
    expect(index.flooded).toBe(false);
  });

  it('finds every cell while a large table is moved, by look-ups alone too', () => {
    const index = new ByteIndex();
    const draw = drawing(5);
    const cellOf = (i: number): Uint8Array => new TextEncoder().encode(i % 3 === 0 ? `a longer cell ${i}` : `${i}`);
    const codeOf = (i: number): number => {
      const cell = cellOf(i);
      return index.find(cell, 0, cell.length, hashOf(cell));
    };
    const wrong: number[] = [];
    for (let i = 0; i < 40_000; i++) {
      const cell = cellOf(i);
      if (codeOf(i) !== -1) wrong.push(i);
      index.add(cell, 0, cell.length, hashOf(cell));
      for (const known of [i, draw(i + 1)]) if (codeOf(known) !== known) wrong.push(known);
    }
    // The last growth was at 32,768 cells: what is not moved yet is moved now.
    for (let i = 0; i < 40_000; i++) if (codeOf(i) !== i) wrong.push(i);
    expect([wrong, index.size, index.flooded]).toEqual([[], 40_000, false]);
  });

  it('reads no byte beyond a cell, whatever stands there', () => {
    const bytes = new TextEncoder().encode('abcdabcd');
    const index = new ByteIndex();
    index.add(bytes, 0, 2, 1);
    index.add(bytes, 2, 4, 2);
    index.add(bytes, 0, 4, 3);
    expect([index.find(bytes, 4, 6, 1), index.find(bytes, 6, 8, 2), index.find(bytes, 4, 8, 3)]).toEqual([0, 1, 2]);
    expect([index.find(bytes, 4, 7, 1), index.find(bytes, 5, 6, 1), index.find(bytes, 4, 4, 1)]).toEqual([-1, -1, -1]);
    const long = new TextEncoder().encode('abcdefghijklmnop'.repeat(2));
    const lengths = [0, 1, 6, 7, 8, 9, 15, 16];
    const own = new ByteIndex();
    for (const length of lengths) own.add(long, 0, length, 4);
    expect(lengths.map((length) => own.find(long, 16, 16 + length, 4))).toEqual(lengths.map((_, code) => code));
    for (const length of [2, 5, 10, 14]) expect(own.find(long, 16, 16 + length, 4)).toBe(-1);
    for (const length of lengths.slice(1)) expect(own.find(long, 17, 17 + length, 4)).toBe(-1);
    for (const key of [hashBasis(), hashFactor()]) expect([Number.isInteger(key), key & 1]).toEqual([true, 1]);
  });

  it('distinguishes cells of one hash by length and by each byte, and is flooded after 512 of them', () => {
    const index = new ByteIndex();
    const cells = Array.from({ length: 600 }, (_, i) => new TextEncoder().encode(`${'x'.repeat(i % 4)}${i}`));
    const floodedAt: number[] = [];
    cells.forEach((cell, i) => {
      expect(index.find(cell, 0, cell.length, 5)).toBe(-1);
      if (index.flooded) floodedAt.push(i);
      index.add(cell, 0, cell.length, 5);
    });
    // A probe of 513 cells is the first that is too long.
    expect(floodedAt[0]).toBe(513);
    cells.forEach((cell, i) => expect(index.find(cell, 0, cell.length, 5)).toBe(i));
  });
});

describe('the encoder of a column', () => {
  const encodeAll = (cells: readonly string[], check: ((cell: string) => string | null) | null = null) => {
    const encoder = new ColumnEncoder(check);
    const scratch = new Uint32Array(cells.length);
    const read = encoder.encode(cells.map((cell) => ['left', cell]), cells.length, 1, scratch); // prettier-ignore
    return { encoder, read };
  };

  it('stores codes in chunks as wide as the dictionary needs, and loses none', () => {
    const encoder = new ColumnEncoder<never>(null);
    const draw = drawing(2);
    const expected: number[] = [];
    const scratch = new Uint32Array(5000);
    for (const distinct of [3, 256, 257, 2000, 65_536, 65_537, 66_000]) {
      while (encoder.spellings.length < distinct) encoder.codeOf(String(encoder.spellings.length));
      const count = 1 + draw(4000);
      for (let i = 0; i < count; i++) scratch[i] = i === 0 ? distinct - 1 : draw(distinct);
      encoder.append(scratch, count);
      expected.push(...scratch.subarray(0, count));
      const last = encoder.chunks.at(-1);
      expect(last?.BYTES_PER_ELEMENT).toBe(distinct <= 256 ? 1 : distinct <= 65_536 ? 2 : 4);
    }
    expect(encoder.chunks.flatMap((chunk) => [...chunk])).toEqual(expected);
    const sizes = encoder.chunks.map(({ length }) => length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(65_536);
    const wanted = [65_999, 1, 5];
    const cells = expected.filter((code) => wanted.includes(code)).length;
    const firstRow = expected.findIndex((code) => wanted.includes(code)) + 1;
    expect(encoder.countCells(wanted)).toEqual({ cells, firstRow });
    expect(encoder.countCells([])).toEqual({ cells: 0, firstRow: 0 });
    expect(encoder.takeCodes().flatMap((chunk) => [...chunk])).toEqual(expected);
    expect(encoder.chunks).toEqual([]);
    encoder.append(scratch, 3);
    expect(encoder.chunks.flatMap((chunk) => [...chunk])).toEqual([...scratch.subarray(0, 3)]);
    encoder.release();
    expect(encoder.chunks).toEqual([]);
    expect(encoder.countCells([0])).toEqual({ cells: 0, firstRow: 0 });
  });

  it('fills a chunk by many small appends, and begins another where codes grow', () => {
    const encoder = new ColumnEncoder<never>(null);
    for (let code = 0; code < 257; code++) {
      encoder.codeOf(String(code));
      encoder.append(Uint32Array.of(code), 1);
    }
    expect(encoder.chunks.map(({ length, BYTES_PER_ELEMENT }) => [length, BYTES_PER_ELEMENT])).toEqual([
      [64, 1],
      [128, 1],
      [64, 1],
      [1, 2],
    ]);
    expect(encoder.chunks.flatMap((chunk) => [...chunk])).toEqual(Array.from({ length: 257 }, (_, code) => code));
    encoder.append(new Uint32Array(0), 0);
    expect(encoder.chunks).toHaveLength(4);
  });

  it('begins with chunks of 64 rows that double up to 65,536, larger ones for more rows at once', () => {
    const encoder = new ColumnEncoder<never>(null);
    encoder.codeOf('a');
    const scratch = new Uint32Array(200_000);
    for (let from = 0; from < 200_000; from += 50) encoder.append(scratch, 50);
    expect(encoder.chunks.map(({ length }) => length)).toEqual([
      64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536, 65_536, 3456,
    ]);
    const whole = new ColumnEncoder<never>(null);
    whole.codeOf('a');
    whole.append(scratch, 200_000);
    expect(whole.chunks.map(({ length }) => length)).toEqual([65_536, 65_536, 65_536, 3392]);
  });

  it('stops at the first cell that is refused, by texts and by bytes, and says why', () => {
    const check = (cell: string): string | null => (cell.startsWith('!') ? `no ${cell.length}` : null);
    const { encoder, read } = encodeAll(['a', 'b', 'a', '!xy', 'c'], check);
    expect([read, encoder.problem, encoder.spellings]).toEqual([3, 'no 3', ['a', 'b']]);
    expect(encoder.codeOf('!')).toBe(-1);
    expect(encoder.problem).toBe('no 1');
    expect([encoder.codeOf('b'), encoder.codeOf('c'), encoder.problem]).toEqual([1, 2, null]);
    const bytes = new TextEncoder().encode('!q');
    expect(encoder.codeOfBytes(bytes, 0, 2, 1)).toBe(-1);
    expect(encoder.problem).toBe('no 2');
    expect(encoder.spellings).toEqual(['a', 'b', 'c']);
  });

  it('refuses bytes that are no UTF-8, and keeps a byte order mark', () => {
    const encoder = new ColumnEncoder<never>(null);
    expect(encoder.codeOfBytes(Uint8Array.of(0xc3), 0, 1, 3)).toBe(NOT_UTF8);
    expect(encoder.spellings).toEqual([]);
    const marked = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61);
    expect(encoder.codeOfBytes(marked, 0, 4, 4)).toBe(0);
    expect(encoder.spellings).toEqual(['\ufeffa']);
  });

  it.each([1, 64, 700])('finds cells by text and by bytes, whichever way %d of them came', (count) => {
    const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
    const hashOf = (bytes: Uint8Array): number => {
      let hash = hashBasis();
      for (const byte of bytes) hash = Math.imul(hash ^ byte, hashFactor());
      return hash;
    };
    const cells = Array.from({ length: count }, (_, i) => `a value of some length ${i} ö`);
    // Few spellings have no lookup table by hashes that could be flooded.
    for (const isFlooded of count > 4 ? [false, true] : [false]) {
      const encoder = new ColumnEncoder<never>(null);
      const byBytes = (text: string): number => {
        const bytes = bytesOf(text);
        return encoder.codeOfBytes(bytes, 0, bytes.length, isFlooded ? 9 : hashOf(bytes));
      };
      const half = count >> 1;
      cells.slice(0, half).forEach((cell, i) => expect(encoder.codeOf(cell)).toBe(i));
      if (!isFlooded) cells.slice(0, half).forEach((cell, i) => expect(byBytes(cell)).toBe(i));
      cells.slice(half).forEach((cell, i) => expect(byBytes(cell)).toBe(half + i));
      cells.slice(half).forEach((cell, i) => expect(byBytes(cell)).toBe(half + i));
      cells.forEach((cell, i) => expect(encoder.codeOf(cell)).toBe(i));
      expect(encoder.codeOf('new')).toBe(count);
      if (!isFlooded) expect(byBytes('new')).toBe(count);
      expect(encoder.spellings).toEqual([...cells, 'new']);
      encoder.seal();
      expect(encoder.codeOf('new')).toBe(count);
    }
  });
});

describe('an encoder of few spellings, which has no lookup table', () => {
  const bytesOf = (cell: string): Uint8Array => new TextEncoder().encode(cell);
  const hashOf = (bytes: Uint8Array): number => {
    let hash = hashBasis();
    for (const byte of bytes) hash = Math.imul(hash ^ byte, hashFactor());
    return hash;
  };
  const codeOf = (encoder: ColumnEncoder<string>, cell: string): number => {
    const bytes = bytesOf(`xx${cell},`);
    return encoder.codeOfBytes(bytes, 2, bytes.length - 1, hashOf(bytesOf(cell)));
  };

  it('gives the codes of one with a table, whatever comes when, as bytes and as texts', () => {
    const random = seededRandom(7);
    const cells = ['', 'a', 'b', 'ab', 'ä', 'ä', '日本', 'abcdefgh', 'a\u00ff', '12', '1', '2'];
    for (let trial = 0; trial < 400; trial++) {
      const encoder = new ColumnEncoder<string>(null);
      const codes = new Map<string, number>();
      const kinds = 1 + random.below(cells.length);
      const first = random.below(cells.length);
      for (let i = 0; i < 30; i++) {
        const cell = cells[(first + random.below(kinds)) % cells.length];
        const expected = codes.get(cell) ?? codes.size;
        codes.set(cell, expected);
        const found = random.below(5) === 0 ? encoder.codeOf(cell) : codeOf(encoder, cell);
        expect([trial, i, cell, found]).toEqual([trial, i, cell, expected]);
      }
      expect(encoder.spellings).toEqual([...codes.keys()]);
    }
  });

  it('refuses what is no UTF-8 and what its check refuses, and goes on', () => {
    const encoder = new ColumnEncoder<string>((cell) => (cell === 'no' ? 'refused' : null));
    expect(codeOf(encoder, 'yes')).toBe(0);
    expect(codeOf(encoder, 'no')).toBe(-1);
    expect(encoder.codeOfBytes(Uint8Array.of(0xff), 0, 1, 1)).toBe(NOT_UTF8);
    expect(['yes', 'more', 'yes'].map((cell) => codeOf(encoder, cell))).toEqual([0, 1, 0]);
  });
});
