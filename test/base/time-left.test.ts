import { describe, expect, it } from 'vitest';
import { timeLeftText } from '../../src/base/time-left.js';

describe('the time that a phase may still take', () => {
  it.each([
    [30, 0.5, 'about 30 s left'],
    [10, 0.9, 'about 5 s left'],
    [11, 0.5, 'about 15 s left'],
    [60, 0.5, 'about 1 min left'],
    [60, 0.1, 'about 9 min left'],
    [1800, 0.2, 'about 2.0 h left'],
    [7200, 0.1, 'about 18 h left'],
  ])('%d s for a share of %d: %s', (seconds, share, text) => {
    expect(timeLeftText(seconds, share)).toBe(text);
  });

  it.each([
    [2.9, 0.5],
    [100, 0.019],
    [100, 0.981],
    [100, 0],
    [100, 1],
    [NaN, 0.5],
  ])('is not reported after %d s for a share of %d', (seconds, share) => {
    expect(timeLeftText(seconds, share)).toBeNull();
  });
});
