import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { releaseAsSql } from '../../../src/hosts/sources/index.js';
import { tableFromRows, type Job } from '../../../src/index.js';
import { makeFolder, runInside } from '../command/run-cli.js';

const job: Job = {
  attributes: { zip: 'quasi-identifier', Zip: 'quasi-identifier', ZIP: { role: 'drop' } },
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm: 'mondrian',
};
const folder = makeFolder();
const rows = Array.from({ length: 12 }, (_, i) => ({ zip: i % 3, Zip: i % 2, ZIP: i }));

describe('columns whose names differ in case alone', () => {
  it('are refused for databases that take them for one, and written for others', async () => {
    const asSql = async (dialect: 'duckdb' | 'postgres') =>
      releaseAsSql(tableFromRows(rows), job, { dialect, table: 't' });
    await expect(asSql('duckdb')).rejects.toMatchObject({
      code: 'DUPLICATE_COLUMN',
      message: expect.stringContaining('"zip" and "Zip"'),
    });
    expect([...(await asSql('postgres')).statements].join('')).toContain('"Zip"');
    const dropped: Job = {
      ...job,
      attributes: { zip: 'quasi-identifier', Zip: { role: 'drop' }, ZIP: { role: 'drop' } },
    };
    await expect(releaseAsSql(tableFromRows(rows), dropped, { dialect: 'duckdb', table: 't' })).resolves.toBeDefined();
  });

  it('have other names in DuckDB, which one error lists', async () => {
    const at = (name: string): string => join(folder.path, name);
    writeFileSync(at('in.csv'), ['zip,Zip,ZIP', ...rows.map((row) => Object.values(row).join(','))].join('\n'));
    writeFileSync(at('job.json'), JSON.stringify(job));
    const ended = await runInside([
      'anonymize',
      `duckdb:${at('in.csv')}`,
      '--job',
      at('job.json'),
      '--out',
      at('o.csv'),
    ]);
    expect(ended.code).toBe(2);
    expect(ended.stderr.split('\n')[0]).toMatch(
      /^kohort: attributes\.Zip: expected the name of a column of the table: "zip", "Zip_1", "ZIP_2"/,
    );
  });
});
