import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runInside } from '../cli/run-cli.js';
import { jobOf, private1 } from './thesis-tables.js';

const folder = mkdtempSync(join(tmpdir(), 'kohort-permutation-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string): string => join(folder, name);
const write = (name: string, text: string): string => {
  writeFileSync(path(name), text);
  return path(name);
};
const input = write('people.csv', ['name,zip,age,salary', ...private1.map((row) => row.join(','))].join('\n'));
const job = (name: string, algorithm: unknown): string =>
  write(name, JSON.stringify(jobOf({ algorithm: algorithm as string })));

describe('permuted releases on the command line', () => {
  it('anatomy writes two files that the audit joins again', async () => {
    const asked = job('anatomy.json', { name: 'anatomy', groups: 'mondrian', permute: true });
    const done = await runInside(['anonymize', input, '--job', asked, '--out', path('a.csv'), '--json']);
    expect(done.stderr).toBe('');
    expect(done.code).toBe(0);
    expect(JSON.parse(done.stdout)).toMatchObject({
      classes: 2,
      solution: { kind: 'permutation', bucketColumn: 'bucket', columns: [['zip'], ['age'], ['salary']] },
      metrics: { loss: 0, klDivergence: null, discernibility: 34 },
    });
    expect(readFileSync(path('a.csv'), 'utf8')).toMatch(/^zip,age,bucket\n/);
    expect(readFileSync(path('a.sensitive.csv'), 'utf8')).toMatch(/^bucket,salary\n/);
    const audited = await runInside(['audit', path('a.csv'), '--job', asked, '--original', input, '--json']);
    expect(JSON.parse(audited.stdout)).toMatchObject({ holds: true, classes: 2, problems: [] });
    expect(audited.code).toBe(0);
    writeFileSync(path('a.sensitive.csv'), readFileSync(path('a.sensitive.csv'), 'utf8').replace('42k', '41k'));
    const changed = await runInside(['audit', path('a.csv'), '--job', asked, '--original', input, '--quiet']);
    expect(changed.code).toBe(1);
    expect(changed.stdout).not.toMatch(/41k|42k/);
  });

  it('anatomy without a file to write to is refused, and leaves nothing', async () => {
    const asked = job('anatomy2.json', { name: 'anatomy', groups: 'mondrian' });
    const before = readdirSync(folder);
    const done = await runInside(['anonymize', input, '--job', asked]);
    expect(done).toMatchObject({ code: 2, stdout: '' });
    expect(done.stderr).toMatch(/--out: expected a file, since anatomy releases two tables/);
    expect(readdirSync(folder)).toEqual(before);
  });

  it('a bucket column that a released column is named like is refused', async () => {
    const asked = job('taken.json', { name: 'bucketization', bucketColumn: 'zip' });
    expect(await runInside(['anonymize', input, '--job', asked])).toMatchObject({ code: 2 });
  });
});
