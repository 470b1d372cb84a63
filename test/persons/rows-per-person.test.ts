import { describe, expect, it } from 'vitest';
import { anonymize, auditRelease, readCsvCounted, readTable, type Job } from '../../src/index.js';
import { planColumns } from '../../src/job/plan.js';
import { drawPersons } from '../../src/pipeline/take-rows.js';
import { resolveJob } from '../../src/pipeline/resolve-job.js';
import { drawOriginal } from '../../src/audit/drawn-rows.js';
import { readPersons } from '../../src/audit/persons.js';
import { runToCompletion } from '../../src/base/steps.js';
import { seededRandom, type RandomSource } from '../../src/base/random.js';
import type { Table } from '../../src/table/table.js';

const header = 'person,age,zip,diagnosis';

function visits(persons: number, random: RandomSource): string[] {
  const rows: string[] = [];
  for (let person = 0; person < persons; person++) {
    for (let visit = random.below(6); visit >= 0; visit--) {
      const age = random.below(9) === 0 ? '' : String(20 + random.below(5));
      rows.push(`P${person},${age},0${random.below(3)}, d${random.below(4)}`);
    }
  }
  return rows;
}

const jobOf = (rowsPerPerson?: number): Job => ({
  attributes: { person: 'person', age: 'quasi-identifier', zip: 'quasi-identifier', diagnosis: 'sensitive' },
  privacy: [{ model: 'k-anonymity', k: 3 }],
  algorithm: 'mondrian',
  suppression: { maxFraction: 0.1 },
  ...(rowsPerPerson === undefined ? {} : { rowsPerPerson }),
});

const read = (rows: readonly string[]) => readTable(`${header}\n${rows.join('\n')}\n`);
const texts = (table: Table) => table.toRows().map((row) => JSON.stringify(row));

/** Rows that are drawn by the run and, apart from it, by the audit. */
function drawBoth(table: Table, most: number) {
  const { table: own, rowsNotDrawn } = runToCompletion(
    drawPersons(table, planColumns(resolveJob(jobOf(most)), table.columns)),
  );
  const persons = runToCompletion(readPersons(table, ['person'], new Set(['']))) as never;
  const draw = { most, cells: ['diagnosis', 'zip', 'age'] };
  const audited = runToCompletion(drawOriginal(table, persons, ['person'], draw)) as NonNullable<unknown> as {
    original: Table;
    rowsNotDrawn: number;
  };
  expect(audited.rowsNotDrawn).toBe(rowsNotDrawn);
  expect(texts(audited.original)).toEqual(texts(own));
  return own;
}

describe('rowsPerPerson', () => {
  it('draws the same rows in the run and in the audit, in any order of the table', async () => {
    const random = seededRandom(3);
    for (let round = 0; round < 40; round++) {
      const rows = visits(1 + random.below(12), random);
      const most = 1 + random.below(4);
      const drawn = drawBoth(await read(rows), most);
      const shuffled = rows.slice();
      for (let i = shuffled.length - 1; i > 0; i--) {
        const j = random.below(i + 1);
        [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
      }
      expect(texts(drawBoth(await read(shuffled), most)).sort()).toEqual(texts(drawn).sort());
      const count = (of: readonly string[], person: string) => of.filter((each) => each.startsWith(person)).length;
      const left = texts(drawn).map((row) => (JSON.parse(row) as { person: string }).person);
      for (const person of new Set(rows.map((row) => row.split(',')[0]))) {
        const expected = Math.min(most, count(rows, `${person},`));
        expect(left.filter((each) => each === person)).toHaveLength(expected);
      }
    }
  });

  it('draws by the person and the row together, so that no value is drawn for everybody', async () => {
    const rows = Array.from({ length: 400 }, (_, i) => `P${i >> 1},30,01,${i % 2 === 0 ? 'a' : 'b'}`);
    const drawn = drawBoth(await read(rows), 1);
    const share = drawn.toRows().filter(({ diagnosis }) => diagnosis === 'a').length;
    expect(share).toBeGreaterThan(70);
    expect(share).toBeLessThan(130);
  });

  it.each(['wasm', 'js'] as const)(
    'releases at most the given number of rows of each person, and one row a person as by rows (%s)',
    async (engine) => {
      const random = seededRandom(5);
      const table = await read(visits(60, random));
      for (const most of [1, 2]) {
        const job = jobOf(most);
        const { release, result } = await anonymize(table, job, { engine, seed: 1 });
        expect(result.rows + (result.rowsNotDrawn ?? 0)).toBe(table.rows);
        expect(result).toMatchObject({ persons: 60 });
        const report = auditRelease(release, job, table);
        expect(report).toMatchObject({ holds: true, personsRecounted: true, rowsNotDrawn: result.rowsNotDrawn });
        if (most > 1) continue;
        const one = runToCompletion(drawPersons(table, planColumns(resolveJob(job), table.columns))).table;
        const byRows = await anonymize(
          one,
          { ...jobOf(), attributes: { ...job.attributes, person: 'drop' } },
          { engine, seed: 1 },
        );
        expect(texts(byRows.release)).toEqual(texts(release));
        expect(byRows.result.metrics).toEqual(result.metrics);
      }
    },
  );

  it('draws the same rows of a counted table, of equal rows some', async () => {
    const random = seededRandom(11);
    for (let round = 0; round < 8; round++) {
      // Persons have some of their rows twice or three times.
      const rows = visits(20, random).flatMap((row) => Array<string>(1 + random.below(3)).fill(row));
      const table = await read(rows);
      const job = jobOf(1 + random.below(3));
      const counted = await readCsvCounted(`${header}\n${rows.join('\n')}\n`);
      expect(counted.entries).toBeLessThan(counted.rows);
      const [byRows, byCounts] = [await anonymize(table, job, { seed: 1 }), await anonymize(counted, job, { seed: 1 })];
      expect(texts(byCounts.release).sort()).toEqual(texts(byRows.release).sort());
      const { rowsNotDrawn, metrics, privacy, exposure, risk } = byRows.result;
      expect(byCounts.result).toMatchObject({
        rowsNotDrawn,
        metrics,
        privacy,
        exposure,
        risk,
        rows: byRows.result.rows,
      });
      for (const original of [table, counted]) {
        const report = auditRelease(byCounts.release, job, original);
        expect(report).toMatchObject({ holds: true, personsRecounted: true, rowsNotDrawn });
      }
      expect(byCounts.plan).toBeUndefined();
      const inOrder = anonymize(counted, { ...job, output: { order: 'input' } });
      await expect(inOrder).rejects.toMatchObject({ code: 'TWO_PASS_IMPOSSIBLE' });
    }
  });

  it('is refused without a person column and with rows that lack a key, and the audit finds a person with more rows', async () => {
    const table = await read(visits(20, seededRandom(7)));
    const { person: _, ...others } = jobOf(1).attributes;
    await expect(anonymize(table, { ...jobOf(1), attributes: others })).rejects.toMatchObject({
      code: 'OPTION_UNUSED',
    });
    const lacking = await read(['P1,30,01,a', ',30,01,b', 'P2,30,01,b']);
    await expect(anonymize(lacking, jobOf(1))).rejects.toMatchObject({ code: 'PERSON_MISSING' });
    const all = await anonymize(table, jobOf(), { engine: 'js' });
    expect(auditRelease(all.release, jobOf(1), table).holds).toBe(false);
  });
});
