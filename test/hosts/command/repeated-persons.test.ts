import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseJobText } from '../../../src/index.js';
import { makeFolder, runInside } from './run-cli.js';

const { path: here } = makeFolder();

beforeAll(() => {
  const rows = Array.from({ length: 120 }, (_, i) =>
    [7000 + (i % 30), 20 + (i % 30), 'FM'[i % 2], ['flu', 'gout', 'asthma'][(i % 7) % 3]].join(),
  );
  writeFileSync(join(here, 'visits.csv'), ['patient_id,age,sex,disease', ...rows, ''].join('\n'));
});

const refusal =
  'expected the key of the persons who have several rows (--person "patient_id"), or one row per person (--rows-are-people states this), received 120 rows in which "patient_id" has 30 values, one of them in 4 rows; within a value "sex" and "age" are constant';

describe('a table in which people have several rows', () => {
  it.each([
    ['anonymize', ['anonymize', 'visits.csv', '--k', '5', '--out', 'none.csv']],
    ['init --yes', ['init', 'visits.csv', '--yes']],
    ['init without a terminal', ['init', 'visits.csv']],
  ])('is refused by %s, with exit code 2', async (_, args) => {
    const { code, stdout, stderr } = await runInside(args, here);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`kohort: --person: ${refusal} [REPEATED_PERSONS]`);
  });

  it('is refused as JSON with code, path, message and cure', async () => {
    const { stdout } = await runInside(['anonymize', 'visits.csv', '--k', '5', '--json'], here);
    expect(JSON.parse(stdout)).toEqual({
      errors: [
        {
          code: 'REPEATED_PERSONS',
          path: '--person',
          message: `--person: ${refusal}`,
          cure: expect.stringMatching(/--person "patient_id".*--rows-are-people.*"unit": "row"/) as unknown,
        },
      ],
    });
  });

  it('is taken with --rows-are-people, and the job says so', async () => {
    const args = ['visits.csv', '--rows-are-people'];
    const done = await runInside(['anonymize', ...args, '--k', '5', '--out', 'r.csv', '--save-job', 'j.json'], here);
    expect(done.code).toBe(0);
    expect(done.stderr).not.toContain('REPEATED_PERSONS');
    expect(parseJobText(readFileSync(join(here, 'j.json'), 'utf8')).unit).toBe('row');
    expect((await runInside(['init', ...args, '--yes'], here)).stdout).toContain('"unit": "row"');
  });

  it('is taken with --person, and the job counts persons', async () => {
    const args = ['visits.csv', '--person', 'patient_id', '--quasi', 'age,sex'];
    const { stdout, stderr, code } = await runInside(['init', ...args, '--yes'], here);
    expect([code, stderr]).toEqual([0, '']);
    expect(parseJobText(stdout).attributes.patient_id).toEqual({ role: 'person' });
    expect(stdout).toContain('every row of a person looks like rows of at least 4 other people');
    expect(stdout).toContain('"person"            key of the person of a row');
    const wrong = await runInside(['init', 'visits.csv', '--person', 'patient', '--yes'], here);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/--person: .*UNKNOWN_COLUMN/)]);
    const both = await runInside(['init', ...args, '--rows-are-people', '--yes'], here);
    expect([both.code, both.stderr]).toEqual([2, expect.stringMatching(/--rows-are-people: .*ROLE_CONFLICT/)]);
    const links = await runInside(['init', ...args, '--goal', 'links', '--yes'], here);
    expect([links.code, links.stderr]).toEqual([2, expect.stringMatching(/--goal: .*PERSONS_UNSUPPORTED/)]);
    const large = await runInside(['init', ...args, '--k', '31', '--yes'], here);
    expect([large.code, large.stderr]).toEqual([1, expect.stringContaining('only 30 persons')]);
  });

  it('is warned of by a run with a job, unless that or the command line says that rows are people', async () => {
    const job = {
      attributes: { patient_id: 'identifier', age: 'quasi-identifier', sex: 'quasi-identifier', disease: 'sensitive' },
      privacy: [{ model: 'k-anonymity', k: 5 }],
      algorithm: 'mondrian',
    };
    writeFileSync(join(here, 'job.json'), JSON.stringify(job));
    const run = ['anonymize', 'visits.csv', '--job', 'job.json', '--out', 'r2.csv'];
    const { code, stderr } = await runInside(run, here);
    expect(code).toBe(0);
    expect(stderr).toContain('REPEATED_PERSONS');
    expect(stderr).toContain('"patient_id" has 30 values');
    expect(readFileSync(join(here, 'r2.csv'), 'utf8')).toMatch(/^age,sex,disease\n/);
    expect((await runInside([...run, '--rows-are-people'], here)).stderr).not.toContain('REPEATED_PERSONS');
  });

  it('is shown by inspect', async () => {
    const { stdout } = await runInside(['inspect', 'visits.csv'], here);
    expect(stdout).toContain('one row is not one person, as it seems: 120 rows in which "patient_id" has 30 values');
  });
});
