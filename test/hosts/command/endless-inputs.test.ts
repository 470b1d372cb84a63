import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main, makeFolder, run, runInside, untilKilled } from './run-cli.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);
const job = {
  attributes: { a: { role: 'quasi-identifier' } },
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm: 'mondrian',
};
const writeJob = (file: string): string => {
  const hierarchy = { type: 'levels', file };
  writeFileSync(at('job.json'), JSON.stringify({ ...job, attributes: { a: { role: 'quasi-identifier', hierarchy } } }));
  return at('job.json');
};
const isPosix = process.platform !== 'win32';
writeFileSync(at('people.csv'), 'a\n1\n1\n');

describe.runIf(isPosix)('a job or a hierarchy that has no end', () => {
  const devices = [
    ['/dev/zero', 'a device'],
    ['/dev/null', 'a device'],
  ] as const;
  // promise: bad-input-ends
  it.each(devices)('is refused as --job and as hierarchy: %s', async (device, what) => {
    const asJob = await runInside(['anonymize', at('people.csv'), '--job', device]);
    expect(asJob).toMatchObject({ code: 2, stdout: '' });
    expect(asJob.stderr).toContain(`--job: expected a regular file, received ${what}`);
    const asHierarchy = await runInside(['anonymize', at('people.csv'), '--job', writeJob(device)]);
    expect(asHierarchy).toMatchObject({ code: 2, stdout: '' });
    expect(asHierarchy.stderr).toContain('HIERARCHY_UNREADABLE');
  });

  // promise: bad-input-ends
  it('is refused when it is a FIFO that nobody writes', async () => {
    expect(spawnSync('mkfifo', [at('fifo')]).status).toBe(0);
    const asJob = await run(['anonymize', at('people.csv'), '--job', at('fifo')], folder.path);
    expect([asJob.code, asJob.stderr]).toEqual([2, expect.stringContaining('a FIFO')]);
    const asHierarchy = await run(['anonymize', at('people.csv'), '--job', writeJob('fifo')], folder.path);
    expect([asHierarchy.code, asHierarchy.stderr]).toEqual([2, expect.stringContaining('a FIFO')]);
  });

  it('is read from a pipe that a shell has opened', () => {
    writeFileSync(at('plain.json'), JSON.stringify(job));
    const command = `"${process.execPath}" "${main}" anonymize people.csv --quiet --job <(cat plain.json)`;
    const done = spawnSync('bash', ['-c', command], { cwd: folder.path, encoding: 'utf8', ...untilKilled });
    expect([done.stdout, done.stderr, done.status]).toEqual(['a\n1\n1\n', '', 0]);
  });

  it('is a directory on stdin: of a job and of a table', () => {
    const onStdin = (args: string): ReturnType<typeof spawnSync> =>
      spawnSync('bash', ['-c', `exec "${process.execPath}" "${main}" ${args} < /tmp`], {
        cwd: folder.path,
        ...untilKilled,
      });
    const asJob = onStdin('anonymize people.csv --job -');
    expect([asJob.status, String(asJob.stderr)]).toEqual([2, expect.stringMatching(/^kohort: --job: .*a directory/)]);
    const asTable = onStdin('inspect -');
    expect([asTable.status, String(asTable.stderr)]).toEqual([3, expect.stringMatching(/^kohort: stdin.*directory/)]);
  });
});

describe('a line without end in the file of a hierarchy', () => {
  it('is refused', async () => {
    writeFileSync(at('levels.csv'), `1;*\n2${';'.repeat(3_000_000)}\n`);
    const done = await runInside(['anonymize', at('people.csv'), '--job', writeJob('levels.csv')]);
    expect([done.code, done.stderr]).toEqual([2, expect.stringContaining('line 2 of the file: more than 65536 cells')]);
  });
});
