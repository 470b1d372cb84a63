import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder, runInside } from '../../hosts/command/run-cli.js';
import { salaryJob, private1, public1 } from './thesis-tables.js';
import { inTurn } from '../../shared.js';

const { path: folder } = makeFolder();
const path = (name: string): string => join(folder, name);
const write = (name: string, text: string): string => {
  writeFileSync(path(name), text);
  return path(name);
};
const input = write('people.csv', ['name,zip,age,salary', ...private1.map((row) => row.join(','))].join('\n'));
const job = (name: string, algorithm: unknown): string =>
  write(name, JSON.stringify(salaryJob({ algorithm: algorithm as string })));

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

  it.each(inTurn(['csv.gz', 'parquet', 'arrow'], 2))('anatomy writes both tables as .%s', async (ending) => {
    const asked = job('formats.json', { name: 'anatomy', groups: 'mondrian' });
    const done = await runInside(['anonymize', input, '--job', asked, '--out', path(`two.${ending}`), '--quiet']);
    expect(done).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readdirSync(folder)).toContain(`two.sensitive.${ending}`);
    const audited = await runInside(['audit', path(`two.${ending}`), '--job', asked, '--original', input, '--json']);
    expect(JSON.parse(audited.stdout)).toMatchObject({ holds: true, classes: 2, problems: [] });
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

describe('attacks on the command line', () => {
  it('downcoding, minimality and composition', async () => {
    const released = write('r.csv', 'q,s\nlow,x\nlow,x\nlow,a\nlow,b\nlow,c\nlow,d\n');
    const second = write('r2.csv', 'q,s\n1,x\n1,x\n2,a\n2,b\n2,e\n2,f\n');
    const crowd = write('crowd.csv', 'q\n1\n1\n2\n2\n2\n2\n');
    const asked = (name: string, privacy: unknown): string =>
      write(
        name,
        JSON.stringify({
          attributes: {
            q: {
              role: 'quasi-identifier',
              type: 'string',
              hierarchy: { type: 'tree', tree: { '*': { low: ['1', '2'], high: ['3', '4'] } } },
            },
            s: { role: 'sensitive' },
          },
          privacy: [privacy],
          algorithm: 'mondrian',
        }),
      );
    const k = asked('k.json', { model: 'k-anonymity', k: 5 });
    const alpha = asked('alpha.json', { model: 'alpha-k-anonymity', k: 2, alpha: 0.5, attribute: 's' });
    const attack = async (...args: string[]) => {
      const done = await runInside(['attack', ...args, '--json']);
      expect(done.stderr).toBe('');
      return JSON.parse(done.stdout) as unknown;
    };
    expect(await attack('downcoding', released, '--job', k)).toMatchObject({
      attributes: [{ attribute: 'q', generalized: 1, downcoded: 1, certainRows: 2, notMinimal: 0 }],
      skipped: [],
    });
    expect(await attack('minimality', released, '--public', crowd, '--job', alpha)).toMatchObject({
      counted: 6,
      largest: 1,
      certain: 2,
    });
    expect(
      await attack('composition', released, '--with', second, '--with-job', alpha, '--public', crowd, '--job', k),
    ).toMatchObject({
      attributes: [{ attribute: 's', inBoth: 6, knownByFirst: 0, knownBySecond: 2, knownByBoth: 0, contradicted: 0 }],
    });
    const text = await runInside(['attack', 'minimality', released, '--public', crowd, '--job', alpha]);
    expect(text).toMatchObject({ code: 0 });
    expect(text.stdout).toMatch(/became certain +2/);
    expect(await runInside(['attack', 'composition', released, '--public', crowd, '--job', k])).toMatchObject({
      code: 2,
    });
  });

  const people = write('public.csv', ['name,zip,age', ...public1.map((row) => row.join(','))].join('\n'));

  it('membership: who is in a bucketized table for certain', async () => {
    const asked = job('bucketization.json', 'bucketization');
    const made = await runInside(['anonymize', input, '--job', asked, '--out', path('b.csv'), '--quiet']);
    expect(made.code).toBe(0);
    const found = await runInside([
      'attack',
      'membership',
      path('b.csv'),
      '--public',
      people,
      '--job',
      asked,
      '--json',
    ]);
    expect(found.code).toBe(0);
    expect(JSON.parse(found.stdout)).toMatchObject({
      people: 10,
      certain: 6,
      excluded: 1,
      unknown: 0,
      contradicted: 0,
    });
    const told = await runInside(['attack', 'membership', path('b.csv'), '--public', people, '--job', asked]);
    expect(told.stdout).toMatch(/in the release for certain +6 +60.00 %/);
  });

  it('membership asks for the groups of columns that a job does not say', async () => {
    const asked = job('auto.json', 'slicing');
    const args = ['attack', 'membership', path('b.csv'), '--public', people, '--job', asked];
    expect(await runInside(args)).toMatchObject({ code: 2 });
    const given = await runInside([...args, '--columns', '[["zip","age"]]', '--json']);
    expect(JSON.parse(given.stdout)).toMatchObject({ certain: 6 });
    expect(await runInside([...args, '--columns', 'zip'])).toMatchObject({ code: 2 });
  });

  it('linkage and homogeneity of the same table', async () => {
    const asked = job('mondrian.json', 'mondrian');
    await runInside(['anonymize', input, '--job', asked, '--out', path('m.csv'), '--quiet']);
    const linkage = await runInside(['attack', 'linkage', path('m.csv'), '--public', people, '--job', asked, '--json']);
    // Classes of 5 and 3 rows (ages 25 and 27); 6 and 3 people match (Jesper's zip is beyond the second).
    expect(JSON.parse(linkage.stdout)).toMatchObject({
      prosecutor: { largest: 1 / 3, average: 2 / 8, hits: 2 },
      journalist: { largest: 1 / 3 },
      unmatchedPeople: 1,
      unmatchedClasses: 0,
    });
    const homogeneity = await runInside(['attack', 'homogeneity', path('m.csv'), '--job', asked, '--json']);
    const [{ homogeneousRows, largestConfidence }] = JSON.parse(homogeneity.stdout).attributes;
    expect(homogeneousRows).toBe(0);
    expect(largestConfidence).toBeCloseTo(1 / 3, 12);
  });

  it('a kind that does not exist is refused', async () => {
    expect(await runInside(['attack', 'guessing', path('m.csv')])).toMatchObject({ code: 2 });
  });
});
