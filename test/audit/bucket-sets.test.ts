/** Contents of buckets: pairs of rows listed and looked up, sets of values numbered, against sets and maps. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listOccurrences, numberSets, placeWith } from '../../src/audit/bucket-sets.js';
import { finish } from '../../src/audit/grouping.js';
import { seededRandom } from '../../src/base/random.js';

const range = (length: number): number[] => Array.from({ length }, (_, i) => i);

describe('what buckets show', () => {
  it('is every distinct pair, ascending, at the rows of many pauses too', () => {
    for (const [rows, keys, others] of [
      [0, 3, 2],
      [200, 7, 5],
      [70_000, 40_000, 300],
    ]) {
      const random = seededRandom(rows);
      const keyOf = Uint32Array.from({ length: rows }, () => random.below(keys));
      const otherOf = Uint32Array.from({ length: rows }, () => random.below(others));
      const expected = range(keys).map(() => new Map<number, number>());
      keyOf.forEach((key, row) => expected[key].set(otherOf[row], (expected[key].get(otherOf[row]) ?? 0) + 1));
      const found = finish(listOccurrences(keyOf, keys, otherOf, others));
      expect(found.start.length).toBe(keys + 1);
      const lists = range(keys).map((key) => Array.from(found.other.subarray(found.start[key], found.start[key + 1])));
      expect(lists).toEqual(expected.map((counts) => [...counts.keys()].sort((a, b) => a - b)));
      expect(Array.from(found.rows)).toEqual(
        lists.flatMap((list, key) => list.map((other) => expected[key].get(other))),
      );
      for (const key of [0, 1, 2]) {
        for (const other of range(others)) expect(placeWith(found, key, other)).toBe(lists[key].indexOf(other));
      }
    }
  });

  it('is numbered by sets, with all that their values stand for', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uniqueArray(fc.nat(5), { minLength: 1 }), { minLength: 1, maxLength: 8 }),
        fc.array(fc.uniqueArray(fc.nat(12)), { minLength: 6, maxLength: 6 }),
        (buckets, leavesOf) => {
          const pairs = buckets.flatMap((values, bucket) => values.map((value) => [bucket, value]));
          const column = (at: number): Uint32Array => Uint32Array.from(pairs, (pair) => pair[at]);
          const shown = finish(listOccurrences(column(0), buckets.length, column(1), 6));
          const runs = leavesOf.map((leaves) => leaves.sort((a, b) => a - b).flatMap((leaf) => [leaf, leaf]));
          const found = finish(numberSets(shown, (value) => (runs[value].length === 0 ? null : runs[value])));
          buckets.forEach((values, bucket) => {
            const set = found.setOf[bucket];
            expect(Array.from(found.sets[set])).toEqual([...values].sort((a, b) => a - b));
            const own = found.runs[set] ?? [];
            const covered = range(own.length / 2).flatMap((r) =>
              range(own[2 * r + 1] - own[2 * r] + 1).map((i) => own[2 * r] + i),
            );
            const expected = new Set(values.flatMap((value) => leavesOf[value]));
            expect(covered).toEqual([...expected].sort((a, b) => a - b));
          });
          expect(new Set(found.setOf).size).toBe(new Set(buckets.map((values) => [...values].sort().join())).size);
        },
      ),
      { numRuns: 100 },
    );
  });
});
