import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { main, struckAt, untilKilled } from '../hosts/command/run-cli.js';
import { long, longCases, inTurn } from '../shared.js';
import { quotedCsv } from '../table-texts.js';
import { canaries, canaryColumns, canaryJob, canaryRows, filesOf, findIn, findInFolder } from './canaries.js';

const top = mkdtempSync(join(tmpdir(), 'kohort-left-'));
afterAll(() => rmSync(top, { recursive: true, force: true }));
const inputs = join(top, 'inputs');
mkdirSync(inputs);
const csv = quotedCsv([canaryColumns, ...canaryRows(3000, 19)]);
const at = (name: string): string => join(inputs, name);
writeFileSync(at('people.csv'), csv);
writeFileSync(at('people.csv.gz'), gzipSync(csv));
writeFileSync(at('many.csv'), quotedCsv([canaryColumns, ...canaryRows(long ? 150_000 : 10_000, 19)]));
writeFileSync(at('job.json'), JSON.stringify(canaryJob));
writeFileSync(at('strict.json'), JSON.stringify({ ...canaryJob, privacy: [{ model: 'k-anonymity', k: 5000 }] }));
writeFileSync(at('cuts.json'), JSON.stringify({ ...canaryJob, algorithm: 'k-optimize' }));

let folders = 0;

/**
 * Runs the command in a folder of its own, with a folder of its own for temporary files; `signal`: sent `after` milliseconds, from when `file` is
 * there, or when it has written `line` lines of progress.
 */
async function runIn(
  args: readonly string[],
  signal?: { name: NodeJS.Signals; after?: number; file?: string; line?: number },
) {
  const here = join(top, `run-${folders++}`);
  const temporary = join(here, 'temporary');
  mkdirSync(temporary, { recursive: true });
  const env = { ...process.env, TMPDIR: temporary, HOME: here };
  const child = spawn(
    process.execPath,
    [...(signal?.line === undefined ? [] : struckAt(signal.line, signal.name)), main, ...args],
    {
      cwd: here,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...untilKilled,
    },
  );
  const said: Buffer[] = [];
  child.stdout.on('data', (bytes: Buffer) => said.push(bytes));
  child.stderr.on('data', (bytes: Buffer) => said.push(bytes));
  const ended = new Promise<number | null>((done) => child.once('close', done));
  let timer: NodeJS.Timeout | undefined;
  if (signal !== undefined) {
    const { name, after, file } = signal;
    while (file !== undefined && !existsSync(join(here, file)) && child.exitCode === null) await passed(1);
    if (after !== undefined) timer = setTimeout(() => child.kill(name), after);
  }
  const code = await ended;
  clearTimeout(timer);
  return { here, code, said: Buffer.concat(said) };
}

/** Options for reports, a certificate and a recoding beside the release. */
const extras = [
  '--report',
  'r.html',
  '--report',
  'r.md',
  '--report',
  'r.json',
  '--certificate',
  'c.json',
  '--recoding',
  'recoding.json',
];

describe('what the command leaves', () => {
  // promise: withheld-values-stay-out
  it.each(
    inTurn(
      [
        ['people.csv', 'out.csv'],
        ['people.csv', 'out.csv.gz'],
        ['people.csv', 'out.ndjson'],
        ['people.csv', 'out.parquet'],
        ['people.csv.gz', 'out.arrow'],
      ],
      5,
    ),
  )('after a release of %s into %s is what was asked for, and no value of one person', async (from, to) => {
    for (const engine of long ? ['wasm', 'js'] : [to.length % 2 === 0 ? 'wasm' : 'js']) {
      const turn = to.length % 3;
      for (const more of longCases([[], ['--json'], ['--verbose', '--two-pass']], (each) => each.length === turn)) {
        const done = await runIn([
          'anonymize',
          at(from),
          '--job',
          at('job.json'),
          '--out',
          to,
          '--engine',
          engine,
          ...(more.includes('--two-pass') ? [] : extras),
          ...more,
        ]);
        expect([done.code, findIn(done.said), findInFolder(done.here)]).toEqual([0, [], []]);
        const names = filesOf(done.here).map((path) => path.slice(done.here.length + 1));
        expect(names.filter((name) => name.startsWith('temporary') || name.startsWith('.'))).toEqual([]);
        if (to === 'out.csv') expect(readFileSync(join(done.here, to), 'utf8')).toContain('asthma');
        if (!long) break;
      }
    }
  });

  // promise: whole-file-or-none
  it('after a refusal or a wrong file is nothing', async () => {
    writeFileSync(at('broken.csv'), `${csv}"${canaries.name}"x,1,2,3,4,5,6\n`);
    for (const [from, job, code] of inTurn(
      [
        ['people.csv', 'strict.json', 1],
        ['broken.csv', 'job.json', 3],
      ] as const,
      2,
    )) {
      const done = await runIn(['anonymize', at(from), '--job', at(job), '--out', 'out.csv', '--strict', ...extras]);
      expect([done.code, findIn(done.said), filesOf(done.here)]).toEqual([code, [], []]);
    }
  });

  // promise: whole-file-or-none
  it('after Ctrl-C or SIGTERM at any time is nothing, or the whole release', { timeout: 600_000 }, async () => {
    const args = ['anonymize', at('many.csv'), '--job', at('job.json'), '--out', 'out.csv', ...extras];
    for (const [name, line] of inTurn(
      [
        ['SIGINT', 1],
        ['SIGTERM', 3],
      ] as const,
      2,
    )) {
      const done = await runIn(args, { name, line });
      expect([findIn(done.said), findInFolder(done.here)]).toEqual([[], []]);
      // A quick machine may be done before the third line; the first one is written while the file is read.
      if (line === 1) expect(done.code).toBe(130);
      if (done.code !== 0) expect([done.code, filesOf(done.here)]).toEqual([130, []]);
      else expect(filesOf(done.here).length).toBe(6);
    }
    if (!long) return;
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const to = name === 'SIGTERM' ? 'out.csv.gz' : 'out.csv';
      // Later and later, until one is too late: however fast the machine is, some come while the command is at work.
      for (let after = 300, code: number | null = null; code !== 0; after *= 1.1) {
        const args = ['anonymize', at('many.csv'), '--job', at('job.json'), '--out', to, ...extras];
        const done = await runIn(args, { name, after });
        code = done.code;
        expect([findIn(done.said), findInFolder(done.here)]).toEqual([[], []]);
        if (code !== 0) expect(filesOf(done.here), `${name} after ${after} ms`).toEqual([]);
      }
    }
  });

  it('after a signal that comes when the release has its name is the whole release, and the exit code says so', async () => {
    for (let after = 0; after < 60; after += long ? 1 : 60) {
      const name = after % 2 === 0 ? 'SIGINT' : 'SIGTERM';
      const args = ['anonymize', at('people.csv'), '--job', at('job.json'), '--out', 'out.csv'];
      const done = await runIn(args, { name, after, file: 'out.csv' });
      expect([done.code, filesOf(done.here)], `${name} after ${after} ms`).toEqual([0, [join(done.here, 'out.csv')]]);
    }
  });

  // promise: withheld-values-stay-out, checkpoint-without-values
  it('in a checkpoint and beside it is no value of one person', async () => {
    const done = await runIn([
      'anonymize',
      at('people.csv'),
      '--job',
      at('cuts.json'),
      '--out',
      'out.csv',
      '--time-limit',
      '1',
      '--checkpoint',
      'state',
    ]);
    expect(readdirSync(done.here)).toContain('state');
    expect([done.code, findIn(done.said), findInFolder(done.here)]).toEqual([0, [], []]);
    expect(findInFolder(done.here, { only: ['name', 'lostIllness', 'lostNote', 'lostIncome'] })).toEqual([]);
  });

  it('shows what was planted to the search', () => {
    const found = findInFolder(inputs, { except: ['many.csv'] }).join('\n');
    for (const canary of Object.keys(canaries)) {
      expect(found).toContain(`people.csv: ${canary} as UTF-8`);
      expect(found).toContain(`people.csv.gz: ${canary} as UTF-8`);
    }
  });
});
