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
import { groupingAlgorithms } from '../registry.js';

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

/** Rows of which some have no key: one of ten persons, and a row here and there. */
const withoutSomeKeys = (rows: readonly (readonly string[])[], random: RandomSource): string[][] =>
  rows.map(([person, ...cells]) => [person.endsWith('3') || random.below(8) === 0 ? '' : person, ...cells]);

/** Sums of shares are taken in the order of the entries. */
const digits = ({
  model,
  holds,
  achieved,
}: Pick<RunResult['privacy'][number], 'holds' | 'achieved'> & { model: string }) => ({
  model,
  holds,
  achieved: Object.entries(achieved).map(([name, value]) => `${name} ${value.toFixed(12)}`),
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
        expect(report.privacy.map(digits)).toEqual(privacy.map(digits));
      }
      expect(released).toBeGreaterThan(3);
    },
  );

  it.each([...groupingAlgorithms, 'local-suppression'])(
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

  it('are not given to the audit where pieces have other rows than their entry, or do not fit', async () => {
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

  it.each([
    'mondrian',
    'optimal-lattice',
    'top-down-specialization',
    'k-optimize',
    'local-recoding',
    'mdav',
    'hilbert',
  ])('count each row without a key as a person under %s', async (algorithm) => {
    let released = 0;
    for (let seed = 1; seed <= casesOf(120, 8); seed++) {
      const random = seededRandom(seed);
      const rows = withoutSomeKeys(visits(8 + random.below(10), random, seed % 2 === 0), random);
      const job = jobOf(algorithm, models[seed % models.length], { missingPersons: 'separate' });
      const counted = await readCsvCounted(textOf(rows));
      expect(counted.entries).toBeLessThan(rows.length);
      const runs = (['wasm', 'js'] as const).map((engine) =>
        anonymize(counted, job, { engine, seed: 1 }).catch((error: Error) => error),
      );
      const [first, second] = await Promise.all(runs);
      if (first instanceof Error || second instanceof Error) {
        expect((second as Error).message).toBe((first as Error).message);
        continue;
      }
      released++;
      expect(second.release.toRows()).toEqual(first.release.toRows());
      expect(first.audit).toMatchObject({ holds: true, personsRecounted: true, problems: [] });
      const pieces = first.plan!.pieces;
      const given = new Uint32Array(counted.entries);
      pieces.entry.forEach((entry, piece) => (given[entry] += pieces.count[piece]));
      expect(given).toEqual(counted.weights);
      if (algorithm === 'local-recoding' || algorithm === 'mdav' || algorithm === 'hilbert') continue;
      const byRows = await anonymize(await readTable(textOf(rows)), job, { seed: 1 });
      expect(sorted(first.release)).toEqual(sorted(byRows.release));
      const { persons, personsReleased, privacy, risk, history, exposure } = byRows.result;
      expect(first.result).toMatchObject({ persons, personsReleased, risk, history, exposure });
      expect(first.result.privacy.map(digits)).toEqual(privacy.map(digits));
      const report = auditRelease(first.release, job, counted);
      if (report.personsRecounted === true) expect(report.privacy.map(digits)).toEqual(privacy.map(digits));
    }
    expect(released).toBeGreaterThan(3);
  });

  it('have no entry without a key in pieces of several rows', async () => {
    const rows = ['p1,20,1,d0', 'p2,20,1,d0', ',20,1,d1', ',20,1,d1'];
    const original = await readCsvCounted(['person,age,zip,diagnosis', ...rows].join('\n'));
    const release = await readCsvCounted(['age,zip,diagnosis', ...rows.map((row) => row.slice(-7))].join('\n'));
    const job = jobOf('hilbert', [{ model: 'k-anonymity', k: 2 }], { missingPersons: 'separate' });
    const spec = auditSpecOf(resolveJob(job), { original });
    const told = (entry: number[], count: number[], releasedOf: number[]) => {
      const [entries, counts, released] = [entry, count, releasedOf].map((own) => Uint32Array.from(own));
      return audit(
        release,
        { ...spec, originalPieces: { entry: entries, count: counts, releasedOf: released } },
        original,
      );
    };
    expect(told([0, 1, 2, 2], [1, 1, 1, 1], [0, 0, 1, 1])).toMatchObject({ personsRecounted: true, holds: true });
    expect(told([0, 1, 2], [1, 1, 2], [0, 0, 1])).toMatchObject({ personsRecounted: false, holds: false });
  });

  it('release the rows without a key in two passes, in the order of the input, and by DuckDB', async () => {
    const { path: here } = makeFolder();
    const random = seededRandom(17);
    const rows = withoutSomeKeys(visits(60, random, true), random);
    writeFileSync(join(here, 'visits.csv'), `${textOf(rows)}\n`);
    const job = jobOf('optimal-lattice', models[1], { missingPersons: 'separate', output: { order: 'input' } });
    writeFileSync(join(here, 'job.json'), JSON.stringify(job));
    const run = async (input: string, ...more: string[]) => {
      const args = ['anonymize', input, '--job', 'job.json', '--json', '--out', 'released.csv', ...more];
      const { code, stdout, stderr } = await runInside(args, here);
      expect([code, stderr.includes('Error')]).toEqual([0, false]);
      const { rows: taken, persons, privacy, metrics } = JSON.parse(stdout) as RunResult;
      return { taken, persons, privacy, metrics, text: readFileSync(join(here, 'released.csv'), 'utf8') };
    };
    const byRows = await run('visits.csv');
    expect(await run('visits.csv', '--two-pass')).toEqual(byRows);
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    try {
      await connection.run('CREATE TABLE visits (person VARCHAR, age INTEGER, zip INTEGER, diagnosis VARCHAR)');
      const values = rows.map(([person, age, zip, diagnosis]) => `(${person === '' ? 'NULL' : `'${person}'`}, ${age}, ${zip}, '${diagnosis}')`); // prettier-ignore
      await connection.run(`INSERT INTO visits VALUES ${values.join(', ')}`);
      const { result, audit: report } = await anonymizeInto(
        sqlSource({ connection, table: 'visits' }),
        'released',
        job,
      );
      expect(report).toMatchObject({ holds: true, personsRecounted: true });
      const { persons, privacy, metrics } = (await anonymize(await readTable(textOf(rows)), job)).result;
      expect(result).toMatchObject({ persons, metrics });
      expect(result.privacy.map(digits)).toEqual(privacy.map(digits));
      const found = (await connection.runAndReadAll('SELECT * FROM released')).getRowObjectsJS();
      const texts = found.map((row) => Object.values(row).map(String).join()).sort();
      expect(texts).toEqual(byRows.text.trim().split('\n').slice(1).sort());
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
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
