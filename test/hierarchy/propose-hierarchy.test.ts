import { describe, expect, it } from 'vitest';
import { buildHierarchy } from '../../src/hierarchy/build-hierarchy.js';
import { proposeHierarchy } from '../../src/hierarchy/propose-hierarchy.js';
import { seededRandom } from '../../src/base/random.js';
import type { ColumnType } from '../../src/table/table.js';
import { formatDate } from '../../src/table/value.js';
import { casesOf } from '../shared.js';
import { columnOf } from './columns.js';

const range = (from: number, to: number, step = 1): number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);
const propose = (type: ColumnType, cells: readonly (string | number | null)[]) =>
  proposeHierarchy(columnOf('q', type, cells));

describe('a proposed hierarchy', () => {
  it('has nested intervals of 1, 2 or 5 times a power of ten for whole numbers, from a multiple of the widest', () => {
    expect(propose('integer', range(17, 90))).toEqual({ type: 'intervals', origin: 0, widths: [5, 10, 20] });
    expect(propose('integer', range(1, 16))).toEqual({ type: 'intervals', origin: 0, widths: [2, 10] });
    expect(propose('integer', range(12_345, 1_484_705, 9_999))).toEqual({
      type: 'intervals',
      origin: 0,
      widths: [100_000, 200_000, 1_000_000],
    });
    expect(propose('integer', range(53_701, 53_799))).toEqual({
      type: 'intervals',
      origin: 53_700,
      widths: [5, 10, 20],
    });
    expect(propose('integer', range(-37, 36))).toEqual({ type: 'intervals', origin: -100, widths: [5, 10, 20, 100] });
  });

  it('has decimal intervals for other numbers', () => {
    expect(propose('number', range(3, 297).map((i) => i / 100))).toEqual({
      type: 'intervals',
      origin: 0,
      widths: [0.2, 1, 2],
    }); // prettier-ignore
    expect(propose('number', range(1, 40).map((i) => i / 1e6))).toEqual({
      type: 'intervals',
      origin: 0,
      widths: [0.000002, 0.00001, 0.00002],
    }); // prettier-ignore
  });

  it('does not let a value far out make the finest intervals coarse', () => {
    expect(propose('integer', [...range(17, 90), 999])).toEqual({
      type: 'intervals',
      origin: 0,
      widths: [5, 10, 20, 100],
    });
    expect(propose('integer', [...range(17, 90), 999_999_999])).toEqual({
      type: 'intervals',
      origin: 0,
      widths: [5, 10, 20, 100],
    });
  });

  it('has the levels of the calendar that group the days of a column further', () => {
    const days = (step: number, count: number, from = 0): string[] =>
      range(0, count - 1).map((i) => formatDate(from + i * step));
    expect(propose('date', days(41, 600))).toEqual({ type: 'dates', levels: ['year', 'decade'] });
    expect(propose('date', days(9, 600))).toEqual({ type: 'dates', levels: ['month', 'year', 'decade'] });
    expect(propose('date', days(3, 300))).toEqual({ type: 'dates', levels: ['month', 'quarter', 'year'] });
    expect(propose('date', days(1, 12))).toEqual({ type: 'suppress' });
    expect(propose('date', days(400, 300, -100_000))).toEqual({ type: 'dates', levels: ['decade', 'century'] });
  });

  it('masks codes of equal length', () => {
    expect(propose('string', ['02141', '02138', '02139', '02140', '02142'])).toEqual({ type: 'mask' });
    expect(propose('string', ['12345-6789', '12345-6788', '12344-6789', '12343-6789', '1234A-6789'])).toEqual({
      type: 'mask',
    });
    expect(propose('string', ['02141', '02138', '02139', '02140', '2142'])).toBeNull();
    expect(propose('string', ['north', 'south', 'coast', 'plain', 'hills'])).toBeNull();
    expect(propose('string', ['12-05-1990', '13-05-1990', '14-05-1990', '15-05-1990', '16-05-1990'])).toBeNull();
    expect(propose('string', range(1, 9).map((i) => `${i}`))).toBeNull(); // prettier-ignore
  });

  it('is value and * for a few values, and nothing for other texts', () => {
    expect(propose('string', ['f', 'm'])).toEqual({ type: 'suppress' });
    expect(propose('string', ['f', 'm', null])).toEqual({ type: 'suppress' });
    expect(propose('string', ['red', 'green', 'blue'])).toBeNull();
    expect(propose('integer', [1, 2, 3, 4, null])).toEqual({ type: 'suppress' });
    expect(propose('integer', [null])).toEqual({ type: 'suppress' });
    expect(propose('date', ['2020-01-01', null])).toEqual({ type: 'suppress' });
    expect(propose('string', [null])).toEqual({ type: 'suppress' });
  });

  it('is (value, *) for numbers whose bounds cannot be counted exactly', () => {
    expect(propose('number', [-1e308, -1, 0, 1, 2, 1e308])).toEqual({ type: 'suppress' });
    expect(propose('number', [1e-300, 2e-300, 3e-300, 4e-300, 9e-300])).toEqual({ type: 'suppress' });
    expect(propose('number', [1e17, 1e17 + 0.5, 2e17, 3e17, 4e17, 5e17])).toEqual({ type: 'suppress' });
  });

  it('fits the column it was made for, on random columns; every level is coarser, and its numbers are those of a grid', () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < casesOf(20_000, 300); seed++) {
      const random = seededRandom(seed);
      const type = (['integer', 'number', 'date', 'string'] as const)[random.below(4)];
      const scale = 10 ** (random.below(12) - (type === 'number' ? 6 : 0));
      const shift = random.below(3) === 0 ? 0 : random.below(2_000_000) - 1_000_000;
      const cells = Array.from({ length: 1 + random.below(60) }, (): string | number | null => {
        if (random.below(20) === 0) return null;
        if (type === 'string') return `${10_000 + random.below(80_000)}`;
        if (type === 'date') return formatDate(Math.floor((shift % 30_000) + random.below(1 + (scale % 40_000))));
        const number = (shift + random.below(1000)) * scale + (random.below(9) === 0 ? 1e5 * scale : 0);
        return type === 'integer' ? Math.round(number) : number;
      }).filter((cell) => typeof cell !== 'number' || Math.abs(cell) <= 2 ** 53);
      if (cells.length === 0) continue;
      const column = columnOf('q', type, cells);
      const spec = proposeHierarchy(column);
      if (spec === null) continue;
      seen.add(`${type} ${spec.type}`);
      const { levels, height } = buildHierarchy(spec, column);
      expect(height).toBeGreaterThanOrEqual(1);
      if (spec.type === 'suppress') continue;
      const nodes = levels.map(({ labels }) => labels.length - (column.missingCode < 0 ? 0 : 1));
      if (spec.type === 'mask') continue;
      for (let level = 1; level < height; level++) expect(nodes[level], `seed ${seed}`).toBeLessThan(nodes[level - 1]);
      expect(nodes[height - 1]).toBeGreaterThan(1);
      if (spec.type !== 'intervals') continue;
      const { origin = NaN, widths = [] } = spec;
      for (const width of widths) expect(String(width).replace(/[.0]|e.*/g, '')).toMatch(/^[125]$/);
      const turns = origin / widths[widths.length - 1];
      expect(Math.abs(turns - Math.round(turns))).toBeLessThan(1e-6);
    }
    expect([...seen].sort()).toEqual([
      'date dates',
      'date suppress',
      'integer intervals',
      'integer suppress',
      'number intervals',
      'number suppress',
      'string mask',
      'string suppress',
    ]);
  });
});
