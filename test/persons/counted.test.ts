import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, it } from 'vitest';
import { anonymize, auditRelease, readCsvCounted, readTable, type Job, type RunResult } from '../../src/index.js';
import { anonymizeInto, sqlSource } from '../../src/hosts/sources/index.js';
import { seededRandom, type RandomSource } from '../../src/base/random.js';
import { audit } from '../../src/audit/audit.js';
import { auditSpecOf } from '../../src/pipeline/audit-spec.js';
import { resolveJob } from '../../src/pipeline/resolve-job.js';
import type { Table } from '../../src/table/table.js';
import { makeFolder, runInside } from '../hosts/command/run-cli.js';
import { casesOf } from '../shared.js';

/** Visits with repeated rows: a counted table has fewer entries than rows. */
function visits(persons: number, random: RandomSource, varying: boolean): string[][] {
  const rows: string[][] = [];
  for (let person = 0; person < persons; person++) {
    const age = 20 + random.below(6);
    for (let visit = random.below(5); visit >= 0; visit--) {
      const own = varying && random.below(3) === 0 ? 20 + random.below(6) : age;
      rows.push([`p${person}`, String(own), String(random.below(2)), `d${random.below(3)}`]);
    }
  }
  return rows;
}

const names = ['person', 'age', 'zip', 'diagnosis'];
const textOf = (rows: readonly (readonly string[])[]) => [names, ...rows].map((row) => row.join(',')).join('\n');

const models: Job['privacy'][] = [
  [{ model: 'k-anonymity', k: 3 }],
  [
    { model: 'k-anonymity', k: 2 },
    { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'diagnosis' },
    { model: 't-closeness', t: 0.5, distance: 'equal', attribute: 'diagnosis' },
  ],
];

const jobOf = (algorithm: Job['algorithm'], privacy: Job['privacy'], more: Partial<Job> = {}): Job => ({
  attributes: {
    person: 'person',
    age: { role: 'quasi-identifier', hierarchy: { type: 'intervals', origin: 20, widths: [2, 4] } },
    zip: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    diagnosis: 'sensitive',
  },
  privacy,
  algorithm,
  suppression: { maxFraction: 0.2 },
  ...more,
});

const sorted = (table: Table) =>
  table
    .toRows()
    .map((row) => JSON.stringify(row))
    .sort();

describe('tables of counted rows, by persons', () => {
  it.each(['mondrian', 'optimal-lattice', 'samarati', 'top-down-specialization', 'k-optimize', 'datafly'])(
    'release by %s what tables of rows release, and are audited by persons',
    async (algorithm) => {
      const random = seededRandom(algorithm.length);
      let released = 0;
      for (let round = 0; round < casesOf(80, 8); round++) {
        const text = textOf(visits(6 + random.below(10), random, round % 2 === 0));
        const job = jobOf(algorithm, models[round % models.length]);
        const engine = round % 4 < 2 ? 'wasm' : 'js';
        const [rows, counted] = await Promise.all(
          [await readTable(text), await readCsvCounted(text)].map((table) =>
            anonymize(table, job, { engine, seed: 1 }).catch((error: Error) => error),
          ),
        );
        if (rows instanceof Error || counted instanceof Error) {
          expect((counted as Error).message).toBe((rows as Error).message);
          continue;
        }
        released++;
        expect(sorted(counted.release)).toEqual(sorted(rows.release));
        const { persons, personsReleased, privacy, risk, history, exposure, metrics } = rows.result;
        expect(counted.result).toMatchObject({ persons, personsReleased, privacy, risk, history, exposure, metrics });
        const report = auditRelease(counted.release, job, await readCsvCounted(text));
        if (report.personsRecounted !== true) continue;
        // Sums of shares are taken in the order of the entries.
        const digits = ({ model, holds, achieved }: Omit<(typeof privacy)[number], 'model'> & { model: string }) => ({
          model,
          holds,
          achieved: Object.entries(achieved).map(([name, value]) => `${name} ${value.toFixed(12)}`),
        });
        expect(report.privacy.map(digits)).toEqual(privacy.map(digits));
      }
      expect(released).toBeGreaterThan(3);
    },
  );

  it.each(['hilbert', 'mdav', 'oka', 'idistance', 'local-recoding', 'k-member', 'local-suppression'])(
    'are audited by persons where %s gives equal rows to several classes',
    async (algorithm) => {
      for (let seed = 1; seed <= casesOf(200, 3); seed++) {
        const rows = visits(16, seededRandom(seed), true).flatMap((row) => [row, row]);
        const table = await readCsvCounted(textOf(rows));
        const job = jobOf(algorithm, models[seed % models.length]);
        const runs = (['wasm', 'js'] as const).map((engine) => anonymize(table, job, { engine, seed: 1 }));
        const [first, second] = await Promise.all(runs);
        expect(first.audit).toMatchObject({ holds: true, personsRecounted: true, problems: [] });
        expect(second.release.toRows()).toEqual(first.release.toRows());
      }
    },
  );

  it('are not what the audit is told where pieces have other rows than their entry, or do not fit', async () => {
    const visitsOf = (age: number) => Array.from({ length: 4 }, () => `${age},1,d0`);
    const ages = [20, 20, 20, 21];
    const text = ages.flatMap((age, person) => visitsOf(age).map((visit) => `p${person},${visit}`));
    const original = await readCsvCounted(['person,age,zip,diagnosis', ...text].join('\n'));
    const shown = [...Array<string>(6).fill('20'), ...Array<string>(10).fill('[20-21]')];
    const release = await readCsvCounted(['age,zip,diagnosis', ...shown.map((age) => `${age},1,d0`)].join('\n'));
    const spec = auditSpecOf(resolveJob(jobOf('hilbert', [{ model: 'k-anonymity', k: 3 }])), { original });
    const told = (entry: number[], count: number[], releasedOf: number[]) => {
      const [entries, rows, released] = [entry, count, releasedOf].map((own) => Uint32Array.from(own));
      const originalPieces = { entry: entries, count: rows, releasedOf: released };
      return audit(release, { ...spec, originalPieces }, original);
    };
    const twos = Array<number>(8).fill(2);
    const honest = [0, 0, 1, 1, 2, 2, 3, 3];
    const { personsRecounted, privacy } = told(honest, twos, [0, 1, 0, 1, 0, 1, 1, 1]);
    expect([personsRecounted, privacy[0].achieved]).toEqual([true, { k: 3 }]);
    // The last person is not 20 years old.
    expect(told(honest, twos, [1, 1, 0, 1, 0, 1, 0, 1]).personsRecounted).toBe(false);
    expect(told(honest, twos, [0, 0, 0, 1, 0, 1, 1, 1]).personsRecounted).toBe(false);
    expect(told(honest, twos, [0, 2, 0, 1, 0, 1, 1, 1]).personsRecounted).toBe(false);
    expect(told([0, 0, 1, 1, 2, 2, 3, 9], twos, [0, 1, 0, 1, 0, 1, 1, 1]).personsRecounted).toBe(false);
    expect(told(honest, [3, 1, 1, 3, 2, 2, 1, 2], [0, 1, 0, 1, 0, 1, 1, 1]).personsRecounted).toBe(false);
  });

  it('need the rows themselves where rows without a key are counted apart', async () => {
    const counted = await readCsvCounted(textOf(visits(9, seededRandom(2), true)));
    const run = anonymize(counted, jobOf('mondrian', models[0], { missingPersons: 'separate' }));
    await expect(run).rejects.toMatchObject({ code: 'TWO_PASS_IMPOSSIBLE' });
  });

  it('have the rows of a person drawn alike in two passes and by DuckDB, whose release is then a file', async () => {
    const { path: here } = makeFolder();
    const rows = visits(40, seededRandom(13), true);
    writeFileSync(join(here, 'visits.csv'), `${textOf([...rows, ...rows.slice(50)])}\n`);
    writeFileSync(join(here, 'job.json'), JSON.stringify(jobOf('optimal-lattice', models[1], { rowsPerPerson: 2 })));
    const run = async (input: string, ...more: string[]) => {
      const args = ['anonymize', input, '--job', 'job.json', '--json', '--out', 'released.csv', ...more];
      const { code, stdout } = await runInside(args, here);
      expect(code).toBe(0);
      const { rows: taken, rowsNotDrawn, privacy, metrics } = JSON.parse(stdout) as RunResult;
      const lines = readFileSync(join(here, 'released.csv'), 'utf8').split('\n').sort();
      return { taken, rowsNotDrawn, privacy, metrics, lines };
    };
    const byRows = await run('visits.csv');
    expect(byRows.rowsNotDrawn).toBeGreaterThan(0);
    expect(await run('visits.csv', '--two-pass')).toEqual(byRows);
    expect(await run('duckdb:visits.csv')).toEqual(byRows);
    const inside = await runInside(['anonymize', 'duckdb:visits.csv', '--job', 'job.json', '--sql', 'duckdb'], here);
    expect([inside.code, inside.stderr]).toEqual([2, expect.stringContaining('TWO_PASS_IMPOSSIBLE')]);
  });

  it('are counted by DuckDB with the person, whose key stands in no released table', async () => {
    const rows = visits(60, seededRandom(11), true);
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    try {
      await connection.run('CREATE TABLE visits (person VARCHAR, age INTEGER, zip INTEGER, diagnosis VARCHAR)');
      const values = rows.map(([person, age, zip, diagnosis]) => `('${person}', ${age}, ${zip}, '${diagnosis}')`);
      await connection.run(`INSERT INTO visits VALUES ${values.join(', ')}`);
      const job = jobOf('optimal-lattice', models[1]);
      const { result, audit } = await anonymizeInto(sqlSource({ connection, table: 'visits' }), 'released', job);
      expect(audit).toMatchObject({ holds: true, personsRecounted: true, persons: 60 });
      const byFile = await anonymize(await readTable(textOf(rows)), job);
      expect(result.metrics).toEqual(byFile.result.metrics);
      expect(result.privacy).toEqual(byFile.result.privacy);
      const found = (await connection.runAndReadAll('SELECT * FROM released')).getRowObjectsJS();
      expect(Object.keys(found[0])).toEqual(['age', 'zip', 'diagnosis']);
      const texts = (all: readonly object[]) => all.map((row) => Object.values(row).map(String).join()).sort();
      expect(texts(found)).toEqual(texts(byFile.release.toRows()));
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  });
});
