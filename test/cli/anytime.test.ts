import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mulberry32 } from '../random.js';
import { makeFolder, run, start } from './run-cli.js';

describe('an anytime search on the command line', () => {
  const folder = makeFolder();
  const here = folder.path;
  afterAll(() => folder.remove());

  beforeAll(() => {
    const random = mulberry32(4);
    const rows = Array.from({ length: 20_000 }, () =>
      [60, 40, 30, 20, 12].map((size) => Math.floor(random() * random() * size)).join(),
    );
    writeFileSync(join(here, 'in.csv'), ['a,b,c,d,e', ...rows, ''].join('\n'));
    writeFileSync(
      join(here, 'job.json'),
      JSON.stringify({
        attributes: Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, { role: 'quasi-identifier' }])),
        privacy: [{ model: 'k-anonymity', k: 4 }],
        algorithm: 'k-optimize',
        suppression: 'unlimited',
      }),
    );
  });

  const command = ['anonymize', 'in.csv', '--job', 'job.json', '--json'];

  it('writes its best audited release with the gap when Ctrl-C ends it', async () => {
    const { child, ended } = start([...command, '--out', 'out.csv'], here);
    const timer = setTimeout(() => child.kill('SIGINT'), 3000);
    const { code, stdout, stderr } = await ended;
    clearTimeout(timer);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) as string });
    const result = JSON.parse(stdout) as {
      metrics: { discernibility: number };
      search: Record<string, number | boolean>;
    };
    expect(result.search.optimal).toBe(false);
    expect(result.search.gap).toBeGreaterThan(0);
    expect(result.search.lowerBound).toBeLessThan(result.metrics.discernibility);
    expect(readFileSync(join(here, 'out.csv'), 'utf8').split('\n').length).toBeGreaterThan(10_000);
    const audited = await run(['audit', 'out.csv', '--job', 'job.json', '--original', 'in.csv', '--json'], here);
    expect(audited.code).toBe(0);
  });

  it('ends at once and writes nothing at the second Ctrl-C', async () => {
    const { child, ended } = start([...command, '--out', 'never.csv'], here);
    const timer = setTimeout(() => {
      child.kill('SIGINT');
      child.kill('SIGTERM');
    }, 3000);
    const { code, stdout } = await ended;
    clearTimeout(timer);
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    expect(readdirSync(here).sort()).toEqual(['in.csv', 'job.json', 'out.csv']);
  });

  it('keeps a time limit', async () => {
    const { code, stdout } = await run([...command, '--time-limit', '1'], here);
    expect(code).toBe(0);
    const result = JSON.parse(stdout) as { seconds: { search: number }; search: { optimal: boolean } };
    expect(result.search.optimal).toBe(false);
    expect(result.seconds.search).toBeLessThan(10);
  });
});
