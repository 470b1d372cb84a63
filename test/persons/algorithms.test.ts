import { describe, expect, it } from 'vitest';
import { anonymize, listAlgorithms, readTable } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf } from '../shared.js';

/** A table of 1 to 6 rows a person, and the rows as texts. */
function draw(seed: number) {
  const random = seededRandom(seed);
  const persons = 4 + random.below(12);
  const varies = random.below(2) === 1;
  const rows: string[][] = [];
  for (let person = 0; person < persons; person++) {
    let own = [20 + random.below(8), random.below(3)];
    for (let row = 0, many = 1 + random.below(6); row < many; row++) {
      if (varies && random.below(2) === 1) own = [20 + random.below(8), random.below(3)];
      rows.push([`p${person}`, String(own[0]), 'abc'[own[1]], `r${rows.length}`]);
    }
  }
  return rows;
}

/** Lists of items have tests of their own (dissociation.test.ts, pipeline/generalized-lists.test.ts). */
const names = listAlgorithms()
  .algorithms.map(({ name }) => name)
  .filter((name) => !['apriori-anonymization', 'dissociation'].includes(name));

/** The classes of a release: the original rows by their released quasi-identifiers. */
function fewestPersons(rows: readonly string[][], released: readonly Record<string, unknown>[]): number {
  const personOf = new Map(rows.map(([person, , , row]) => [row, person]));
  const classes = new Map<string, Set<string>>();
  for (const { a, b, row, bucket = `${a}|${b}` } of released) {
    const key = String(bucket);
    classes.set(key, (classes.get(key) ?? new Set()).add(personOf.get(String(row)) as string));
  }
  return Math.min(...[...classes.values()].map(({ size }) => size));
}

describe.each(names)('%s by persons', (algorithm) => {
  // promise: persons-counted
  it('releases classes of at least k persons, or refuses by name', async () => {
    let released = 0;
    for (let seed = 1; seed <= casesOf(600, 6); seed++) {
      const rows = draw(seed);
      const k = 2 + (seed % 3);
      const job = {
        attributes: {
          person: 'person',
          a: { role: 'quasi-identifier', type: 'integer' },
          b: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
          row: 'insensitive',
        },
        privacy: [{ model: 'k-anonymity', k }],
        algorithm,
        suppression: { maxFraction: (seed % 4) / 10 },
      };
      const table = await readTable(`person,a,b,row\n${rows.map((row) => row.join(',')).join('\n')}\n`);
      try {
        const { release, result } = await anonymize(table, job as never, {
          engine: seed % 2 === 0 ? 'js' : 'wasm',
          seed,
        });
        released++;
        expect(result.persons).toBe(new Set(rows.map(([person]) => person)).size);
        if (result.released === 0) continue;
        const fewest = fewestPersons(rows, release.toRows());
        expect(fewest, `seed ${seed}`).toBeGreaterThanOrEqual(k);
        expect(result.privacy[0].achieved.k, `seed ${seed}`).toBe(fewest);
      } catch (error) {
        const { code } = error as { code: string };
        if (code === 'PERSONS_UNSUPPORTED' || code === 'NO_PRESENCE_MODEL' || code === 'NO_SENSITIVE') return;
        if (
          code === undefined ||
          ![
            'K_EXCEEDS_PERSONS',
            'NO_SOLUTION',
            'SUPPRESSION_EXCEEDED',
            'MU_ARGUS_VIOLATES',
            'PERSON_ROWS_UNREACHABLE',
          ].includes(code)
        )
          throw error;
      }
    }
    expect(released).toBeGreaterThan(0);
  });
});
