import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Job, RunResult } from '../../../src/index.js';
import { censusColumns, censusRows } from '../../../scripts/census.mjs';
import { demoJob } from '../../../scripts/demo-job.mjs';
import { makeFolder, runInside } from './run-cli.js';

const demo = demoJob as Job;
const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);

const writeJob = (name: string, change: object): string => {
  writeFileSync(at(name), JSON.stringify({ ...demo, ...change }));
  return at(name);
};

beforeAll(() => {
  const lines = [censusColumns.join(',')];
  for (const row of censusRows(3000, 1)) lines.push((row as unknown[]).join(','));
  writeFileSync(at('people.csv'), `${lines.join('\n')}\n`);
});

const anonymize = (job: string, ...more: string[]) =>
  runInside(['anonymize', at('people.csv'), '--job', job, '--quiet', ...more]);

const rowsOf = (name: string): string[] => readFileSync(at(name), 'utf8').trimEnd().split('\n');

describe('--two-pass', () => {
  it('releases the rows that the path in memory releases, with the same result', async () => {
    for (const algorithm of ['mondrian', 'two-phase-hill-climbing']) {
      const privacy = algorithm === 'mondrian' ? demo.privacy : [{ model: 'k-anonymity', k: 10 }];
      const job = writeJob('job.json', { algorithm, privacy, suppression: { maxRows: 30 } });
      const byRows = await anonymize(job, '--out', at('rows.csv'), '--json');
      const byCounts = await anonymize(job, '--out', at('counts.csv'), '--json', '--two-pass');
      expect(byCounts.stderr).toBe('');
      const known = (text: string) => {
        const { search, ...result } = JSON.parse(text) as RunResult;
        return { ...result, seconds: null, search: { ...search, bestSeconds: null, trace: null } };
      };
      expect(known(byCounts.stdout)).toEqual(known(byRows.stdout));
      expect(rowsOf('counts.csv').sort()).toEqual(rowsOf('rows.csv').sort());
    }
  });

  it('shuffles: two runs have another order, one seed has one', async () => {
    const job = writeJob('job.json', {});
    await anonymize(job, '--out', at('a.csv'), '--two-pass');
    await anonymize(job, '--out', at('b.csv'), '--two-pass');
    expect(rowsOf('a.csv')).not.toEqual(rowsOf('b.csv'));
    await anonymize(job, '--out', at('a.csv'), '--two-pass', '--seed', '7');
    const toStdout = await anonymize(job, '--two-pass', '--seed', '7');
    expect(toStdout.stdout).toBe(readFileSync(at('a.csv'), 'utf8'));
  });

  it('says why a job needs the rows', async () => {
    const relaxed = writeJob('job.json', { algorithm: { name: 'mondrian', partitioning: 'relaxed' } });
    const ended = await anonymize(relaxed, '--two-pass');
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/^kohort: --two-pass: .*relaxed.* divides equal rows by their order.*\n$/);
    const memory = await anonymize(relaxed, '--memory', '64M');
    expect(memory.stderr).toMatch(/^kohort: --memory: /);
  });

  it('ends with exit 4 and writes nothing when the distinct rows do not fit', async () => {
    const job = writeJob('job.json', {});
    writeFileSync(
      at('wide.csv'),
      `${censusColumns.join(',')}\n${Array.from({ length: 40_000 }, (_, i) => `${i},Private,9,Divorced,Sales,White,Male,Mexico,<=50K`).join('\n')}\n`,
    );
    const out = at('never.csv');
    const ended = await runInside(['anonymize', at('wide.csv'), '--job', job, '--out', out, '--memory', '1M']);
    expect(ended.code).toBe(4);
    expect(ended.stderr).toMatch(
      /^kohort: distinct rows .*\d+ distinct rows so far; coarsen column "age" .*without it about \d+ would be left.*\n$/,
    );
    expect(readdirSync(folder.path).filter((name) => name.includes('never'))).toEqual([]);
  });

  it('reads several files as one, packed or not, and refuses another header', async () => {
    const [header, ...rows] = readFileSync(at('people.csv'), 'utf8').trimEnd().split('\n');
    writeFileSync(at('part-1.csv'), [header, ...rows.slice(0, 1000)].join('\n'));
    writeFileSync(at('part-2.csv.gz'), gzipSync(`${[header, ...rows.slice(1000, 1001)].join('\r\n')}\r\n`));
    writeFileSync(at('part-3.csv'), `\ufeff${[header, ...rows.slice(1001)].join('\n')}\n`);
    const job = ['--job', writeJob('job.json', {}), '--quiet', '--seed', '3'];
    for (const counting of [[], ['--two-pass']]) {
      const parts = ['part-1.csv', 'part-2.csv.gz', 'part-3.csv'].map(at);
      const joined = await runInside(['anonymize', ...parts, ...job, ...counting]);
      expect(joined).toEqual(await runInside(['anonymize', at('people.csv'), ...job, ...counting]));
      expect(joined.code).toBe(0);
    }
    writeFileSync(at('other.csv'), `x${header}\n${rows[0]}\n`);
    const other = await runInside(['anonymize', at('part-1.csv'), at('other.csv'), ...job]);
    expect([other.code, other.stderr]).toEqual([
      3,
      expect.stringMatching(
        /other\.csv, line 1: other columns than in the first file: missing "age"; additional "xage"/,
      ),
    ]);
    const mixed = await runInside(['anonymize', at('part-1.csv'), at('x.parquet'), ...job]);
    expect(mixed.code).toBe(2);
  });

  it('refuses a size that is none', async () => {
    for (const size of ['12', '1T', '-5M', '1.5G']) {
      expect((await anonymize(writeJob('job.json', {}), '--memory', size)).code).toBe(2);
    }
  });
});
