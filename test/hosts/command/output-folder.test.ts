import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { long, inTurn } from '../../shared.js';
import { main, makeFolder } from './run-cli.js';

/** Root may write everywhere: it runs the command as nobody. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const quasi = { role: 'quasi-identifier' };
const job = {
  attributes: { a: quasi, b: quasi, c: { role: 'sensitive' } },
  privacy: [
    { model: 'k-anonymity', k: 2 },
    { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'c' },
  ],
  algorithm: 'mondrian',
};
const rows = Array.from({ length: 100_000 }, (_, i) => `${i % 70},${i % 50},x${i % 3}`).join('\n');
const text = `a,b,c\n${rows}\n`;

type Harm = (folder: string) => void;
const harms: readonly (readonly [name: string, harm: Harm, code: string])[] = [
  ['removed', (folder) => rmSync(folder, { recursive: true }), 'ENOENT'],
  ['made read-only', (folder) => chmodSync(folder, 0o555), 'EACCES'],
  [
    'replaced by a file',
    (folder) => {
      rmSync(folder, { recursive: true });
      writeFileSync(folder, 'other');
    },
    'ENOTDIR',
  ],
];
const outputs: readonly (readonly string[])[] = [
  ['--out', 'out/r.csv'],
  ['--out', 'out/r.csv.gz'],
  ['--out', 'out/r.csv', '--report', 'out/r.html', '--certificate', 'out/c.json'],
];

/** The last one writes several files. */
const drawn = long ? outputs : outputs.slice(-1);

describe('an output folder that goes away during the run', () => {
  const folder = makeFolder();
  let runs = 0;
  // A copy of the package that the user `nobody` may read.
  const own = join(folder.path, 'package');
  beforeAll(() => {
    chmodSync(folder.path, 0o755);
    cpSync(resolve(main, '../..'), join(own, 'dist'), { recursive: true });
    cpSync(resolve(main, '../../../package.json'), join(own, 'package.json'));
  });

  /** Runs the command in a folder of its own; `harm` comes while it waits for its input, or when its first file appears. */
  async function runWith(args: readonly string[], harm: Harm, moment: 'before' | 'while') {
    const here = join(folder.path, String(runs++));
    const out = join(here, 'out');
    mkdirSync(out, { recursive: true });
    if (nobody.uid !== undefined) chownSync(out, nobody.uid, nobody.gid);
    writeFileSync(join(out, 'older.txt'), 'older');
    writeFileSync(join(here, 'job.json'), JSON.stringify(job));
    const child = spawn(
      process.execPath,
      [join(own, 'dist/cli/main.js'), 'anonymize', '-', '--job', 'job.json', ...args],
      {
        cwd: here,
        env: { ...process.env, HOME: here },
        ...nobody,
      },
    );
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => said.push(String(bytes)));
    // The command may end before it has read all.
    child.stdin.on('error', () => undefined);
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    if (moment === 'while') {
      const watcher = watch(out, () => {
        watcher.close();
        harm(out);
      });
      child.stdin.end(text);
      const code = await ended;
      watcher.close();
      return { code, said: said.join(''), out };
    }
    // More than a socket holds: when it is taken, the command reads.
    await new Promise<void>((resolve) => child.stdin.write(text.slice(0, 700_000), () => resolve()));
    harm(out);
    child.stdin.end(text.slice(700_000));
    return { code: await ended, said: said.join(''), out };
  }

  const namesIn = (out: string): string[] => {
    try {
      return readdirSync(out);
    } catch {
      return [];
    }
  };

  it.each(inTurn(harms, 3))(
    'is reported in one line with exit code 4, and nothing is left: %s',
    async (_, harm, reason) => {
      for (const args of drawn) {
        const { code, said, out } = await runWith(args, harm, 'before');
        expect({ code, said }).toEqual({
          code: 4,
          said: expect.stringMatching(
            new RegExp(`^kohort: out/r[.\\w]+: cannot be written \\(${reason}\\) \\[OUTPUT_FAILED\\]\\n$`),
          ) as string,
        });
        expect(namesIn(out).filter((name) => name !== 'older.txt')).toEqual([]);
      }
    },
  );

  it.each(inTurn(harms, 3))(
    'leaves nothing half-written, or names it, when it is %s while files are written',
    async (_, harm) => {
      for (const args of drawn) {
        const { code, said, out } = await runWith(args, harm, 'while');
        const left = namesIn(out).filter((name) => name !== 'older.txt');
        expect(said).not.toMatch(/\n\s+at /);
        if (code === 0) {
          // The harm came too late: all of it, or the folder with it is gone.
          expect([0, args.length / 2]).toContain(left.length);
          continue;
        }
        expect({ args, code, said }).toEqual({
          args,
          code: 4,
          said: expect.stringMatching(/^kohort: [^\n]*\n$/) as string,
        });
        // Files that cannot be removed any more are named.
        for (const name of left) expect(said).toContain(name);
        for (const name of left) expect(name).not.toMatch(/^(?:r|c)\.[.\w]+$/);
        if (left.length > 0) expect(readFileSync(join(out, 'older.txt'), 'utf8')).toBe('older');
      }
    },
  );
});
