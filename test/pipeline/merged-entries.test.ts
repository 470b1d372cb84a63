import { describe, expect, it } from 'vitest';
import { anonymize, readCsv, readCsvCounted, tableFromRows, type Job, type Table } from '../../src/index.js';
import { csvLinesOf } from '../table-texts.js';
import { bothEngines } from '../engine/engines.js';

const engines = Object.values(await bothEngines());
const quasi = { role: 'quasi-identifier' } as const;
const job: Job = {
  attributes: { n: { ...quasi, type: 'integer' }, s: quasi },
  privacy: [{ model: 'k-anonymity', k: 3 }],
  algorithm: 'mondrian',
};
const sorted = (table: Table): string[] => csvLinesOf(table).sort(); // prettier-ignore

describe('counted rows', () => {
  it.each([
    ['spelled differently, the same number', '7,a\n07,a\n+7,a\n7,a\n8,b\n08,b\n8,b\n'],
    ['all spelled alike', '7,a\n7,a\n7,a\n8,b\n8,b\n8,b\n'],
    ['of one kind', '7,a\n7,a\n7,a\n'],
  ])('that are %s, are the people of one class', async (_, lines) => {
    for (const engine of engines) {
      const counted = await readCsvCounted(`n,s\n${lines}`, { types: { n: 'integer' } });
      const rows = await readCsv(`n,s\n${lines}`, { types: { n: 'integer' } });
      const { release, result, plan } = await anonymize(counted, job, { engine, seed: 1 });
      const byRows = await anonymize(rows, job, { engine, seed: 1 });
      expect(sorted(release)).toEqual(sorted(byRows.release));
      expect(result.privacy).toEqual(byRows.result.privacy);
      expect(result.metrics).toEqual(byRows.result.metrics);
      expect([plan === undefined, byRows.plan === undefined]).toEqual([false, true]);
    }
  });
});

describe('a quasi-identifier of one value', () => {
  const constantOf = async (table: Table): Promise<(string | undefined)[]> =>
    (await anonymize(table, job, { seed: 1 })).warnings.filter(({ code }) => code === 'CONSTANT_COLUMN').map(({ attribute }) => attribute); // prettier-ignore

  it('is told once, whether the reader told it or not, and also beside other warnings', async () => {
    const lines = Array.from({ length: 9 }, (_, i) => `${i},a`).join('\n');
    const read = await readCsv(`n,s\n${lines}\n`, { types: { n: 'integer' } });
    expect(read.warnings.map(({ code }) => code)).toContain('CONSTANT_COLUMN');
    expect(await constantOf(read)).toEqual(['s']);
    const made = tableFromRows(Array.from({ length: 9 }, (_, n) => ({ n, s: 'a' })));
    expect(await constantOf(made)).toEqual(['s']);
    // The reader told of `m`, of which the job says nothing, and nothing of `s`, of which one row is dropped.
    const dropped = await readCsv(`n,s,m\n${lines.replaceAll('\n', ',x\n')},x\n,b,x\n`, { types: { n: 'integer' }, onMissing: 'drop' });
    expect(dropped.rows).toBe(9);
    expect(await constantOf(dropped)).toContain('s');
  }); // prettier-ignore
});
