import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AuditReport, RunResult } from '../../src/index.js';
import { makeFolder, runInside } from '../hosts/command/run-cli.js';

const folder = makeFolder();
const at = (...parts: string[]): string => join(folder.path, ...parts);

const people = Array.from({ length: 60 }, (_, i) => [`n${i}`, 20 + (i % 17), 'fm'[i % 2], i % 3 === 0]);
mkdirSync(at('jobs'));
writeFileSync(
  at('jobs', 'people.csv'),
  `name;age;sex\n${people.map(([name, age, sex]) => `${name};${age};${sex}`).join('\n')}\n`,
);
writeFileSync(
  at('in.csv'),
  `age;sex;sick\n${people
    .filter((one) => one[3])
    .map(([, age, sex], i) => `${age};${sex};${i % 2}`)
    .join('\n')}\n`,
);
const job = (privacy: object[]) => ({
  input: { delimiter: ';' },
  attributes: {
    age: { role: 'quasi-identifier' },
    sex: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    sick: { role: 'sensitive' },
  },
  privacy,
  algorithm: 'mondrian',
});
const write = (name: string, value: object): string => {
  writeFileSync(at(name), JSON.stringify(value));
  return at(name);
};

describe('a public table on the command line', () => {
  it('is a file beside the job, read as the input is', async () => {
    const path = write('jobs/job.json', job([{ model: 'delta-presence', min: 0.1, max: 0.6, public: 'people.csv' }]));
    const done = await runInside([
      'anonymize',
      at('in.csv'),
      '--job',
      path,
      '--out',
      at('out.csv'),
      '--json',
      '--quiet',
    ]);
    expect(done.stderr).toBe('');
    const result = JSON.parse(done.stdout) as RunResult;
    expect(result.privacy[0]).toMatchObject({ model: 'delta-presence', required: { min: 0.1, max: 0.6 }, holds: true });
    expect(result.classes).toBeGreaterThan(1);
    for (const original of [[], ['--original', at('in.csv')]]) {
      const audited = await runInside(['audit', at('out.csv'), '--job', path, ...original, '--json']);
      expect(audited.code).toBe(0);
      expect((JSON.parse(audited.stdout) as AuditReport).privacy[0].achieved).toEqual(result.privacy[0].achieved);
    }
    const strict = write(
      'jobs/strict.json',
      job([{ model: 'delta-presence', min: 0.1, max: 0.2, public: 'people.csv' }]),
    );
    const refused = await runInside(['audit', at('out.csv'), '--job', strict, '--json']);
    expect(refused.code).toBe(1);
  });

  it('says what is wrong with it in one line, without a cell', async () => {
    const missing = write('jobs/none.json', job([{ model: 'k-map', k: 2, public: 'nobody.csv' }]));
    const none = await runInside(['anonymize', at('in.csv'), '--job', missing, '--quiet']);
    expect([none.code, none.stderr]).toEqual([3, expect.stringMatching(/^kohort: .*nobody\.csv.*\n$/)]);
    writeFileSync(at('jobs', 'few.csv'), 'age;sex\n20;f\n');
    const few = write('jobs/few.json', job([{ model: 'k-map', k: 2, public: 'few.csv' }]));
    const lacking = await runInside(['anonymize', at('in.csv'), '--job', few, '--quiet']);
    expect([lacking.code, lacking.stderr]).toEqual([
      2,
      expect.stringMatching(/too few such rows for 19 rows of the input/),
    ]);
  });
});

describe('kohort audit --missing wildcard', () => {
  it('counts rows as survey tools do', async () => {
    writeFileSync(at('release.csv'), 'age,sex,sick\n20,f,1\n20,*,0\n21,m,1\n21,m,1\n');
    const path = write('plain.json', { ...job([{ model: 'k-anonymity', k: 1 }]), input: {} });
    const { stdout, code } = await runInside([
      'audit',
      at('release.csv'),
      '--job',
      path,
      '--missing',
      'wildcard',
      '--json',
    ]);
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as { wildcard: object }).wildcard).toEqual({
      k: 2,
      unique: 0,
      pairs: 4,
      distinct: { sick: 1 },
    });
    const text = await runInside(['audit', at('release.csv'), '--job', path, '--missing', 'wildcard']);
    expect(text.stdout).toMatch('every row matches at least 2 rows');
    const flag = await runInside(['audit', at('release.csv'), '--job', path, '--wildcards', '--missing', 'x,?']);
    expect(flag.stdout).toBe(text.stdout);
    const wrong = await runInside(['audit', at('release.csv'), '--job', path, '--missing', 'Wildcards']);
    expect(wrong.code).toBe(2);
    expect(readFileSync(at('release.csv'), 'utf8')).toMatch('20,f,1');
  });
});
