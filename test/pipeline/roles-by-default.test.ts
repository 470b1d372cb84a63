import { describe, expect, it } from 'vitest';
import { anonymize, readForJob, tableFromRows, type Job } from '../../src/index.js';

const people = Array.from({ length: 40 }, (_, i) => ({
  id: `p${i}x`,
  age: 20 + (i % 4),
  note: `n${i % 2}`,
  other: `o${i % 2}`,
}));
const csv = `id,age,note,other\n${people.map((row) => Object.values(row).join(',')).join('\n')}\n`;

const job: Job = {
  attributes: { id: 'identifier', age: 'quasi-identifier', note: { type: 'string' } },
  defaultRole: 'insensitive',
  privacy: [{ model: 'k-anonymity', k: 3 }],
  algorithm: 'mondrian',
};

/** A table, or what one is read from. */
type Source = Parameters<typeof anonymize>[0];

describe('a column that a job describes without a role', () => {
  it.each<readonly [string, () => Promise<readonly [Source, Job]>]>([
    ['a table', () => Promise.resolve([tableFromRows(people), job])],
    ['rows', () => Promise.resolve([people, job])],
    ['a file', async () => readForJob(csv, job).then(({ table, job: own }) => [table, own] as const)],
    [
      'a counted file',
      async () => readForJob(csv, job, { counted: {} }).then(({ table, job: own }) => [table, own] as const),
    ],
  ])('takes the default of the job, and a warning says so: %s', async (_, input) => {
    const [source, asked] = await input();
    const { release, warnings } = await anonymize(source, asked, { engine: 'js', seed: 1 });
    expect(release.columns.map(({ name }) => name)).toEqual(['age', 'note', 'other']);
    expect(warnings.filter(({ code }) => code === 'ROLE_BY_DEFAULT')).toMatchObject([
      { attribute: 'note', message: 'attribute "note" has no role and takes the default, insensitive' },
    ]);
  });
});
