import { describe, expect, it } from 'vitest';
import { ByteIndex, hashBasis, hashFactor } from '../../../src/table/byte-index.js';
import { ColumnEncoder } from '../../../src/table/column-encoder.js';
import { SegmentedMap } from '../../../src/table/segmented-map.js';
import { cpuGrowth } from '../../cpu-growth.js';
import { drawing } from '../../random.js';

const hashOf = (bytes: Uint8Array): number => {
  let hash = hashBasis();
  for (const byte of bytes) hash = Math.imul(hash ^ byte, hashFactor());
  return hash;
};

describe('SegmentedMap (value-10)', () => {
  it('finds every entry across its segments', () => {
    const map = new SegmentedMap(100);
    for (let i = 0; i < 1050; i++) {
      expect(map.get(`k${i}`)).toBeUndefined();
      map.add(`k${i}`, i);
    }
    expect([map.size, map.segments, map.first.size]).toEqual([1050, 11, 100]);
    for (let i = 0; i < 1050; i++) expect(map.get(`k${i}`)).toBe(i);
  });
});

describe('ColumnEncoder', () => {
  it('gives texts and bytes the same codes, in order of first appearance, over many segments', () => {
    const encoder = new ColumnEncoder(null, 50);
    const scratch = new Uint32Array(1);
    const expected = new Map<string, number>();
    const draw = drawing(1);
    let wrong = 0;
    for (let i = 0; i < 20_000; i++) {
      const cell = `value é ${draw(1777)}`;
      if (!expected.has(cell)) expected.set(cell, expected.size);
      if (draw(2) === 0) {
        encoder.encode([[cell]], 1, 0, scratch);
      } else {
        const bytes = new TextEncoder().encode(`,${cell},`);
        scratch[0] = encoder.codeOfBytes(bytes, 1, bytes.length - 1, hashOf(bytes.subarray(1, -1)));
        encoder.append(scratch, 1);
      }
      if (scratch[0] !== expected.get(cell)) wrong++;
    }
    expect(wrong).toBe(0);
    expect(encoder.spellings).toEqual([...expected.keys()]);
    expect(encoder.chunks.reduce((rows, chunk) => rows + chunk.length, 0)).toBe(20_000);
  });

  it('takes time that grows with the cells, not with their square, when all have one hash (value-12)', async () => {
    let wrong = 0;
    const encode = (cells: number): void => {
      const encoder = new ColumnEncoder(null);
      for (let i = 0; i < cells; i++) {
        const bytes = new TextEncoder().encode(`v${i >> 1}`);
        if (encoder.codeOfBytes(bytes, 0, bytes.length, 12_345) !== i >> 1) wrong++;
      }
    };
    // Linear work grows fourfold, quadratic work sixteenfold.
    expect(await cpuGrowth(() => encode(10_000), () => encode(40_000))).toBeLessThan(10); // prettier-ignore
    expect(wrong).toBe(0);
  });
});

describe('ByteIndex', () => {
  it('compares whole cells, so that equal hashes merge nothing', () => {
    const index = new ByteIndex();
    const cells = ['', 'a', 'b', 'ab', 'ba'].map((text) => new TextEncoder().encode(text));
    cells.forEach((cell) => {
      expect(index.find(cell, 0, cell.length, 7)).toBe(-1);
      index.add(cell, 0, cell.length, 7);
    });
    expect(cells.map((cell) => index.find(cell, 0, cell.length, 7))).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('ByteIndex', () => {
  const bytesOf = (cell: string): Uint8Array => new TextEncoder().encode(cell);

  it('distinguishes cells that begin alike, of every length around those that stand in a slot', () => {
    for (const hash of [null, 7]) {
      const index = new ByteIndex();
      const cells = Array.from({ length: 40 }, (_, i) => 'abcdefghijklmnopqrstuvwxyzabcdefghijklmno'.slice(0, i));
      cells.push('\0', '\0\0', 'abcdefX', 'abcdefgX', 'Xbcdefgh');
      for (const [code, cell] of cells.entries()) {
        const bytes = bytesOf(cell);
        expect(index.find(bytes, 0, bytes.length, hash ?? hashOf(bytes))).toBe(-1);
        index.add(bytes, 0, bytes.length, hash ?? hashOf(bytes));
        expect(index.size).toBe(code + 1);
      }
      for (const [code, cell] of cells.entries()) {
        const bytes = bytesOf(`<${cell}>`);
        const own = hash ?? hashOf(bytesOf(cell));
        expect(index.find(bytes, 1, bytes.length - 1, own)).toBe(code);
      }
    }
  });

  it('keeps its codes through every growth', () => {
    const index = new ByteIndex();
    const cell = (i: number): Uint8Array => bytesOf(i % 3 === 0 ? `long cell ${i}` : String(i));
    for (let i = 0; i < 5000; i++) index.add(cell(i), 0, cell(i).length, hashOf(cell(i)));
    const wrong = Array.from({ length: 5000 }, (_, i) => index.find(cell(i), 0, cell(i).length, hashOf(cell(i))) !== i);
    expect(wrong.filter(Boolean)).toEqual([]);
    expect(index.flooded).toBe(false);
  });
});
