import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main, makeFolder, start, untilKilled } from './run-cli.js';
import { longCases, inTurn } from '../../shared.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);
const isLinux = process.platform === 'linux';
const job = {
  attributes: { age: { role: 'quasi-identifier', type: 'integer' }, note: { role: 'insensitive' } },
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm: 'mondrian',
};
// More than a pipe holds.
const rows = Array.from({ length: 20_000 }, (_, i) => `${i % 90},a note that is somewhat longer\n`).join('');
writeFileSync(at('people.csv'), `age,note\n${rows}`);
writeFileSync(at('few.csv'), 'age,note\n1,x\n1,y\n');
writeFileSync(at('job.json'), JSON.stringify(job));
writeFileSync(at('wrong.json'), '{');

const ofShell = (line: string): { code: number | null; stdout: string; stderr: string } => {
  const command = line.replace(/\bkohort\b/g, `"${process.execPath}" "${main}"`);
  const done = spawnSync('bash', ['-c', command], { cwd: folder.path, encoding: 'utf8', ...untilKilled });
  return { code: done.status, stdout: done.stdout, stderr: done.stderr };
};
const ofReaderThatLeaves = async (line: string): Promise<{ code: number | null; stderr: string }> => {
  const { child, ended } = start(line.split(' '), folder.path);
  child.stdout?.destroy();
  const { code, stderr } = await ended;
  return { code, stderr };
};
const gone = 'kohort: stdout: the reader went away before it had everything (EPIPE) [OUTPUT_FAILED]\n';
const full = 'kohort: stdout: cannot be written (ENOSPC) [OUTPUT_FAILED]\n';

const forPrograms = [
  'anonymize people.csv --job job.json --quiet',
  'anonymize few.csv --job job.json --quiet --json',
  'anonymize people.csv --job job.json --two-pass --quiet --report left.html',
  'audit few.csv --job job.json --quiet --json',
  'inspect few.csv --json',
  'init few.csv --yes --k 2 --quiet',
  'completion bash',
] as const;
const forPeople = ['inspect few.csv --quiet', 'algorithms', '--help', 'help anonymize', '--version'] as const;

describe('a reader of stdout that goes away', () => {
  // promise: whole-stdout-or-error
  it.each(longCases(forPrograms, (line) => /--two-pass/.test(line)))(
    'is an error, with exit code 4: %s',
    async (line) => {
      expect(await ofReaderThatLeaves(line)).toEqual({ code: 4, stderr: gone });
      expect(readdirSync(folder.path).filter((name) => name.startsWith('left') || name.includes('tmp'))).toEqual([]);
    },
  );

  it.each(longCases(forPeople, (line) => line === '--help'))(
    'has read enough of a text for people: %s',
    async (line) => {
      expect(await ofReaderThatLeaves(line)).toEqual({ code: 0, stderr: '' });
    },
  );

  it('leaves an audit its verdict', async () => {
    writeFileSync(at('alone.csv'), 'age,note\n1,x\n2,y\n');
    expect(await ofReaderThatLeaves('audit alone.csv --job job.json --quiet')).toMatchObject({ code: 1 });
  });
});

describe.runIf(isLinux)('a stdout that takes nothing', () => {
  // promise: whole-stdout-or-error
  it.each(longCases([...forPrograms, ...forPeople], (line) => /^(audit|--version)/.test(line)))(
    'is one line on stderr, and exit code 4: %s',
    (line) => {
      expect(ofShell(`kohort ${line} > /dev/full`)).toEqual({ code: 4, stdout: '', stderr: full });
    },
  );

  it('leaves another error its exit code', () => {
    const done = ofShell('kohort anonymize few.csv --job wrong.json --json > /dev/full');
    expect(done.code).toBe(2);
    expect(done.stderr).toMatch(/^kohort: [^\n]*JOB_SYNTAX\]\nkohort: stdout: [^\n]*ENOSPC[^\n]*\n$/);
  });
});

describe.runIf(isLinux)('a stdout that is closed', () => {
  it.each(
    inTurn(
      [
        ['anonymize few.csv --job job.json --quiet', 'release'],
        ['anonymize few.csv --job job.json --two-pass --quiet', 'release'],
        ['init few.csv --yes --k 2 --quiet', 'job'],
      ],
      3,
    ),
  )('is refused where what it takes would be lost: %s', (line, what) => {
    const stderr = `kohort: stdout is closed or discarded, and the ${what} would be lost; give --out FILE [OUTPUT_FAILED]\n`;
    expect(ofShell(`kohort ${line} >&-`)).toMatchObject({ code: 4, stderr });
    // As Node opens it for a program with `stdio: 'ignore'`.
    expect(ofShell(`kohort ${line} 1<> /dev/null`)).toMatchObject({ code: 4, stderr });
  });

  it('is no matter where the release is elsewhere, or is meant for nobody', () => {
    expect(ofShell('kohort anonymize few.csv --job job.json --quiet --out out.csv >&-').code).toBe(0);
    expect(ofShell('kohort anonymize few.csv --job job.json --quiet > /dev/null')).toMatchObject({
      code: 0,
      stderr: '',
    });
  });
});

describe('a stderr that takes nothing', () => {
  it('ends no run', async () => {
    if (isLinux) {
      const done = ofShell('kohort anonymize few.csv --job job.json 2> /dev/full');
      expect(done).toEqual({ code: 0, stdout: expect.stringMatching(/^age,note\n/) as string, stderr: '' });
      expect(ofShell('kohort anonymize few.csv --job wrong.json 2> /dev/full').code).toBe(2);
    }
    const { child, ended } = start(['anonymize', 'few.csv', '--job', 'job.json'], folder.path);
    child.stderr?.destroy();
    expect(await ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^age,note\n/) as string });
  });
});
