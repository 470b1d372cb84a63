import { describe, expect, it } from 'vitest';
import { groupCodes, groupRows } from '../../src/audit/grouping.js';
import { drawing } from '../random.js';

/** Numbers by first appearance, as the rows come. */
function groupNaively(columns: readonly Uint32Array[], rows: number): number[] {
  const known = new Map<string, number>();
  return Array.from({ length: rows }, (_, row) => {
    const key = columns.map((codes) => codes[row]).join();
    if (!known.has(key)) known.set(key, known.size);
    return known.get(key) as number;
  });
}

describe('rows that agree in all columns', () => {
  it('are one group also where the table of groups has to grow, more than once', () => {
    // More than 2^17 groups of pairs that a hash table of 2^18 places holds; pairs share one half, some come again.
    const [rows, distinct, width] = [135_000, 132_000, 2 ** 26];
    const first = Uint32Array.from({ length: rows }, (_, row) => (row % distinct) % 300);
    const second = Uint32Array.from({ length: rows }, (_, row) => Math.floor((row % distinct) / 300) * 7);
    const grouping = groupRows(rows, [
      { codes: first, width: 300 },
      { codes: second, width },
    ]);
    expect(grouping.count).toBe(distinct);
    expect(grouping.groupOf.every((group, row) => group === row % distinct)).toBe(true);
    expect(grouping.sizes.every((size, group) => size === (group < rows - distinct ? 2 : 1))).toBe(true);
    const codes = groupCodes(grouping);
    expect(codes[0].every((code, row) => code === first[row])).toBe(true);
    expect(codes[1].every((code, row) => code === second[row])).toBe(true);
  });

  // Columns of many codes are grouped by a hash table, those of few by a table of all pairs.
  it.each([
    ['few codes', [1, 3, 40]],
    ['many codes', [2 ** 24, 2 ** 31]],
    ['many and few codes', [5, 2 ** 28, 2, 2 ** 30]],
    ['many codes, of which few occur', [2 ** 30, 2 ** 30]],
  ])('are one group, numbered by first appearance: columns of %s', (name, widths) => {
    for (let seed = 1; seed <= 12; seed++) {
      const below = drawing(seed);
      const rows = below(400);
      const few = name.endsWith('occur') || seed % 2 === 0 ? 1 + below(20) : Infinity;
      const columns = widths.map((width) => {
        const occurring = Array.from({ length: Math.min(few, width, 500) }, () => below(width));
        return Uint32Array.from({ length: rows }, () => occurring[below(occurring.length)]);
      });
      const grouping = groupRows(
        rows,
        columns.map((codes, at) => ({ codes, width: widths[at] })),
      );
      const naive = groupNaively(columns, rows);
      expect(Array.from(grouping.groupOf)).toEqual(naive);
      expect(grouping.count).toBe(new Set(naive).size);
      const sizes = new Uint32Array(grouping.count);
      for (const group of naive) sizes[group]++;
      expect(grouping.sizes).toEqual(sizes);
      const codes = groupCodes(grouping);
      columns.forEach((column, at) => {
        expect(naive.every((group, row) => codes[at][group] === column[row])).toBe(true);
      });
    }
  });
});
