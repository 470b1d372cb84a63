/** The command as a process of its own that is interrupted twice while its files get their names: all of them get theirs, or none. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main, makeFolder, untilKilled } from '../hosts/command/run-cli.js';
import { long } from '../shared.js';
import { writeInputs } from './outputs.js';

const folder = makeFolder();
const here = join(folder.path, 'here');
const outputs = ['out.csv', 'out.html', 'certificate.json'];

/** Loaded before the command: two signals, and nothing else for a while, before or after the n-th renaming or second name. */
const preload = join(folder.path, 'interrupt.mjs');
writeFileSync(
  preload,
  `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { AT, WHEN } = process.env;
let seen = 0;
const interrupt = async () => {
  for (let i = 0; i < 2; i++) process.emit('SIGINT');
  await new Promise((resolve) => setTimeout(resolve, 20));
};
for (const name of ['rename', 'link']) {
  const real = fs.promises[name];
  fs.promises[name] = async (...args) => {
    const isMeant = ++seen === Number(AT);
    if (isMeant) fs.writeFileSync('../struck', '');
    if (isMeant && WHEN === 'before') await interrupt();
    await real(...args);
    if (isMeant && WHEN === 'after') await interrupt();
  };
}
syncBuiltinESMExports();
`,
);

describe('files that get their names', () => {
  // promise: whole-file-or-none
  it('all get them, or none, when a second Ctrl-C comes', { timeout: 600_000 }, () => {
    let points = 0;
    for (const when of long ? ['before', 'after'] : ['after']) {
      for (let at = 1; ; at += long ? 1 : 3) {
        rmSync(here, { recursive: true, force: true });
        rmSync(join(folder.path, 'struck'), { force: true });
        mkdirSync(here);
        writeInputs(here);
        for (const name of outputs) writeFileSync(join(here, name), 'older');
        const args = ['anonymize', 'people.csv', '--job', 'job.json', '--quiet', '--seed', '7'];
        const beside = ['--out', 'out.csv', '--report', 'out.html', '--certificate', 'certificate.json'];
        const done = spawnSync(process.execPath, ['--import', preload, main, ...args, ...beside], {
          cwd: here,
          encoding: 'utf8',
          env: { ...process.env, AT: String(at), WHEN: when },
          ...untilKilled,
        });
        const isNew = outputs.map((name) => readFileSync(join(here, name), 'utf8') !== 'older');
        const left = readdirSync(here).filter((name) => name.includes('tmp'));
        if (!readdirSync(folder.path).includes('struck')) break;
        points++;
        expect([when, at, new Set(isNew).size, left]).toEqual([when, at, 1, []]);
        expect([when, at, done.stderr, [0, 130]]).toEqual([
          when,
          at,
          '',
          expect.arrayContaining([done.status]) as number[],
        ]);
        if (done.status === 0) expect(isNew).toEqual([true, true, true]);
      }
    }
    expect(points).toBeGreaterThan(long ? 4 : 1);
  });
});
