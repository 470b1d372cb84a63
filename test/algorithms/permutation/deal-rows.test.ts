import { expect, it } from 'vitest';
import { Dealer } from '../../../src/algorithms/permutation/deal-rows.js';
import type { PersonRows } from '../../../src/algorithms/permutation/person-rows.js';
import { runToCompletion } from '../../../src/base/steps.js';
import { seededRandom } from '../../../src/base/random.js';
import { casesOf } from '../../shared.js';

/** The buckets of rows with these persons and values. */
function deal(personOf: readonly number[], valueOf: readonly number[], parts: number): readonly Uint32Array[] {
  const values = Uint32Array.from(valueOf);
  const rows = {
    persons: { count: Math.max(...new Set(personOf)) + 1 },
    personOf: Uint32Array.from(personOf),
    combined: values,
    values: [values],
  } as unknown as PersonRows;
  return runToCompletion(new Dealer(rows).deal(Uint32Array.from(personOf.keys()), parts, 0));
}

const spread = (counts: readonly number[]): number => Math.max(...counts) - Math.min(...counts);

it('deals rows so that no bucket has two of one person, and sizes and values differ by one at most', () => {
  for (let seed = 0; seed < casesOf(2_000, 60); seed++) {
    const random = seededRandom(seed);
    const personOf: number[] = [];
    const most = 1 + random.below(8);
    for (let person = 0, persons = 3 + random.below(20); person < persons; person++) {
      for (let row = 0, many = person === 0 ? most : 1 + random.below(most); row < many; row++) personOf.push(person);
    }
    const valueOf = personOf.map(() => random.below(5));
    const buckets = deal(personOf, valueOf, most);
    expect(buckets.flatMap((rows) => [...rows]).sort((a, b) => a - b)).toEqual([...personOf.keys()]);
    for (const rows of buckets) expect(new Set(Array.from(rows, (row) => personOf[row])).size).toBe(rows.length);
    expect(spread(buckets.map(({ length }) => length))).toBeLessThanOrEqual(1);
    for (let value = 0; value < 5; value++) {
      const counts = buckets.map((rows) => rows.filter((row) => valueOf[row] === value).length);
      expect(spread(counts), `seed ${seed}`).toBeLessThanOrEqual(1);
    }
  }
});

it('deals the rows of a person with thousands of them into as many buckets', () => {
  const personOf = Array.from({ length: 6_000 }, (_, row) => Math.floor(row / 3_000));
  const buckets = deal(personOf, personOf.map((_, row) => row % 3), 3_000); // prettier-ignore
  expect(buckets.every((rows) => rows.length === 2 && personOf[rows[0]] !== personOf[rows[1]])).toBe(true);
});
