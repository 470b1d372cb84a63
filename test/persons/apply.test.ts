import { describe, expect, it } from 'vitest';
import {
  anonymize,
  applyRecoding,
  auditRelease,
  InfeasibleError,
  readTable,
  toJson,
  type Job,
} from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf } from '../shared.js';
import { personsOf } from './naive-persons.js';

interface Visit {
  readonly person: string;
  readonly age: number;
  readonly zip: string;
  readonly value: string;
}

function draw(seed: number, persons: number): Visit[] {
  const random = seededRandom(seed);
  return Array.from({ length: persons }, (_, number) =>
    Array.from({ length: 1 + random.below(4) }, () => ({
      person: `KEY-${number}`,
      age: 20 + random.below(12),
      zip: 'ab'[random.below(2)],
      value: 'xyz'[random.below(3)],
    })),
  ).flat();
}

const tableOf = (visits: readonly Visit[]) =>
  readTable(
    `patient,age,zip,value,row\n${visits.map(({ person, age, zip, value }, i) => [person, age, zip, value, `r${i}`].join(',')).join('\n')}\n`,
  );

const jobOf = (k: number, more: Partial<Job> = {}): Job => ({
  attributes: {
    patient: 'person',
    age: { role: 'quasi-identifier', type: 'integer', hierarchy: { type: 'intervals', origin: 20, widths: [3, 6] } },
    zip: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    value: 'sensitive',
    row: { role: 'insensitive', type: 'string' },
  },
  privacy: [{ model: 'k-anonymity', k }],
  algorithm: 'optimal-lattice',
  suppression: { maxFraction: 0.2 },
  output: { order: 'input' },
  ...more,
});

/** [classes] the rows of every released class. */
function classesOf(visits: readonly Visit[], released: readonly Record<string, unknown>[]): Visit[][] {
  const classes = new Map<string, Visit[]>();
  for (const { age, zip, row } of released) {
    const key = `${String(age)}|${String(zip)}`;
    classes.set(key, [...(classes.get(key) ?? []), visits[Number(String(row).slice(1))]]);
  }
  return [...classes.values()];
}

describe('a kept recoding of a job with a person column', () => {
  it.each(['optimal-lattice', 'mondrian'])(
    'releases its own rows alike, counts persons of new rows, and holds no key (%s)',
    async (algorithm) => {
      let applied = 0;
      for (let seed = 1; seed <= casesOf(200, 10); seed++) {
        const visits = draw(seed, 8 + (seed % 9));
        const table = await tableOf(visits);
        const run = await anonymize(table, jobOf(3, { algorithm }), { seed, recoding: true }).catch(
          (error: unknown) => {
            if (error instanceof InfeasibleError) return null;
            throw error;
          },
        );
        if (run === null || !run.result.recoding.applicable) continue;
        const kept = toJson(run.result.recoding);
        expect(kept).not.toContain('KEY-');
        const again = await applyRecoding(JSON.parse(kept), table);
        expect(again.release.toRows()).toEqual(run.release.toRows());
        const { persons, personsReleased } = run.result;
        expect(again).toMatchObject({ persons, personsReleased, rowsNotDrawn: null });
        const news = draw(1000 + seed, 6);
        const newTable = await tableOf(news);
        const job = jobOf(2, { algorithm });
        const found = await applyRecoding(JSON.parse(kept), newTable, { minimum: 2, order: 'input' });
        const all = await applyRecoding(JSON.parse(kept), newTable, { order: 'input' });
        const sizes = (classes: Visit[][]): number[] => classes.map((own) => personsOf(own).size);
        const kept2 = classesOf(news, all.release.toRows()).filter((own) => personsOf(own).size >= 2);
        expect(classesOf(news, found.release.toRows())).toEqual(kept2);
        expect(found.belowMinimum).toBe(all.released - kept2.flat().length);
        expect(found.smallestClass).toBe(kept2.length === 0 ? null : Math.min(...sizes(kept2)));
        expect(found).toMatchObject({ persons: 6, personsReleased: personsOf(kept2.flat()).size });
        applied++;
        if (kept2.length === 0) continue;
        const report = auditRelease(found.release, job, newTable);
        if (report.personsRecounted === true) {
          expect(report.privacy[0]).toMatchObject({ achieved: { k: Math.min(...sizes(kept2)) }, holds: true });
        }
      }
      expect(applied).toBeGreaterThan(3);
    },
  );

  it('requires the key of new rows, unless its job counts rows without one apart', async () => {
    const visits = draw(3, 12);
    const news = draw(4, 5).map((visit, i) => (i === 0 ? { ...visit, person: '' } : visit));
    const run = async (more: Partial<Job>) =>
      (await anonymize(await tableOf(visits), jobOf(2, more), { seed: 1, recoding: true })).result;
    const newTable = await tableOf(news);
    await expect(applyRecoding(await run({}), newTable)).rejects.toMatchObject({ code: 'PERSON_MISSING' });
    const { persons } = await applyRecoding(await run({ missingPersons: 'separate' }), newTable);
    expect(persons).toBe(personsOf(news.filter(({ person }) => person !== '')).size);
    const unkeyed = news.map(({ age, zip, value }, i) => ({ age, zip, value, row: `r${i}` }));
    await expect(applyRecoding(await run({}), unkeyed)).rejects.toMatchObject({ code: 'UNKNOWN_COLUMN' });
  });

  it('draws as many rows of every person as its job does', async () => {
    const table = await tableOf(draw(5, 14));
    const { release, result } = await anonymize(table, jobOf(2, { rowsPerPerson: 2 }), { seed: 1, recoding: true });
    const again = await applyRecoding(JSON.parse(toJson(result)), table);
    expect(again.release.toRows()).toEqual(release.toRows());
    expect(again.rowsNotDrawn).toBe(result.rowsNotDrawn);
    expect(again.rowsNotDrawn).toBeGreaterThan(0);
  });

  it('warns of classes of few persons, and refuses a key that is released', async () => {
    const { result } = await anonymize(await tableOf(draw(3, 12)), jobOf(3), { seed: 1, recoding: true });
    const { warnings } = await applyRecoding(result, await tableOf(draw(9, 2)));
    expect(warnings.find(({ code }) => code === 'FEW_NEW_ROWS')?.message).toContain('fewer than 3 persons');
    const changed = { ...result.recoding, persons: { columns: [{ name: 'age', type: 'integer' }] } };
    await expect(applyRecoding(changed, [])).rejects.toMatchObject({ code: 'RECODING_INVALID' });
  });
});
