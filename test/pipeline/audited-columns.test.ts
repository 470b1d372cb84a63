import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckedJob, Job } from '../../src/index.js';
import { anonymize, auditRelease, csvChunksInOrder, parseJob, readCsv, readForJob } from '../../src/index.js';
import { makeFolder, runInside } from '../hosts/command/run-cli.js';
import { csvOf } from '../table-texts.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);
const job: Job = {
  attributes: {
    age: { role: 'quasi-identifier' },
    disease: { role: 'sensitive' },
  },
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm: 'mondrian',
};
const original = 'name,age,disease\nAnn,23,flu\nBob,23,gout\nCem,41,flu\nDan,41,flu\n';
const leaking = 'age,disease,name\n23,flu,Ann\n23,gout,Bob\n41,flu,Cem\n41,flu,Dan\n';
const notReleased = 'column "name": not to be released';

describe('a release with a column more', () => {
  // promise: unasked-column-fails
  it('does not hold where the job does not name the column, with and without the original', async () => {
    const [release, people] = [await readCsv(leaking), await readCsv(original)];
    expect(auditRelease(release, job)).toMatchObject({ holds: false, problems: [notReleased] });
    const both = { holds: false, problems: ['column "name": an identifier is in the release'] };
    expect(auditRelease(release, job, people)).toMatchObject(both);
    const fine = await readCsv('disease,age\nflu,23\ngout,23\nflu,41\nflu,41\n');
    expect(auditRelease(fine, job)).toMatchObject({ holds: true, problems: [] });
    expect(auditRelease(fine, job, people)).toMatchObject({ holds: true, problems: [] });
  });

  // promise: unasked-column-fails
  it('does not hold where the job gives the column no role, or one that is not released', async () => {
    const release = await readCsv(leaking);
    const withName = (name: Job['attributes'][string]): Job => ({ ...job, attributes: { ...job.attributes, name } });
    expect(auditRelease(release, withName({})).problems).toEqual(['column "name": an identifier is in the release']);
    expect(auditRelease(release, withName('drop')).holds).toBe(false);
    expect(auditRelease(release, withName('insensitive')).holds).toBe(true);
    expect(auditRelease(release, { ...job, defaultRole: 'insensitive' }).holds).toBe(true);
    expect(auditRelease(release, { ...withName('identifier'), defaultRole: 'insensitive' }).holds).toBe(false);
  });

  // promise: unasked-column-fails
  it.each(['drop', 'insensitive'] as const)(
    'does not hold for the job that readForJob gives back, where the default is %s',
    async (defaultRole) => {
      const asked: Job = { ...job, defaultRole, attributes: { ...job.attributes, name: 'identifier' } };
      const input = await readForJob(original, asked);
      expect(Object.keys(input.job.attributes)).toEqual(['age', 'disease']);
      const release = await readCsv(leaking);
      expect(auditRelease(release, input.job)).toMatchObject({ holds: false, problems: [notReleased] });
      expect(auditRelease(release, input.job, input.table)).toMatchObject({ holds: false, problems: [notReleased] });
      const done = await anonymize(input.table, input.job);
      const back = await readCsv(csvOf(done.release));
      expect(auditRelease(back, input.job)).toMatchObject({ holds: true, problems: [] });
      expect(auditRelease(back, input.job, input.table)).toMatchObject({ holds: true, problems: [] });
    },
  );

  // promise: unasked-column-fails
  it('ends the command with exit code 1, with and without --original', async () => {
    writeFileSync(at('people.csv'), original);
    writeFileSync(at('leaking.csv'), leaking);
    writeFileSync(at('job.json'), JSON.stringify(job));
    for (const more of [[], ['--original', at('people.csv')]]) {
      const done = await runInside(['audit', at('leaking.csv'), '--job', at('job.json'), '--json', ...more]);
      expect(done.code).toBe(1);
      expect(JSON.parse(done.stdout)).toMatchObject({ problems: [notReleased] });
    }
  });
});

describe('the columns that a release has of its own', () => {
  it.each(['anatomy', 'bucketization', 'slicing'])('are allowed without the original too: %s', async (algorithm) => {
    const asked: Job = {
      ...job,
      privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'disease' }],
      algorithm,
    };
    const people = await readCsv('age,disease\n23,flu\n24,gout\n41,flu\n44,asthma\n50,flu\n51,gout\n');
    const { release, tables } = await anonymize(people, asked, { seed: 1 });
    const report = auditRelease(release, asked, undefined, { sensitive: tables.sensitive });
    expect(report).toMatchObject({ holds: true, problems: [] });
  });
});

describe('the job that readForJob gives back', () => {
  it('names what is released by default where an identifier is left out, and is complete', async () => {
    const text = 'name,age,note\nAnn,23,a\nBob,23,b\nCem,41,c\nDan,41,d\n';
    const attributes = { name: 'identifier', age: 'quasi-identifier' } as const;
    const input = await readForJob(text, { ...job, attributes, defaultRole: 'insensitive' });
    expect(input.job).toMatchObject({
      attributes: { age: { role: 'quasi-identifier' }, note: { role: 'insensitive' } },
      defaultRole: 'drop',
    });
    expect(parseJob(input.job as unknown as Job)).toEqual<CheckedJob>(input.job);
    const done = await anonymize(input.table, input.job);
    expect(done.release.columns.map(({ name }) => name)).toEqual(['age', 'note']);
  });

  it('looks for missing values in the columns that the job named, in a second reading too', async () => {
    const text = 'name,age,note\nAnn,23,a\nBob,23,\nCem,41,\nDan,41,d\nEva,,e\nFay,,f\n';
    const asked: Job = {
      ...job,
      input: { onMissing: 'drop' },
      attributes: { name: 'identifier', age: 'quasi-identifier' },
      defaultRole: 'insensitive',
      output: { order: 'input' },
    };
    const rows = await readForJob(text, asked);
    const counted = await readForJob(text, asked, { counted: {} });
    const expected = csvOf((await anonymize(rows.table, rows.job)).release);
    const done = await anonymize(counted.table, counted.job);
    const chunks: Uint8Array[] = [];
    for await (const chunk of csvChunksInOrder(text, counted, done)) chunks.push(chunk.slice());
    expect(Buffer.concat(chunks).toString()).toBe(expected);
    expect(expected).toBe('age,note\n23,a\n23,\n41,\n41,d\n');
  });
});
