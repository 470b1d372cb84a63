import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import type { AuditReport, RunResult } from '../../src/index.js';
import { makeFolder, runInside } from '../hosts/command/run-cli.js';

const VISITS = 5056;
const PATIENTS = 1500;

/** Visits of patients, up to 27 each; all of a patient agree in birth, sex and home. */
function drawVisits(): string[][] {
  const random = seededRandom(5056);
  const day = (): string => `${10 + random.below(3)}-${10 + random.below(19)}`;
  const patients = Array.from({ length: PATIENTS }, (_, i) => [
    String(700_000 + 7 * i),
    `${1930 + random.below(80)}-${day()}`,
    'FM'[random.below(2)],
    String(53_700 + random.below(40)),
  ]);
  const visits = [...patients, ...Array.from({ length: 26 }, () => patients[0])];
  while (visits.length < VISITS) visits.push(patients[random.below(PATIENTS)]);
  const diagnoses = ['flu', 'asthma', 'gout', 'HIV', 'diabetes', 'migraine', 'fracture', 'COPD'];
  return visits.map((patient) => [...patient, `2023-${day()}`, diagnoses[random.below(diagnoses.length)]]);
}

describe("a hospital's first hour with 5,056 visits of 1,500 patients", () => {
  it('ends with the same release of a DuckDB file as of the CSV file, and with its audit', async () => {
    const { path: here } = makeFolder();
    const header = 'patient_id,birth_date,sex,postal_code,visit_date,diagnosis';
    const lines = drawVisits().map((cells) => cells.join(','));
    writeFileSync(join(here, 'visits.csv'), `${[header, ...lines].join('\n')}\n`);
    const instance = await DuckDBInstance.create(join(here, 'visits.db'));
    const connection = await instance.connect();
    await connection.run(
      `CREATE TABLE visits AS SELECT * FROM read_csv('${join(here, 'visits.csv')}', types = {'postal_code': 'VARCHAR'})`,
    );
    connection.closeSync();
    instance.closeSync();

    const refused = await runInside(['anonymize', 'duckdb:visits.db#visits', '--k', '5', '--out', 'r.csv'], here);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('REPEATED_PERSONS')]);

    const run = async (input: string, out: string) => {
      const asked = ['--k', '5', '--person', 'patient_id', '--seed', '1', '--json'];
      const { code, stdout } = await runInside(['anonymize', input, ...asked, '--out', out], here);
      expect(code).toBe(0);
      const { persons, personsReleased, rows, privacy, risk } = JSON.parse(stdout) as RunResult;
      const released = readFileSync(join(here, out), 'utf8').trim().split('\n');
      return { persons, personsReleased, rows, privacy, risk, header: released[0], lines: released.slice(1).sort() };
    };
    const byFile = await run('visits.csv', 'r.csv');
    expect(byFile).toMatchObject({ persons: PATIENTS, rows: VISITS, header: header.slice('patient_id,'.length) });
    expect(byFile.privacy.every(({ holds }) => holds)).toBe(true);
    expect(await run('duckdb:visits.db#visits', 'd.csv')).toEqual(byFile);

    const saved = await runInside(['init', 'visits.csv', '--k', '5', '--person', 'patient_id', '--yes', '--out', 'job.json'], here); // prettier-ignore
    expect(saved.code).toBe(0);
    const asked = ['--original', 'duckdb:visits.db#visits', '--job', 'job.json', '--json'];
    const report = JSON.parse((await runInside(['audit', 'd.csv', ...asked], here)).stdout) as AuditReport;
    expect(report).toMatchObject({ holds: true, personsRecounted: true, persons: PATIENTS, problems: [] });
  });
});
