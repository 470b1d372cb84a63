/** Files that version 0.2 wrote: this version reads them as they were meant, or refuses what it cannot trust by the code of another version. */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder, runInside } from '../hosts/command/run-cli.js';

const folder = makeFolder();
cpSync(join(import.meta.dirname, '0.2'), folder.path, { recursive: true });

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string;
};
/** A checkpoint is read by the version that wrote it alone. */
const isOwnVersion = version === '0.2.0';

describe('files of version 0.2', () => {
  it('a certificate confirms its release, and no other file', async () => {
    const done = await runInside(['verify', 'certificate.json', 'release.csv'], folder.path);
    expect([done.code, done.stdout]).toEqual([0, expect.stringContaining('kohort 0.2.0')]);
    const other = await runInside(['verify', 'certificate.json', 'recoded.csv'], folder.path);
    expect(other.stderr).toContain('[CERTIFICATE_DIFFERS]');
  });

  it('a recoding, which had no digest of its release, is refused by the code of another version', async () => {
    const args = ['apply', 'recoding.json', 'patients.csv', '--out', 'applied.csv', '--quiet'];
    const done = await runInside(args, folder.path);
    expect([done.code, done.stderr]).toEqual([2, expect.stringContaining('[RECODING_VERSION]')]);
    expect(existsSync(join(folder.path, 'applied.csv'))).toBe(false);
  });

  const resume = ['anonymize', 'cuts.csv', '--job', 'cuts.json', '--resume', 'checkpoint', '--json', '--quiet'];
  it.runIf(isOwnVersion)('a checkpoint leads to the optimum', async () => {
    const done = await runInside(resume, folder.path);
    expect(done.code).toBe(0);
    expect(JSON.parse(done.stdout)).toMatchObject({ search: { optimal: true, cost: 3546, lowerBound: 3546 } });
  });

  it.runIf(!isOwnVersion)('a checkpoint is refused by the code of another version', async () => {
    const done = await runInside(resume, folder.path);
    expect([done.code, done.stderr]).toEqual([3, expect.stringContaining('[CHECKPOINT_VERSION]')]);
  });

  it('a job runs, and its release is still audited by it', async () => {
    const run = await runInside(['anonymize', 'patients.csv', '--job', 'job.json', '--out', 'new.csv', '--quiet'], folder.path);
    expect([run.code, run.stderr]).toEqual([0, '']);
    const audited = await runInside(['audit', 'release.csv', '--job', 'job.json', '--original', 'patients.csv'], folder.path);
    expect(audited.code).toBe(0);
  }); // prettier-ignore
});
