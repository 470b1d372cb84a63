import { describe, expect, it } from 'vitest';
import {
  anonymize,
  attackHomogeneity,
  auditRelease,
  compare,
  explain,
  readForJob,
  tableFromRows,
  type Job,
} from '../../src/index.js';
import { readRelease, releaseAsSql } from '../../src/hosts/sources/index.js';

const rows = Array.from({ length: 60 }, (_, i) => ({
  key: `P${i}`,
  F1: (i * 7) % 5,
  F2: (i * 3) % 5,
  age: 20 + (i % 30),
  'F*': ['flu', 'gout', 'ulcer'][i % 3],
  'a\\b': i % 4,
  F_n: 1 + (i % 2),
}));
const csv = `${[Object.keys(rows[0]), ...rows.map((row) => Object.values(row))].map((cells) => cells.join(',')).join('\n')}\n`;
const k5 = [{ model: 'k-anonymity', k: 5 }] as const;
const job: Job = {
  attributes: {
    'F*': { role: 'insensitive', type: 'string' },
    'F\\*': 'sensitive',
    'a*': 'quasi-identifier',
    'a\\\\b': 'quasi-identifier',
    'k*': 'identifier',
  },
  privacy: k5,
  algorithm: 'mondrian',
};
const released = ['F1', 'F2', 'age', 'F*', 'a\\b', 'F_n'];

describe('patterns of a job in a program', () => {
  it('mean the same for a table, rows, text and streams', async () => {
    const table = tableFromRows(rows);
    const pieces = async function* () {
      for (let at = 0; at < csv.length; at += 97) yield csv.slice(at, at + 97);
    };
    const made: string[] = [];
    for (const source of [table, rows, csv, pieces()]) {
      const { release, result, audit } = await anonymize(source, job, { seed: 1 });
      expect(release.columns.map(({ name }) => name)).toEqual(released);
      expect(result.quasiIdentifiers).toEqual(['age', 'a\\b']);
      expect(audit.holds).toBe(true);
      expect(release.column('F1')!.type).toBe('string');
      made.push(csvOf(release));
    }
    expect(new Set(made).size).toBe(1);
    const read = await readForJob(csv, job);
    expect(read.table.columns.map(({ name, type }) => [name, type]).slice(0, 2)).toEqual([['F1', 'string'], ['F2', 'string']]); // prettier-ignore
    expect(Object.keys(read.job.attributes)).toEqual(['F1', 'F2', 'F_n', 'F\\*', 'age', 'a\\\\b']);
    const again = await anonymize(read.table, read.job, { seed: 1 });
    expect(again.result.quasiIdentifiers).toEqual(['age', 'a\\b']);
  });

  it('are no patterns in the names of columns beside a column of counts', async () => {
    const counting: Job = { ...job, input: { count: 'F_n' }, privacy: k5 };
    for (const source of [tableFromRows(rows), csv]) {
      const { release, result } = await anonymize(source, counting, { seed: 1 });
      expect(result.rows).toBe(90);
      expect(release.columns.map(({ name }) => name)).toEqual(released.filter((name) => name !== 'F_n'));
      expect(release.column('F*')!.type).toBe('string');
    }
    const lines = await compare(csv, counting, ['mondrian', 'datafly'], { accuracy: false });
    expect(lines.runs.map(({ result }) => result?.rows)).toEqual([90, 90]);
  });

  it('are decided again by the audit, with and without the original', async () => {
    const { release } = await anonymize(csv, job, { seed: 1 });
    const original = tableFromRows(rows);
    const read = await readRelease(csvOf(release), job);
    expect(read.column('age')!.type).toBe('string');
    expect(auditRelease(read, job).holds).toBe(true);
    expect(auditRelease(release, job, original).holds).toBe(true);
    const leaky = tableFromRows(
      rows.map(({ key, F1 }) => ({ key, F1, F2: 1, F_n: 1, age: '*', 'F*': 'flu', 'a\\b': '*' })),
    );
    expect(auditRelease(leaky, job, original)).toMatchObject({ holds: false });
    expect(attackHomogeneity(release, job).attributes.map(({ attribute }) => attribute)).toEqual(['F*']);
  });

  it('are told by the plan, and refused where they do not fit', async () => {
    const table = tableFromRows(rows);
    expect((await explain(table, job)).patterns.map(({ pattern, matches }) => [pattern, matches])).toEqual([
      ['F*', ['F1', 'F2', 'F_n']], ['a*', ['age']], ['k*', ['key']],
    ]); // prettier-ignore
    const refused = async (attributes: Job['attributes'], code: string): Promise<void> => {
      const own = { ...job, attributes: { 'a*': 'quasi-identifier', ...attributes } } as Job;
      for (const source of [table, csv, rows]) {
        await expect(anonymize(source, own)).rejects.toMatchObject({ code });
      }
      await expect(compare(table, own, ['mondrian'])).rejects.toMatchObject({ code });
      await expect(explain(table, own)).rejects.toMatchObject({ code });
    };
    await refused({ 'Q*': 'drop' }, 'UNKNOWN_COLUMN');
    await refused({ 'F*': { role: 'insensitive', matches: ['F1'] } }, 'COLUMN_NOT_LISTED');
    await refused({ 'F*': { role: 'insensitive', matches: ['F1', 'F2', 'F_n', 'F*', 'F9'] } }, 'UNKNOWN_COLUMN');
    await refused({ 'F*': 'drop', '*1': 'drop' }, 'ROLE_CONFLICT');
    await refused({ 'F*': 'class' }, 'ROLE_CONFLICT');
  });

  it('are written as statements for a database', async () => {
    const plain: Job = { ...job, attributes: { 'a*': 'quasi-identifier', 'F*': 'insensitive', 'F\\*': 'drop' } };
    const { statements } = await releaseAsSql(tableFromRows(rows), plain, { dialect: 'duckdb', table: 't' });
    const text = [...statements].join('\n');
    expect(text).toContain('"F_n"');
    expect(text).not.toContain('"F*"');
  });
});

const csvOf = (release: Awaited<ReturnType<typeof anonymize>>['release']): string => {
  const header = release.columns.map(({ name }) => name).join(',');
  const cells = Array.from({ length: release.rows }, (_, row) =>
    release.columns.map(({ texts, codes }) => JSON.stringify(texts[codes[row]])).join(','),
  );
  return `${[header, ...cells].join('\n')}\n`;
};
