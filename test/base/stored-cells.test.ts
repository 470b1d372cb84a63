import { describe, expect, it } from 'vitest';
import { decimalCell, isScale, timeOfDay, wholeOfBytes, wholeOfWords } from '../../src/base/stored-cells.js';

describe('cells that are stored as whole numbers of a unit', () => {
  it.each([
    [115n, 2, 1.15],
    [-5n, 2, -0.05],
    [12_300n, 2, 123],
    [0n, 3, 0],
    [7n, 0, 7],
    [7n, -2, 700],
    [9_007_199_254_740_993n, 0, '9007199254740993'],
    [-1_234_567_890_123_456_789_050n, 2, '-12345678901234567890.50'],
    [1n, 9, '0.000000001'],
  ])('are the decimal %d of scale %d', (unscaled, scale, cell) => {
    expect(decimalCell(unscaled, scale)).toBe(cell);
  });

  it('have scales that either format allows', () => {
    expect([0, 38, -76, 77, 1.5, NaN, -1e9].map(isScale)).toEqual([true, true, true, false, false, false, false]);
  });

  it.each([
    [0, 0, '00:00:00'],
    [86_399, 0, '23:59:59'],
    [3_600_500, 3, '01:00:00.5'],
    [59_000_000_001n, 9, '00:00:59.000000001'],
  ])('are the time of day %d of 10^%d a second', (units, digits, text) => {
    expect(timeOfDay(units, digits)).toBe(text);
  });

  it('are read in two’s complement, of bytes and of words', () => {
    expect([[0, 115], [255, 255], [128, 0], []].map((bytes) => wholeOfBytes(Uint8Array.from(bytes)))).toEqual([
      115n,
      -1n,
      -32_768n,
      0n,
    ]);
    expect(
      [
        [115, 0],
        [2 ** 32 - 1, 2 ** 32 - 1],
        [0, 1],
      ].map((words) => wholeOfWords(Uint32Array.from(words))),
    ).toEqual([115n, -1n, 2n ** 32n]);
  });
});
