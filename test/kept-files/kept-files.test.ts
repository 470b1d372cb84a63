/** Files that version 0.2 wrote: this version reads them as they were meant, or refuses them by the code of another version. */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder, runInside } from '../hosts/command/run-cli.js';

const folder = makeFolder();
cpSync(join(import.meta.dirname, '0.2'), folder.path, { recursive: true });
const linesOf = (name: string): string[] => readFileSync(join(folder.path, name), 'utf8').trimEnd().split('\n').sort();

/** Runs a command; true where it took the files, false where it refused them by this code. */
async function takes(args: readonly string[], code: string, check: (stdout: string) => void): Promise<boolean> {
  const done = await runInside(args, folder.path);
  if (done.code === 0) check(done.stdout);
  else expect(done.stderr).toContain(`[${code}]`);
  return done.code === 0;
}

describe('files of version 0.2', () => {
  it('a certificate confirms its release, or has the code CERTIFICATE_VERSION', async () => {
    const args = ['verify', 'certificate.json', 'release.csv'];
    if (!(await takes(args, 'CERTIFICATE_VERSION', (stdout) => expect(stdout).toContain('kohort 0.2.0')))) return;
    const other = await runInside(['verify', 'certificate.json', 'recoded.csv'], folder.path);
    expect(other.stderr).toContain('[CERTIFICATE_DIFFERS]');
  });

  it('a recoding releases its rows as it did, or has the code RECODING_VERSION', async () => {
    const args = ['apply', 'recoding.json', 'patients.csv', '--out', 'applied.csv', '--quiet'];
    await takes(args, 'RECODING_VERSION', () => expect(linesOf('applied.csv')).toEqual(linesOf('recoded.csv')));
  });

  it('a checkpoint leads to the optimum, or has the code CHECKPOINT_VERSION', async () => {
    const args = ['anonymize', 'cuts.csv', '--job', 'cuts.json', '--resume', 'checkpoint', '--json', '--quiet'];
    await takes(args, 'CHECKPOINT_VERSION', (stdout) => {
      expect(JSON.parse(stdout)).toMatchObject({ search: { optimal: true, cost: 3546, lowerBound: 3546 } });
    });
  });

  it('a job runs, and its release is still audited by it', async () => {
    const run = await runInside(['anonymize', 'patients.csv', '--job', 'job.json', '--out', 'new.csv', '--quiet'], folder.path);
    expect([run.code, run.stderr]).toEqual([0, '']);
    const audited = await runInside(['audit', 'release.csv', '--job', 'job.json', '--original', 'patients.csv'], folder.path);
    expect(audited.code).toBe(0);
  }); // prettier-ignore
});
