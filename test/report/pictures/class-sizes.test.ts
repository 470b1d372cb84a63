import { describe, expect, it } from 'vitest';
import { binClassSizes } from '../../../src/report/pictures/size-bins.js';

describe('class sizes in bins', () => {
  it('double from k, hold every class and row, and begin where the first class is', () => {
    const bins = binClassSizes(
      [
        [25, 2],
        [90, 1],
      ],
      10,
    );
    expect(bins.map(({ from, to, classes, rows }) => [from, to, classes, rows])).toEqual([
      [20, 39, 2, 50],
      [40, 79, 0, 0],
      [80, 159, 1, 90],
    ]);
    expect(binClassSizes([], 10)).toEqual([]);
  });

  it('show sizes below k apart, as only a release that does not hold has them', () => {
    const [below, first] = binClassSizes(
      [
        [3, 1],
        [10, 4],
      ],
      10,
    );
    expect(below).toEqual({ from: 1, to: 9, classes: 1, rows: 3 });
    expect(first).toMatchObject({ from: 10, classes: 4 });
  });
});
