import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { anonymize, auditRelease, InfeasibleError, readTable, type Job } from '../../src/index.js';
import { casesOf } from '../shared.js';

interface Row {
  readonly person: string;
  readonly age: string;
  readonly s: string;
  readonly blood: string;
  readonly row: string;
}

/** Visits; some have no key, and blood is the same in all rows of a person. */
function draw(seed: number, lacking: number): Row[] {
  const random = seededRandom(seed);
  const rows: Row[] = [];
  for (let person = 0; person < 40; person++) {
    const blood = 'ABO'[random.below(3)];
    let age = 20 + random.below(8);
    for (let row = 0, many = 1 + random.below(3); row < many; row++) {
      if (random.below(3) === 0) age = 20 + random.below(8);
      const name = lacking > 0 && random.below(lacking) === 0 ? '' : `p${person}`;
      rows.push({ person: name, age: String(age), s: 'uvwxyz'[random.below(6)], blood, row: `r${rows.length}` });
    }
  }
  return rows;
}

const textOf = (rows: readonly Row[]): string =>
  `person,age,s,blood,row\n${rows.map((row) => [row.person, row.age, row.s, row.blood, row.row].join()).join('\n')}\n`;

const jobOf = (algorithm: Job['algorithm'], more: Partial<Job>): Job => ({
  attributes: {
    person: 'person',
    age: { role: 'quasi-identifier', type: 'integer' },
    s: 'sensitive',
    blood: 'sensitive',
    row: { role: 'insensitive', type: 'string' },
  },
  privacy: [
    { model: 'k-anonymity', k: 3 },
    { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' },
  ],
  algorithm,
  suppression: { maxFraction: 0.3 },
  ...more,
});

/** The values of every bucket, and the rows that it has: rows are known by their number, which is released with the quasi-identifiers. */
function bucketsOf(rows: readonly Row[], released: readonly Record<string, unknown>[]) {
  const byName = new Map(rows.map((row) => [row.row, row]));
  const buckets = new Map<string, Row[]>();
  for (const { bucket, row } of released) {
    buckets.set(String(bucket), [...(buckets.get(String(bucket)) ?? []), byName.get(String(row)) as Row]);
  }
  return [...buckets.values()];
}

/** The fewest values that all sets of one key have in common. */
function fewestCommon(sets: readonly (readonly [string, ReadonlySet<string>])[]): number {
  const common = new Map<string, ReadonlySet<string>>();
  for (const [key, own] of sets) {
    const known = common.get(key);
    common.set(key, known === undefined ? own : new Set([...known].filter((value) => own.has(value))));
  }
  return Math.min(...[...common.values()].map(({ size }) => size));
}

const algorithms: readonly (readonly [string, Job['algorithm']])[] = [
  ['bucketization', 'bucketization'],
  ['anatomy', 'anatomy'],
  ['slicing', { name: 'slicing', columns: [['age', 'row']] }],
];

describe.each(algorithms)('%s', (_, algorithm) => {
  it('counts rows without a key apart: no bucket has fewer than k with one, and every model holds twice', async () => {
    let released = 0;
    for (let seed = 1; seed <= casesOf(150, 4); seed++) {
      const rows = draw(seed, 6);
      const table = await readTable(textOf(rows));
      const job = jobOf(algorithm, { missingPersons: 'separate' });
      try {
        const { release, audit, result } = await anonymize(table, job, { engine: 'wasm', seed });
        const twin = await anonymize(table, job, { engine: 'js', seed });
        expect(twin.release.toRows()).toEqual(release.toRows());
        released++;
        expect(audit).toMatchObject({ holds: true, personsRecounted: true });
        const buckets = bucketsOf(rows, release.toRows());
        const keyed = buckets.map((own) => own.filter(({ person }) => person !== ''));
        const fewest = Math.min(...keyed.map((own) => new Set(own.map(({ person }) => person)).size));
        expect(result.privacy[0].achieved.k, `seed ${seed}`).toBe(fewest);
        expect(fewest).toBeGreaterThanOrEqual(3);
        expect(keyed.every((own) => new Set(own.map(({ person }) => person)).size === own.length)).toBe(true);
        for (const reading of [keyed, buckets]) {
          const values = reading.map((own) => new Set(own.map(({ s }) => s)));
          expect(Math.min(...values.map(({ size }) => size))).toBeGreaterThanOrEqual(2);
          const ofVectors = reading.flatMap((own, i) => own.map(({ age }) => [age, values[i]] as const));
          expect(fewestCommon(ofVectors), `seed ${seed}`).toBeGreaterThanOrEqual(2);
        }
      } catch (error) {
        if (!(error instanceof InfeasibleError)) throw error;
      }
    }
    expect(released).toBeGreaterThan(0);
  });

  it('protects what the buckets of a person leave together', async () => {
    let [released, bare] = [0, 0];
    for (let seed = 1; seed <= casesOf(150, 6); seed++) {
      const rows = draw(seed, 0);
      const table = await readTable(textOf(rows));
      const disclosed = async (history: 'measure' | 'protect'): Promise<number | null> => {
        try {
          const { release, tables, audit, result } = await anonymize(table, jobOf(algorithm, { history }), { seed });
          expect(audit).toMatchObject({ holds: true, personsRecounted: true });
          const buckets = bucketsOf(rows, release.toRows());
          const values = buckets.map((own) => new Set(own.map(({ blood }) => blood)));
          const fewest = fewestCommon(
            buckets.flatMap((own, i) => own.map(({ person }) => [person, values[i]] as const)),
          );
          const ofBlood = result.history?.find(({ attribute }) => attribute === 'blood');
          expect(ofBlood?.fewest, `seed ${seed}`).toBe(fewest);
          if (history === 'protect') {
            const alone = auditRelease(release, jobOf(algorithm, { history }), table, tables);
            if (alone.personsRecounted === true) expect(alone.problems).toEqual([]);
          }
          return fewest < 2 ? 1 : 0;
        } catch (error) {
          if (error instanceof InfeasibleError) return null;
          throw error;
        }
      };
      bare += (await disclosed('measure')) ?? 0;
      const found = await disclosed('protect');
      released += Number(found !== null);
      expect(found ?? 0).toBe(0);
    }
    expect(released).toBeGreaterThan(0);
    if (algorithm === 'bucketization') expect(bare).toBeGreaterThan(0);
  });
});

it('k^m-anonymity of buckets counts all persons of a bucket, however many rows the table has', async () => {
  const rows = Array.from(
    { length: 60 },
    (_, i) => `p${i % 12},${20 + (i % 12)},${'ab'[(i + Math.floor(i / 12)) % 2]}`,
  );
  const table = await readTable(`person,age,s\n${rows.join('\n')}\n`);
  const job: Job = {
    attributes: {
      person: 'person',
      age: { role: 'quasi-identifier', type: 'integer' },
      s: { role: 'sensitive', set: { delimiter: '|' } },
    },
    privacy: [
      { model: 'k-anonymity', k: 10 },
      { model: 'km-anonymity', k: 5, m: 1, attribute: 's' },
    ],
    algorithm: 'bucketization',
  };
  const { result } = await anonymize(table, job, { seed: 1 });
  expect(result).toMatchObject({ classes: 5, suppressed: 0 });
  expect(result.privacy[1].achieved.k).toBeGreaterThanOrEqual(5);
});
