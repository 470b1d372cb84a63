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
