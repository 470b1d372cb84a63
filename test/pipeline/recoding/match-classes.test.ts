import { describe, expect, it } from 'vitest';
import { matchClasses, type MatchedAttribute } from '../../../src/pipeline/recoding/match-classes.js';

describe('the search for the class of every vector', () => {
  /** A vector for every pair of two cells, one class that covers all of them; how often the search yields. */
  function countYields(size: number): number {
    const vectors = size * size;
    const attribute = (cellOf: (vector: number) => number): MatchedAttribute => ({
      cells: Uint32Array.from({ length: vectors }, (_, vector) => cellOf(vector)),
      size,
      values: new Uint32Array(1),
      valueCount: 1,
      covers: () => true,
    });
    const steps = matchClasses(vectors, 1, [
      attribute((vector) => vector % size),
      attribute((vector) => Math.floor(vector / size)),
    ]);
    let yields = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) yields++;
    expect((step.value as Uint32Array).every((id) => id === 0)).toBe(true);
    return yields;
  }

  it('yields while it distinguishes vectors, and where every vector is a step of its own', () => {
    expect(countYields(10)).toBe(0);
    // Once for 2^17 vectors, and at least once for every 2^15 steps.
    expect(countYields(500)).toBeGreaterThanOrEqual(1 + 250_000 / 2 ** 15 - 1);
  });
});
