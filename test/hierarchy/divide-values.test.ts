import { describe, expect, it } from 'vitest';
import { runToCompletion } from '../../src/base/steps.js';
import { codedEnds } from '../../src/audit/coded-pieces.js';
import type { Piece } from '../../src/hierarchy/coding/divide-values.js';
import { divideValues } from '../../src/hierarchy/coding/divide-values.js';
import { gridOf } from '../../src/hierarchy/coding/grid.js';
import { seededRandom } from '../../src/base/random.js';
import { parseDate } from '../../src/table/value.js';
import { casesOf } from '../shared.js';

type NumericType = 'integer' | 'number' | 'date';

interface Borne {
  readonly values: Float64Array;
  readonly people: readonly number[];
}

function count(all: readonly number[]): Borne {
  const counts = new Map<number, number>();
  for (const value of all) counts.set(value, (counts.get(value) ?? 0) + 1);
  const values = Float64Array.from(counts.keys()).sort();
  return { values, people: Array.from(values, (value) => counts.get(value)!) };
}

function divide(all: readonly number[], k: number, type: NumericType): Piece[] {
  const { values, people } = count(all);
  return runToCompletion(divideValues(values, people, k, gridOf({ type }, values)));
}

const times = (value: number, many: number): number[] => new Array<number>(many).fill(value);
const show = (pieces: readonly Piece[]): string[] =>
  pieces.map(({ exact, start, end, openBelow, openAbove }) =>
    exact ? String(start) : `${openBelow ? '' : start}..${openAbove ? '' : end}`,
  );

/** Numbers of many shapes: dense, with heaps, with holes, far apart, with decimals, negative. */
function drawNumbers(below: (n: number) => number, type: NumericType): number[] {
  const rows = 1 + below(60);
  const spread = [3, 12, 90, 3000, 10 ** 6, 10 ** 9][below(6)];
  const shift = below(3) === 0 ? -Math.floor(spread / 2) : below(3) === 0 ? 1900 : 0;
  const scale = type === 'number' ? [1, 10, 1000, 10 ** 6][below(4)] : 1;
  const heap = below(spread);
  const draw = (): number => (below(3) === 0 ? heap : Math.min(below(spread), below(spread)));
  const all = Array.from({ length: rows }, () => (draw() + shift) / scale);
  // Days of the years 0 to 9999.
  return type === 'date' ? all.map((day) => Math.max(-600_000, Math.min(2_900_000, day))) : all;
}

describe('numbers divided along a grid', () => {
  it('keeps numbers that k people have, and codes rare ends', () => {
    const ages = [...times(17, 4), ...times(18, 5), ...times(19, 6), 23, 24, 24, 26, 27, 27, 61];
    expect(show(divide(ages, 4, 'integer'))).toEqual(['17', '18', '19', '20..']);
    expect(show(divide(ages, 1, 'integer'))).toEqual(['17', '18', '19', '23', '24', '26', '27', '61']);
  });

  it('joins a rare number to the common ones on both sides, so that k people have the ends', () => {
    expect(show(divide([...times(60, 9), 61, ...times(62, 9), ...times(63, 9)], 5, 'integer'))).toEqual([
      '60..63',
      '63',
    ]);
  });

  it('leaves one piece where nothing else is common', () => {
    expect(show(divide([21, 23, 28, 34, 39], 3, 'integer'))).toEqual(['20..']);
    expect(show(divide([21, 23, 28, 34, 36, 39], 3, 'integer'))).toEqual(['20..30', '30..40']);
    expect(show(divide([21, 24, 31, 39], 4, 'integer'))).toEqual(['0..50']);
    expect(show(divide([21, 23], 3, 'integer'))).toEqual(['..']);
    expect(divide([], 3, 'integer')).toEqual([]);
  });

  it('is not moved by a single far number', () => {
    const near = [...times(30_000, 9), ...times(31_500, 4), ...times(31_700, 4), ...times(48_000, 9)];
    const pieces = divide(near, 5, 'integer').length;
    expect(show(divide([...near, 99_999_989], 5, 'integer')).at(-1)).toBe('48000..');
    expect(divide([...near, 99_999_989], 5, 'integer')).toHaveLength(pieces);
  });

  it('cuts decimals at decimals, and dates at years, quarters and months', () => {
    expect(show(divide([...times(0.12, 3), 0.31, 0.33, 0.37], 3, 'number'))).toEqual(['0.12', '0.3..0.4']);
    const day = (text: string): number => parseDate(text) as number;
    const births = [...['1961-01-05', '1961-02-11', '1961-03-02'], ...['1961-07-09', '1961-08-01', '1961-09-30']].map(
      day,
    );
    expect(divide(births, 3, 'date').map(({ start, end }) => [start, end])).toEqual([
      [day('1961-01-01'), day('1961-04-01')],
      [day('1961-07-01'), day('1961-10-01')],
    ]);
  });

  it('gives pieces of at least k people whose ends are ends of cells that k people reach, on random numbers', () => {
    const random = seededRandom(11);
    const below = (n: number): number => random.below(n);
    for (let round = 0; round < casesOf(60_000, 400); round++) {
      const type = (['integer', 'number', 'date'] as const)[below(3)];
      const k = 1 + below(6);
      const all = drawNumbers(below, type);
      const { values, people } = count(all);
      const grid = gridOf({ type }, values);
      const pieces = runToCompletion(divideValues(values, people, k, grid));
      const reach = (start: number, end: number): number =>
        all.reduce((sum, value) => sum + (value >= start && value < end ? 1 : 0), 0);
      let next = 0;
      pieces.forEach((piece, i) => {
        expect(piece.from).toBe(next);
        next = piece.to;
        const own = people.slice(piece.from, piece.to).reduce((sum, n) => sum + n, 0);
        if (all.length >= k) expect(own).toBeGreaterThanOrEqual(k);
        if (piece.exact) expect(piece.to - piece.from).toBe(1);
        expect(piece.openBelow && i > 0).toBe(false);
        expect(piece.openAbove && i < pieces.length - 1).toBe(false);
        for (let v = piece.from; v < piece.to; v++) {
          if (!piece.openBelow) expect(values[v]).toBeGreaterThanOrEqual(piece.start);
          if (!piece.openAbove) expect(values[v]).toBeLessThanOrEqual(piece.end);
        }
        if (piece.exact || (piece.openBelow && piece.openAbove)) return;
        // Some cell of the grid that begins (ends) there holds k people.
        const isReached = (bound: 'start' | 'end', at: number): boolean =>
          Array.from({ length: grid.levels }, (_, level) => grid.cellOf(level, at)).some(
            (cell) => cell[bound] === piece[bound] && reach(cell.start, cell.end) >= k,
          );
        if (!piece.openBelow) expect(isReached('start', piece.start)).toBe(true);
        const inside = values.findLast((value) => value < piece.end)!;
        if (!piece.openAbove) expect(isReached('end', inside)).toBe(true);
      });
      expect(next).toBe(values.length);
    }
  });

  it('agrees with the ends that the audit works out for itself, on random numbers', () => {
    const random = seededRandom(12);
    const below = (n: number): number => random.below(n);
    for (let round = 0; round < casesOf(60_000, 400); round++) {
      const type = (['integer', 'number', 'date'] as const)[below(3)];
      const k = 2 + below(6);
      const { values, people } = count(drawNumbers(below, type));
      const unit = type === 'number' ? 0 : 1;
      const borne = Array.from(values, (value, i) => ({ value, people: people[i] }));
      const ends = runToCompletion(codedEnds({ type }, borne, k));
      for (const piece of runToCompletion(divideValues(values, people, k, gridOf({ type }, values)))) {
        if (!piece.openBelow) expect(ends.starts).toContain(piece.start);
        if (!piece.openAbove) expect(ends.ends).toContain(piece.exact ? piece.end : piece.end - unit);
      }
    }
  });
});
