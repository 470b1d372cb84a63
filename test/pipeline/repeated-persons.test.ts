import { describe, expect, it } from 'vitest';
import { anonymize, inspect, tableFromRows } from '../../src/index.js';
import type { Job } from '../../src/index.js';

const rows = Array.from({ length: 40 }, (_, i) => ({
  mrn: 900 + (i % 10),
  age: 20 + (i % 10),
  sex: 'FM'[i % 2],
  disease: `D${i % 4}`,
}));
const job: Job = {
  attributes: { mrn: 'identifier', age: 'quasi-identifier', sex: 'quasi-identifier', disease: 'sensitive' },
  privacy: [{ model: 'k-anonymity', k: 4 }],
  algorithm: 'mondrian',
};
const told = async (source: Parameters<typeof anonymize>[0], given: Job = job): Promise<readonly string[]> =>
  (await anonymize(source, given, { engine: 'js' })).warnings.flatMap(({ code, message, attribute }) =>
    code === 'REPEATED_PERSONS' ? [`${attribute}: ${message}`] : [],
  );
const expected = [
  'mrn: the models count rows, and people may have several: 40 rows in which "mrn" has 10 values, one of them in 4 rows; within a value "sex" and "age" are constant',
];

describe('a run with a job on a table in which people have several rows', () => {
  it('warns, also of an identifier that is not kept', async () => {
    expect(await told(tableFromRows(rows))).toEqual(expected);
    expect(await told(rows)).toEqual(expected);
    const csv = ['mrn,age,sex,disease', ...rows.map((row) => Object.values(row).join())].join('\n');
    const done = await anonymize(csv, job, { engine: 'js' });
    expect(done.warnings.filter(({ code }) => code === 'REPEATED_PERSONS')).toHaveLength(1);
    expect(done.release.columns.map(({ name }) => name)).toEqual(['age', 'sex', 'disease']);
  });

  it('does not where the job says that each row is a person', async () => {
    expect(await told(rows, { ...job, unit: 'row' })).toEqual([]);
    expect(await told(rows.slice(0, 10), { ...job, privacy: [{ model: 'k-anonymity', k: 2 }] })).toEqual([]);
  });

  it('reads an identifier of another type than the job declares, and one that is missing', async () => {
    const odd = rows.map((row, i) => ({ ...row, mrn: i === 0 ? '' : `x${row.mrn}` }));
    const csv = ['mrn,age,sex,disease', ...odd.map((row) => Object.values(row).join())].join('\n');
    const strict: Job = {
      ...job,
      input: { onMissing: 'error' },
      attributes: { ...job.attributes, mrn: { role: 'identifier', type: 'integer' } },
    };
    expect(await told(csv, strict)).toHaveLength(1);
  });

  it('inspect shows the key', async () => {
    const { repeatedPersons } = await inspect(rows, { engine: 'js' });
    expect(repeatedPersons).toMatchObject({ columns: ['mrn'], rows: 40, values: 10, most: 4 });
    expect((await inspect(rows, { engine: 'js', job: { ...job, unit: 'row' } })).repeatedPersons).toBeNull();
    const named = { ...job, attributes: { ...job.attributes, mrn: 'person' as const } };
    expect(await inspect(rows, { engine: 'js', job: named })).toMatchObject({
      rows: 40,
      persons: 10,
      repeatedPersons: null,
    });
  });
});
