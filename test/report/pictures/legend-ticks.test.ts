import { describe, expect, it } from 'vitest';
import { legendTicks } from '../../../src/report/pictures/rectangles.js';
import { mulberry32 } from '../../random.js';

describe('labels of the legend of boxes', () => {
  it('are powers of ten over many decades, fives and twos between them where there is room', () => {
    expect(legendTicks([0.5, 3_000], 240)).toEqual([1, 10, 100, 1000]);
    expect(legendTicks([1, 4, 40], 240)).toEqual([1, 2, 5, 10, 20, 40].filter((value) => value !== 40));
    expect(legendTicks([1e-9, 1e9], 240).length).toBeLessThanOrEqual(6);
  });

  it('are the ends where no two such values lie between them, and the value where there is one', () => {
    expect(legendTicks([2.1, 2.7], 240)).toEqual([2.1, 2.7]);
    expect(legendTicks([7, 7], 240)).toEqual([7]);
    expect(legendTicks([], 240)).toEqual([]);
  });

  it('stand at least 42 pixels apart, within the legend, in ascending order', () => {
    const random = mulberry32(7);
    for (let round = 0; round < 500; round++) {
      const least = 10 ** (random() * 8 - 5);
      const most = least * 10 ** (random() * 6);
      const ticks = legendTicks([most, least], 240);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      const places = ticks.map((tick) => (240 * Math.log(tick / least)) / Math.log(most / least));
      expect(places[0]).toBeGreaterThanOrEqual(-1e-6);
      expect(places[places.length - 1]).toBeLessThanOrEqual(240 + 1e-6);
      for (let i = 1; i < places.length; i++) expect(places[i] - places[i - 1]).toBeGreaterThanOrEqual(42 - 1e-6);
    }
  });
});
