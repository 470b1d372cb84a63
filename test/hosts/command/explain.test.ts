import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunPlan } from '../../../src/index.js';
import { makeFolder, runInside } from './run-cli.js';

describe('kohort explain', () => {
  const { path: folder } = makeFolder();
  const at = (name: string): string => join(folder, name);
  const visits = Array.from({ length: 40 }, (_, i) => {
    const person = Math.floor(i / 2);
    return `P-${person},Unikat ${person},${20 + person},${['Bern', 'Basel'][person % 2]},${['flu', 'gout'][i % 2]},seen ${i}`;
  });
  writeFileSync(at('visits.csv'), ['patient,name,age,city,diagnosis,note', ...visits].join('\n'));
  const attributes = {
    patient: 'person',
    name: 'identifier',
    age: 'quasi-identifier',
    city: 'quasi-identifier',
    diagnosis: { role: 'sensitive', rare: 3 },
  };
  const job = {
    attributes,
    privacy: [{ model: 'k-anonymity', k: 5 }],
    algorithm: 'mondrian',
    suppression: { maxRows: 4 },
  };
  writeFileSync(at('job.json'), JSON.stringify(job));
  const explain = async (...more: readonly string[]) =>
    runInside(['explain', at('visits.csv'), '--job', at('job.json'), ...more]);

  it('prints what is counted, the models and every column of the file', async () => {
    const { code, stdout, stderr } = await explain();
    expect([code, stderr.includes('SENSITIVE_UNPROTECTED')]).toEqual([0, true]);
    expect(stdout).toMatch(/counted +20 persons by "patient", 40 rows/);
    expect(stdout).toMatch(/models +k-anonymity \(k 5\)/);
    expect(stdout).toMatch(/values +a value of a quasi-identifier is shown only if at least 5 persons have it/);
    expect(stdout).toMatch(/suppression +up to 4 rows, left out/);
    expect(stdout).toMatch(/\nname +identifier +says who somebody is: not released/);
    expect(stdout).toMatch(
      /\nage +quasi-identifier +integer +becomes ranges: the job gives no hierarchy \(20 values\)/,
    );
    expect(stdout).toMatch(/\nnote +drop +not named in the job: not released/);
    expect(stdout).toMatch(/\ndiagnosis .*values of fewer than 3 become "other"; no model protects it/);
  });

  it('prints the same as JSON, without a cell of the file', async () => {
    const { code, stdout } = await explain('--json');
    expect(code).toBe(0);
    const plan = JSON.parse(stdout) as RunPlan;
    expect(plan.unit).toEqual({ name: 'person', columns: ['patient'], persons: 20 });
    expect(plan.columns.map(({ name }) => name)).toEqual(['patient', 'name', 'age', 'city', 'diagnosis', 'note']);
    const cells = readFileSync(at('visits.csv'), 'utf8')
      .split('\n')
      .slice(1)
      .flatMap((line) => line.split(','));
    const told = cells.filter((cell) => !/^\d+$/.test(cell) && stdout.includes(cell));
    expect(told).toEqual([]);
  });

  it('takes the key of persons, and what a row is, from the command line', async () => {
    const { patient: _, ...others } = attributes;
    writeFileSync(at('rows.json'), JSON.stringify({ ...job, attributes: others }));
    const rows = ['explain', at('visits.csv'), '--job', at('rows.json')];
    expect((await runInside(rows)).stdout).toMatch(/40 rows: the job does not name a key of persons/);
    expect((await runInside([...rows, '--rows-are-people'])).stdout).toMatch(/40 rows, each one person/);
    expect((await runInside([...rows, '--person', 'patient'])).stdout).toMatch(/20 persons by "patient"/);
  });

  it('leaves what holds for every run of an algorithm to its JSON, as a run does', async () => {
    const privacy = [...job.privacy, { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'diagnosis' }];
    const { patient: _, ...others } = attributes;
    writeFileSync(at('diverse.json'), JSON.stringify({ ...job, attributes: others, privacy, suppression: undefined }));
    const asked = ['explain', at('visits.csv'), '--job', at('diverse.json'), '--rows-are-people'];
    expect((await runInside([...asked, '--json'])).stdout).toContain('MINIMAL_RECODING');
    expect((await runInside(asked)).stderr).not.toContain('MINIMAL_RECODING');
  });

  it('ends as a run would where the job is wrong', async () => {
    writeFileSync(
      at('wrong.json'),
      JSON.stringify({ ...job, attributes: { ...attributes, town: 'quasi-identifier' } }),
    );
    const wrong = await runInside(['explain', at('visits.csv'), '--job', at('wrong.json')]);
    expect([wrong.code, wrong.stdout]).toEqual([2, '']);
    expect(wrong.stderr).toMatch(/UNKNOWN_COLUMN/);
    writeFileSync(at('many.json'), JSON.stringify({ ...job, privacy: [{ model: 'k-anonymity', k: 21 }] }));
    const many = await runInside(['explain', at('visits.csv'), '--job', at('many.json')]);
    expect([many.code, many.stderr.includes('K_EXCEEDS_PERSONS')]).toEqual([1, true]);
  });
});
