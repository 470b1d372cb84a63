import { describe, expect, it } from 'vitest';
import { anonymize, readForJob, readTable, type Job } from '../../src/index.js';

const rows = Array.from({ length: 12 }, (_, i) => ({
  id: i === 3 ? '?' : `n${i}`,
  sex: ['f', 'm', '?'][i % 3],
  ill: i % 2 === 0 ? 'yes' : 'no',
}));
const job: Job = {
  input: { missing: ['', '?'] },
  attributes: { id: 'identifier', sex: 'quasi-identifier', ill: 'sensitive' },
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm: 'mondrian',
};

describe.each(['js', 'wasm'] as const)('marks of missing values that a job names (%s)', (engine) => {
  const unused = async (source: Parameters<typeof anonymize>[0], asked: Job = job) => {
    const { warnings } = await anonymize(source, asked, { engine, seed: 1 });
    return warnings.filter(({ code }) => code === 'OPTION_UNUSED');
  };

  it('are reported where a table that was read before has them as values', async () => {
    const told = await unused(await readTable(rows));
    expect(told.map(({ attribute }) => attribute)).toEqual(['sex']);
    expect(told[0].message).toMatch(/names "\?", but.*readTable\(source, \{ missing \}\)/);
  });

  it('are not reported where they were looked at, or where nothing is said', async () => {
    expect(await unused(rows)).toEqual([]);
    expect(await unused(await readTable(rows, { missing: ['', '?'] }))).toEqual([]);
    const input = await readForJob(rows, job);
    expect(await unused(input.table, input.job)).toEqual([]);
    expect(await unused(await readTable(rows), { ...job, input: undefined })).toEqual([]);
  });
});
