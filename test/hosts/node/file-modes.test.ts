import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkOutputTarget } from '../../../src/hosts/node/output-target.js';
import { writeOutput } from '../../../src/hosts/node/write-output.js';
import { makeFolder } from '../command/run-cli.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);
const modeOf = (path: string): number => statSync(path).mode & 0o777;
const bytes = [Buffer.from('a\n1\n')];

describe.runIf(process.platform !== 'win32')('the permissions of a file', () => {
  it.each([0o600, 0o640, 0o664])('stay when it is replaced: %o', async (mode) => {
    writeFileSync(at('old'), 'old');
    chmodSync(at('old'), mode);
    await writeOutput(at('old'), bytes);
    expect([modeOf(at('old')), readFileSync(at('old'), 'utf8')]).toEqual([mode, 'a\n1\n']);
  });

  it('are those of its owner alone until it is confirmed, then those of the umask', async () => {
    let before = 0;
    const beforePublish = async (path: string): Promise<void> => {
      before = modeOf(path);
      await Promise.resolve();
    };
    await writeOutput(at('new'), bytes, { beforePublish });
    expect([before, modeOf(at('new'))]).toEqual([0o600, 0o666 & ~process.umask()]);
    await writeOutput(at('secret'), bytes, { mode: 0o600 });
    expect(modeOf(at('secret'))).toBe(0o600);
  });

  it('are asked: one that may not be written is not replaced', async () => {
    writeFileSync(at('kept'), 'old');
    chmodSync(at('kept'), 0o444);
    const checked = checkOutputTarget('--out', at('kept'));
    await expect(checked).rejects.toMatchObject({ code: 'OUTPUT_NOT_WRITABLE', exitCode: 2 });
    expect(existsSync(at('kept'))).toBe(true);
  });
});

describe('a file that is not there yet', () => {
  it('is written once: as --checkpoint it is none of the others, however it is spelled', async () => {
    const spelled = [
      at('release.csv'),
      join(folder.path, '.', 'x', '..', 'release.csv'),
      `${folder.path}//release.csv`,
    ];
    for (const path of spelled) {
      const checked = checkOutputTarget('--checkpoint', path, '-', at('people.csv'), at('release.csv'));
      await expect(checked).rejects.toMatchObject({ code: 'SAME_FILE', exitCode: 2 });
    }
    await checkOutputTarget(
      '--checkpoint',
      at('release.state'),
      at('release.csv'),
      join(folder.path, 'x', 'release.state'),
    );
  });
});
