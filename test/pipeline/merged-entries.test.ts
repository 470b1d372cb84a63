import { describe, expect, it } from 'vitest';
import { anonymize, readCsv, readCsvCounted, tableFromRows, type Job } from '../../src/index.js';
import { Table } from '../../src/table/table.js';
import { csvLinesOf } from '../table-texts.js';
import { bothEngines } from '../engine/engines.js';
import { groupingAlgorithms } from '../registry.js';

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

describe('counted rows with numbers that are spelled differently', () => {
  const lines = Array.from(
    { length: 60 },
    (_, i) => `${['', '0', '+'][i % 3]}${7 + ((i * 5) % 11)},${'abc'[(i * 7) % 3]}`,
  );

  it.each(['datafly', 'k-optimize', 'optimal-lattice', ...groupingAlgorithms])(
    'are searched as one vector each by %s: the same steps, the same release',
    async (algorithm) => {
      const spelled: Job = {
        ...job,
        attributes: {
          n: { ...quasi, type: 'integer', hierarchy: { type: 'intervals', widths: [2, 4] } },
          s: { ...quasi, hierarchy: { type: 'suppress' } },
        },
        algorithm,
      };
      const text = `n,s\n${lines.join('\n')}\n`;
      const counted = await readCsvCounted(text, { types: { n: 'integer' } });
      const rows = await readCsv(text, { types: { n: 'integer' } });
      const one = await anonymize(counted, spelled, { seed: 1 });
      const other = await anonymize(rows, spelled, { seed: 1 });
      expect(sorted(one.release)).toEqual(sorted(other.release));
      const ofSteps = { bestSeconds: 0, trace: [] };
      expect({ ...one.result.search, ...ofSteps }).toEqual({ ...other.result.search, ...ofSteps });
    },
  );
});

describe('counted rows with numbers that few people have', () => {
  it.each(['datafly', 'local-suppression', 'mondrian', ...groupingAlgorithms])(
    'are searched by %s as rows are, where several numbers become one range before the search',
    async (algorithm) => {
      const rare: Job = { ...job, attributes: { n: { ...quasi, type: 'integer' }, s: quasi }, algorithm };
      const hierarchy = { type: 'intervals', widths: [10, 50] } as const;
      const levels: Job = {
        ...rare,
        attributes: { n: { ...quasi, type: 'integer', hierarchy }, s: { ...quasi, hierarchy: { type: 'suppress' } } },
      };
      const lines = Array.from({ length: 70 }, (_, i) => `${(i * 37) % 101},${'ab'[(i * 7) % 2]}`);
      const text = `n,s\n${lines.join('\n')}\n`;
      const counted = await readCsvCounted(text, { types: { n: 'integer' } });
      const rows = await readCsv(text, { types: { n: 'integer' } });
      const asked = algorithm === 'datafly' ? levels : rare;
      const one = await anonymize(counted, asked, { seed: 1 });
      const other = await anonymize(rows, asked, { seed: 1 });
      expect(sorted(one.release)).toEqual(sorted(other.release));
      expect(one.result.search).toEqual(other.result.search);
      expect(one.result.metrics).toEqual(other.result.metrics);
    },
  );
});

describe('a quasi-identifier of one value', () => {
  const constantOf = async (table: Table): Promise<(string | undefined)[]> =>
    (await anonymize(table, job, { seed: 1 })).warnings.filter(({ code }) => code === 'CONSTANT_COLUMN').map(({ attribute }) => attribute); // prettier-ignore

  it.each([
    ['nothing', [], 1],
    ['it', [['CONSTANT_COLUMN', 's']], 1],
    ['it, and more', [['RARE_VALUES', 'n'], ['CONSTANT_COLUMN', 's']], 1],
    ['the same of another column', [['CONSTANT_COLUMN', 'n']], 1],
    ['something else of it', [['RARE_VALUES', 's']], 1],
  ])('is reported once where the reader has reported %s', async (_, told, times) => {
    const { rows, columns } = tableFromRows(Array.from({ length: 9 }, (_, n) => ({ n, s: 'a' })));
    const warnings = told.map(([code, attribute]) => ({ code, attribute, message: `${code} of ${attribute}` }));
    const found = await constantOf(new Table(rows, columns, warnings));
    expect(found.filter((name) => name === 's')).toHaveLength(times);
  }); // prettier-ignore

  it('is reported once, whether the reader reported it or not, and also beside other warnings', async () => {
    const lines = Array.from({ length: 9 }, (_, i) => `${i},a`).join('\n');
    const read = await readCsv(`n,s\n${lines}\n`, { types: { n: 'integer' } });
    expect(read.warnings.map(({ code }) => code)).toContain('CONSTANT_COLUMN');
    expect(await constantOf(read)).toEqual(['s']);
    const made = tableFromRows(Array.from({ length: 9 }, (_, n) => ({ n, s: 'a' })));
    expect(await constantOf(made)).toEqual(['s']);
    // The reader warned about `m`, which the job does not name, but not about `s`, of which one row is dropped.
    const dropped = await readCsv(`n,s,m\n${lines.replaceAll('\n', ',x\n')},x\n,b,x\n`, { types: { n: 'integer' }, onMissing: 'drop' });
    expect(dropped.rows).toBe(9);
    expect(await constantOf(dropped)).toContain('s');
  }); // prettier-ignore
});
