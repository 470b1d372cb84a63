import { readFileSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { mulberry32 } from '../../random.js';
import { makeFolder, runInside, runUntil } from './run-cli.js';

/** A line of progress of a search that has a solution, and goes on. */
const searching = /search \d+ %, cost/;

/** Output of `--json` about a search. */
interface Printed {
  readonly threads: number;
  readonly search: Record<string, number | boolean>;
}

describe('an anytime search on the command line', () => {
  const folder = makeFolder();
  const here = folder.path;

  beforeAll(() => {
    const random = mulberry32(4);
    const rows = Array.from({ length: 5_000 }, () =>
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
    const { code, stdout, stderr } = await runUntil(searching, ['SIGINT'], {
      args: [...command, '--out', 'out.csv', '--report', 'out.html'],
      cwd: here,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) as string });
    const result = JSON.parse(stdout) as {
      metrics: { discernibility: number };
      search: Record<string, number | boolean>;
      warnings: { code: string; message: string }[];
    };
    const { message } = result.warnings.find((warning) => warning.code === 'STOPPED_EARLY')!;
    expect(message).toMatch(/^the search was interrupted: .* no solution costs less than \d+ \(gap [\d.]+ %\)$/);
    expect(stderr).toBe(`kohort: warning STOPPED_EARLY: ${message}\n`);
    expect(readFileSync(join(here, 'out.html'), 'utf8')).toContain(`STOPPED_EARLY: ${message}`);
    expect(result.search.optimal).toBe(false);
    expect(result.search.gap).toBeGreaterThan(0);
    expect(result.search.lowerBound).toBeLessThan(result.metrics.discernibility);
    expect(readFileSync(join(here, 'out.csv'), 'utf8').split('\n').length).toBeGreaterThan(2_500);
    const audited = await runInside(['audit', 'out.csv', '--job', 'job.json', '--original', 'in.csv', '--json'], here);
    expect(audited.code).toBe(0);
  });

  it('ends at once and writes nothing at the second Ctrl-C', async () => {
    const before = readdirSync(here);
    const { code, stdout } = await runUntil(searching, ['SIGINT', 'SIGTERM'], {
      args: [...command, '--out', 'never.csv'],
      cwd: here,
    });
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    expect(readdirSync(here)).toEqual(before);
  });

  it.each([
    ['has nothing yet but "*" everywhere', { algorithm: { name: 'genetic', offspring: 1e9 }, k: 5000 }, /better than/],
    ['is not anytime', { algorithm: 'min-gen', k: 4 }, /interrupted, nothing was written/],
  ])('ends with 130 and writes nothing when Ctrl-C reaches a search that %s', async (_, { algorithm, k }, expected) => {
    const role = 'quasi-identifier';
    const hierarchy = { type: 'intervals', origin: 0, widths: [2, 4, 8, 16, 32, 64, 128, 256] };
    const job = {
      attributes: Object.fromEntries(
        ['a', 'b', 'c', 'd', 'e'].map((name) => [name, algorithm === 'min-gen' ? { role, hierarchy } : { role }]),
      ),
      privacy: [{ model: 'k-anonymity', k }],
      algorithm,
      output: { ranges: 'tight' },
    };
    const { code, stdout, stderr } = await runUntil(/search \d+ %/, ['SIGINT'], {
      args: ['anonymize', 'in.csv', '--job', '-', '--out', 'never.csv', '--json'],
      cwd: here,
      stdin: JSON.stringify(job),
    });
    expect({ code, stdout, stderr }).toEqual({
      code: 130,
      stdout: '',
      stderr: expect.stringMatching(expected) as string,
    });
    expect(stderr.split('\n')).toHaveLength(2);
    expect(readdirSync(here)).not.toContain('never.csv');
  });

  it('keeps a time limit', async () => {
    const { code, stdout } = await runInside([...command, '--time-limit', '0.2'], here);
    expect(code).toBe(0);
    const result = JSON.parse(stdout) as {
      seconds: { search: number };
      search: { optimal: boolean };
      warnings: { code: string; message: string }[];
    };
    expect(result.search.optimal).toBe(false);
    expect(result.warnings.find((warning) => warning.code === 'STOPPED_EARLY')?.message).toContain(
      'time limit of 0.2 s',
    );
    expect(result.seconds.search).toBeLessThan(10);
  });

  // promise: checkpoint-private
  it('saves an unfinished search for its owner alone, and goes on from it to the proven optimum', async () => {
    const random = mulberry32(9);
    const rows = Array.from({ length: 500 }, () =>
      [45 * random(), 30 * random(), 8].map((size) => Math.floor(random() * size)).join(),
    );
    writeFileSync(join(here, 'small.csv'), ['a,b,c', ...rows, ''].join('\n'));
    const slow = {
      attributes: Object.fromEntries(['a', 'b', 'c'].map((name) => [name, { role: 'quasi-identifier' }])),
      privacy: [{ model: 'k-anonymity', k: 6 }],
      algorithm: { name: 'k-optimize', seedCost: 250_000, pruning: { tables: false } },
    };
    writeFileSync(join(here, 'slow.json'), JSON.stringify(slow));
    writeFileSync(join(here, 'other.json'), JSON.stringify({ ...slow, privacy: [{ model: 'k-anonymity', k: 7 }] }));
    const search = async (...more: string[]): Promise<Printed> => {
      const args = ['anonymize', 'small.csv', '--job', 'slow.json', '--json', ...more];
      // A search that is to save its state is ended when it has more than one class of all rows.
      const { code, stdout, stderr } = await (more.includes('--checkpoint')
        ? runUntil(/search \d+ %, cost (?!250000)/, ['SIGINT'], { args, cwd: here })
        : runInside(args, here));
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) as string });
      return JSON.parse(stdout) as Printed;
    };
    const whole = await search();
    const first = await search('--checkpoint', 'state', '--threads', '2');
    expect(first.threads).toBe(2);
    expect(first.search.optimal).toBe(false);
    expect(statSync(join(here, 'state')).mode & 0o777).toBe(0o600);
    const second = await search('--checkpoint', 'state', '--resume', 'state');
    expect(second.search.nodes).toBeGreaterThan(first.search.nodes as number);
    const last = await search('--resume', 'state');
    for (const name of ['cost', 'lowerBound', 'optimal', 'gap']) expect(last.search[name]).toBe(whole.search[name]);
    expect(last.search.optimal).toBe(true);
    expect(last.search.nodes).toBeGreaterThan(second.search.nodes as number);
    const refused = await runInside(['anonymize', 'small.csv', '--job', 'other.json', '--resume', 'state'], here);
    expect([refused.code, refused.stderr.split('\n').length]).toEqual([3, 2]);
    expect(refused.stderr).toContain('another job');
    truncateSync(join(here, 'state'), 5000);
    const damaged = await runInside(['anonymize', 'small.csv', '--job', 'slow.json', '--resume', 'state'], here);
    expect([damaged.code, damaged.stderr.split('\n').length]).toEqual([3, 2]);
    const missing = await runInside(['anonymize', 'small.csv', '--job', 'slow.json', '--resume', 'nothing'], here);
    expect(missing.code).toBe(3);
  });

  it('ends all threads at Ctrl-C, writes its release and saves where it stood', async () => {
    const { code, stdout } = await runUntil(searching, ['SIGINT'], {
      args: [...command, '--threads', '2', '--checkpoint', 'hard', '--out', 'two.csv'],
      cwd: here,
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ threads: 2, search: { optimal: false } });
    const printed = await runInside(
      [...command, '--checkpoint', 'hard', '--resume', 'hard', '--time-limit', '0.02'],
      here,
    );
    expect(printed.code).toBe(0);
    expect((JSON.parse(printed.stdout) as Printed).search.nodes).toBeGreaterThanOrEqual(
      (JSON.parse(stdout) as Printed).search.nodes as number,
    );
  });
});
