import { describe, expect, it } from 'vitest';
import { cureOf, jobCures } from '../../src/base/cures.js';
import { anonymize, auditRelease, InfeasibleError, readTable, type Job } from '../../src/index.js';
import { seededRandom, type RandomSource } from '../../src/base/random.js';
import { casesOf } from '../shared.js';

/** Visits of persons whose age and postal code are constant; rows of some have no key. */
function visits(persons: number, random: RandomSource): string {
  const rows: string[] = ['person,age,zip,diagnosis'];
  for (let person = 0; person < persons; person++) {
    const [age, zip] = [20 + random.below(5), random.below(2)];
    for (let visit = random.below(4); visit >= 0; visit--) {
      rows.push(`p${person},${age},${zip},d${random.below(3)}`);
    }
    if (random.below(3) === 0) rows.push(`,${age},${zip},d${random.below(3)}`);
  }
  return `${rows.join('\n')}\n`;
}

const jobOf = (algorithm: string, privacy: Job['privacy'], more: Partial<Job> = {}): Job => ({
  attributes: {
    person: 'person',
    age: { role: 'quasi-identifier', hierarchy: { type: 'intervals', origin: 20, widths: [2, 4] } },
    zip: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    diagnosis: 'sensitive',
  },
  privacy,
  algorithm,
  missingPersons: 'separate',
  suppression: { maxFraction: 0.3 },
  ...more,
});

/** Achieved figures, without the last bits of sums in another order. */
const rounded = (privacy: readonly { readonly achieved: Readonly<Record<string, number>> }[]) =>
  privacy.map(({ achieved }) => Object.entries(achieved).map(([name, value]) => `${name} ${value.toFixed(12)}`));

const models: Job['privacy'][] = [
  [{ model: 'k-anonymity', k: 3 }],
  [
    { model: 'k-anonymity', k: 2 },
    { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'diagnosis' },
  ],
  [{ model: 'alpha-k-anonymity', k: 2, alpha: 0.7, attribute: 'diagnosis' }],
  [{ model: 'average-risk', risk: 0.4 }],
  [
    { model: 'maximum-risk', risk: 0.5 },
    { model: 'l-diversity', variant: 'entropy', l: 1.5, attribute: 'diagnosis' },
  ],
  [
    { model: 'k-anonymity', k: 2 },
    { model: 'beta-likeness', variant: 'basic', beta: 2, attribute: 'diagnosis' },
  ],
];

describe('rows without the key of a person', () => {
  it.each(['optimal-lattice', 'mondrian', 'top-down-specialization', 'samarati'])(
    'add nobody to k in %s, and are persons of their own in every other model',
    async (algorithm) => {
      const random = seededRandom(algorithm.length);
      let released = 0;
      for (let round = 0; round < casesOf(120, 12); round++) {
        const table = await readTable(visits(8 + random.below(12), random));
        const job = jobOf(algorithm, models[round % models.length]);
        const run = (engine: 'wasm' | 'js') =>
          anonymize(table, job, { engine, seed: 1 }).catch((error: unknown) => {
            if (error instanceof InfeasibleError) return null;
            throw error;
          });
        const [done, other] = [await run('wasm'), await run('js')];
        expect(other?.release.toRows()).toEqual(done?.release.toRows());
        if (done === null) continue;
        released++;
        const report = auditRelease(done.release, job, table);
        if (report.personsRecounted === true) {
          expect(report.holds).toBe(true);
          expect(rounded(report.privacy)).toEqual(rounded(done.result.privacy));
        }
        const persons = new Set(table.cells('person').filter((cell) => cell !== null)).size;
        expect(done.result.persons).toBe(persons);
      }
      expect(released).toBeGreaterThan(3);
    },
  );

  it('hide no share of a value: 20 rows with HIV beside five persons, of whom one has it', async () => {
    const rows = [
      ...['HIV', 'flu', 'gout', 'asthma', 'flu'].map((value, i) => `p${i},30,1,${value}`),
      ...Array.from({ length: 20 }, () => ',30,1,HIV'),
    ];
    const table = await readTable(`person,age,zip,diagnosis\n${rows.join('\n')}\n`);
    const job = (alpha: number) =>
      jobOf('mondrian', [{ model: 'alpha-k-anonymity', k: 5, alpha, attribute: 'diagnosis' }], {
        suppression: { maxRows: 0 },
      });
    await expect(anonymize(table, job(0.8), { engine: 'js' })).rejects.toThrow(InfeasibleError);
    const { result } = await anonymize(table, job(0.84), { engine: 'js' });
    expect(result.privacy[0].achieved).toEqual({ k: 5, alpha: 21 / 25 });
    expect(result).toMatchObject({ persons: 5, rows: 25 });
    expect(result.warnings.map(({ code }) => code)).toContain('ROWS_WITHOUT_PERSON');
  });

  it('are refused by default, beside "rowsPerPerson", and by algorithms that count rows', async () => {
    const table = await readTable('person,age,zip,diagnosis\np1,20,1,a\np1,22,1,a\n,20,1,b\np2,20,1,b\n');
    const job = jobOf('mondrian', [{ model: 'k-anonymity', k: 2 }]);
    await expect(anonymize(table, { ...job, algorithm: 'generalize-and-permute' })).rejects.toMatchObject({
      code: 'PERSONS_UNSUPPORTED',
    });
    await expect(anonymize(table, { ...job, missingPersons: 'refuse' })).rejects.toMatchObject({
      code: 'PERSON_MISSING',
    });
    await expect(anonymize(table, { ...job, rowsPerPerson: 1 })).rejects.toMatchObject({ code: 'PERSON_MISSING' });
    // The job has "separate" already: the cure says what keeps it from being taken.
    expect(cureOf('PERSON_MISSING', jobCures)).toContain('without "rowsPerPerson"');
  });
});
