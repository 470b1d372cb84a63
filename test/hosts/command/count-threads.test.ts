import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { censusColumns, censusRows } from '../../../scripts/census.mjs';
import { demoJob } from '../../../scripts/demo-job.mjs';
import { countingThreads } from '../../../src/io/csv/count-file.js';
import { countingThreadsOf } from '../../../src/hosts/command/run-options.js';
import type { RunResult } from '../../../src/index.js';
import { long } from '../../shared.js';
import { makeFolder, run, start } from './run-cli.js';

const MIB = 1024 * 1024;
/** A thread is started for every 64 MiB. */
const BYTES = 129 * MIB;

describe('threads that count', () => {
  it('are those that are asked for, else all cores but one, at most 8', () => {
    expect(countingThreadsOf({ threads: 3 }, () => 1)).toBe(3);
    const unasked = [1, 2, 3, 9, 10, 64].map((cores) => countingThreadsOf({}, () => cores));
    expect(unasked).toEqual([1, 1, 2, 8, 8, 8]);
    const cores = availableParallelism();
    expect(countingThreadsOf({})).toBe(countingThreadsOf({}, () => cores));
  });

  it('have 64 MiB each, or are not started', () => {
    const parts = [0, 128 * MIB - 1, 128 * MIB, 192 * MIB, 1024 * MIB].map((bytes) =>
      countingThreads({ bytes }, { threads: 3 }),
    );
    expect(parts).toEqual([1, 1, 2, 3, 3]);
    expect(countingThreads(null, { threads: 3 })).toBe(1);
  });
});

// With files of hundreds of megabytes; test/hosts/node/count-threads.test.ts has small ones.
describe.runIf(long)('--threads of a file that is counted', () => {
  const folder = makeFolder();
  const here = folder.path;

  const header = `${censusColumns.join(',')}\n`;
  const block = [...(censusRows(20_000, 1) as Iterable<unknown[]>)].map((row) => `${row.join(',')}\n`).join('');
  const blocks = Math.ceil(BYTES / block.length);
  const write = (name: string, text: string): void => writeFileSync(join(here, name), text);

  beforeAll(() => {
    write('people.csv', header + block.repeat(blocks));
    write('job.json', JSON.stringify(demoJob));
  });

  const anonymize = async (input: string, ...more: string[]) =>
    run(['anonymize', input, '--job', 'job.json', '--two-pass', '--json', '--quiet', '--seed', '3', ...more], here);

  it('gives the same release and the same result with any number, in both engines', async () => {
    const one = await anonymize('people.csv', '--out', 'one.csv');
    expect(one.stderr).toBe('');
    const known = (text: string) => ({
      ...(JSON.parse(text) as RunResult),
      seconds: null,
      threads: null,
      engine: null,
    });
    for (const [threads, engine] of [
      [2, 'wasm'],
      [2, 'js'],
    ] as const) {
      const more = await anonymize('people.csv', '--out', 'more.csv', '--threads', `${threads}`, '--engine', engine);
      expect((JSON.parse(more.stdout) as RunResult).threads).toBe(threads);
      expect(known(more.stdout)).toEqual(known(one.stdout));
      expect(readFileSync(join(here, 'more.csv')).equals(readFileSync(join(here, 'one.csv')))).toBe(true);
    }
  });

  it('finds what is wrong in the last range, says its line, and leaves nothing', async () => {
    write('wrong.csv', `${header}${block.repeat(blocks)}39,Private\n`);
    const ends = await Promise.all(['1', '2'].map((n) => anonymize('wrong.csv', '--out', `w${n}.csv`, '--threads', n)));
    for (const { code, stderr } of ends) {
      expect(code).toBe(3);
      expect(stderr).toContain(`wrong.csv, line ${20_000 * blocks + 2}`);
      expect(stderr).toBe(ends[0].stderr);
    }
    expect(['w1.csv', 'w2.csv'].some((name) => existsSync(join(here, name)))).toBe(false);
  });

  it('reads a cell with line ends as one, when the file is cut in its middle', async () => {
    // Half of a MiB of lines that look like rows, in one quoted cell of a column that is not even kept.
    const note = block.slice(0, 500_000).replace(/[^\n]*$/, '');
    const half = Math.ceil(blocks / 2);
    const noted = block.replaceAll('\n', ',\n');
    const begin = header.replace('\n', ',note\n') + noted.repeat(half).slice(0, -note.length / 2);
    const rows = begin.slice(0, begin.lastIndexOf('\n') + 1);
    const last = block.slice(0, block.indexOf('\n'));
    write('noted.csv', `${rows}${last},"${note}"\n${noted.repeat(half)}`);
    const one = await anonymize('noted.csv', '--out', 'one.csv');
    const two = await anonymize('noted.csv', '--out', 'two.csv', '--threads', '2');
    const read = (text: string) => (JSON.parse(text) as RunResult).rows;
    expect(read(two.stdout)).toBe(read(one.stdout));
    expect(readFileSync(join(here, 'two.csv')).equals(readFileSync(join(here, 'one.csv')))).toBe(true);
  });

  it('ends at Ctrl-C while threads count', async () => {
    const args = ['anonymize', 'people.csv', '--job', 'job.json', '--out', 'never.csv', '--threads', '2', '--two-pass'];
    // Too early, the command does not listen yet; too late, it is done.
    let code: number | null = null;
    for (let wait = 500; code === null && wait < 5000; wait *= 1.5) {
      const { child, ended } = start(args, here);
      setTimeout(() => child.kill('SIGINT'), wait);
      code = (await ended).code;
    }
    expect(code).toBe(130);
    expect(existsSync(join(here, 'never.csv'))).toBe(false);
  });
});
