import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { censusColumns, censusRows } from '../../../scripts/census.mjs';
import { demoJob } from '../../../scripts/demo-job.mjs';
import { everybody, jobOf, people } from '../../../scripts/draw-algorithms.mjs';
import { algorithmNames } from '../../registry.js';
import { inTurn } from '../../shared.js';
import { installPacked } from '../../package/packed.js';
import type { Packed } from '../../package/packed.js';

const root = resolve(import.meta.dirname, '../../..');

/** A program of KOHORT_DENO or KOHORT_BUN, or of the PATH; null where there is none. */
function find(name: 'deno' | 'bun'): string | null {
  const named = process.env[`KOHORT_${name.toUpperCase()}`];
  const path = named ?? name;
  const asked = spawnSync(path, ['--version'], { encoding: 'utf8' });
  if (asked.status === 0) return path;
  if (named !== undefined) throw new Error(`KOHORT_${name.toUpperCase()}: ${named} does not run`);
  console.warn(`SKIPPED: tests in ${name}: it is not on the PATH, and KOHORT_${name.toUpperCase()} does not name it.`);
  return null;
}

/** Commands of each that run a file of the folder, and the installed command of the package. */
interface Runtime {
  readonly name: 'Node' | 'Deno' | 'Bun';
  readonly run: readonly string[];
  readonly command: readonly string[];
}
const main = 'node_modules/kohort/dist/cli/main.js';
const [deno, bun] = [find('deno'), find('bun')];
const node: Runtime = { name: 'Node', run: [process.execPath], command: [process.execPath, main] };
const others: Runtime[] = [
  ...(deno === null
    ? []
    : [{ name: 'Deno' as const, run: [deno, 'run', '-A'], command: [deno, 'run', '-A', 'npm:kohort'] }]),
  ...(bun === null ? [] : [{ name: 'Bun' as const, run: [bun], command: [bun, 'x', '--bun', 'kohort'] }]),
];

let packed: Packed | undefined;
let folder = '';

beforeAll(() => {
  if (others.length === 0) return;
  packed = installPacked();
  ({ folder } = packed);
  for (const name of ['hyparquet', 'hyparquet-writer', 'apache-arrow', 'lossless-json', '@duckdb'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'dir');
  mkdirSync(join(folder, 'node_modules/.bin'));
  chmodSync(join(folder, main), 0o755);
  symlinkSync(join(folder, main), join(folder, 'node_modules/.bin/kohort'));
  const rows = [...censusRows(800, 1)];
  const census = rows.map((row) => Object.fromEntries(row.map((cell, i) => [censusColumns[i], cell])));
  const jobs = Object.fromEntries(algorithmNames.map((name) => [name, jobOf(name)]));
  const files = {
    'package.json': JSON.stringify({ type: 'module', dependencies: { kohort: '*' } }),
    'program.mjs': readFileSync(join(import.meta.dirname, 'program.mjs'), 'utf8'),
    'worker.mjs': "import 'kohort/worker';\n",
    'people.csv': [censusColumns, ...rows].map((row) => `${row.join(',')}\n`).join(''),
    'people.ndjson': census.map((row) => `${JSON.stringify(row)}\n`).join(''),
    'job.json': JSON.stringify(demoJob),
    'given.json': JSON.stringify({ jobs, people, everybody, census, censusJob: demoJob }),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});
afterAll(() => packed?.remove());

interface Ended {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

function run([program, ...args]: readonly string[], cwd: string, stdin = ''): Promise<Ended> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, NO_COLOR: '1' } });
    const stdout: Buffer[] = [];
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', fail);
    child.on('close', (code) => done({ code, stdout: Buffer.concat(stdout), stderr }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
  });
}

/** Results of Node by request: made once for all others. */
const ofNode = new Map<string, Promise<unknown>>();
function once<Done>(asked: string, work: () => Promise<Done>): Promise<Done> {
  const done = (ofNode.get(asked) as Promise<Done> | undefined) ?? work();
  ofNode.set(asked, done);
  return done;
}

/** Output of a program of the folder, as JSON. */
async function printed({ run: how }: Runtime, ...args: string[]): Promise<Record<string, Record<string, unknown>>> {
  const { code, stdout, stderr } = await run([...how, ...args], folder);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout.toString()) as Record<string, Record<string, unknown>>;
}

/** Commands whose files, or whose output, are the same in every host. */
const commands: readonly { readonly args: string; readonly out?: string; readonly stdin?: boolean }[] = [
  { args: 'anonymize people.csv --job job.json --seed 3 --quiet --out', out: 'release.csv' },
  {
    args: 'anonymize people.csv --job job.json --seed 3 --quiet --two-pass --threads 2 --engine js --out',
    out: 'two-pass.csv',
  },
  { args: 'anonymize people.csv --job job.json --seed 3 --quiet --out', out: 'release.arrow' },
  { args: 'anonymize people.csv --job job.json --seed 3 --quiet --out', out: 'release.parquet' },
  { args: 'anonymize - --job job.json --seed 3 --quiet', stdin: true },
  { args: 'anonymize people.ndjson --k 5 --seed 3 --quiet --out', out: 'from-lines.csv' },
  { args: 'audit release.parquet --job job.json --original people.csv' },
  { args: 'inspect people.ndjson --json' },
  { args: 'init people.csv --yes --quiet --out', out: 'proposed.json' },
  { args: 'anonymize people.csv --job job.json --k 5' },
  { args: 'anonymize none.csv --k 5' },
];

async function runCommand({ command }: Runtime, { args, out, stdin }: (typeof commands)[number]): Promise<unknown> {
  const given = stdin === true ? readFileSync(join(folder, 'people.csv'), 'utf8') : '';
  const { code, stdout, stderr } = await run(
    [...command, ...args.split(' '), ...(out === undefined ? [] : [out])],
    folder,
    given,
  );
  const bytes = out === undefined ? stdout : code === 0 ? readFileSync(join(folder, out)) : 'none';
  return { code, stderr, text: bytes.toString('latin1') };
}

/** The pieces of docs/recipes.md, by the file that they are. */
const recipes = Object.fromEntries(
  [...readFileSync(join(root, 'docs/recipes.md'), 'utf8').matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)].map(
    ([, file, text]) => [file, text],
  ),
);

/** A folder inside the other, with the pieces of the recipes that a host needs, their table and their job. */
async function makeRecipes(name: string): Promise<string> {
  const own = join(folder, `recipes-${name}`);
  mkdirSync(own);
  for (const file of ['shared.mjs', 'handler.mjs', 'server.mjs', `${name}.ts`])
    writeFileSync(join(own, file), recipes[file]);
  const { csv, job } = (await import(pathToFileURL(join(own, 'shared.mjs')).href)) as { csv: string; job: unknown };
  writeFileSync(join(own, 'people.csv'), csv);
  writeFileSync(join(own, 'job.json'), JSON.stringify(job));
  return own;
}

/** Starts a server that says its address, sends it a table, and ends it. */
async function ask([program, ...args]: readonly string[], cwd: string, body: string): Promise<[number, string]> {
  const child = spawn(program, args, { cwd, env: { ...process.env, NO_COLOR: '1' } });
  try {
    const address = await new Promise<string>((done, fail) => {
      let said = '';
      const look = (text: string): void => {
        said += text;
        const found = /http:\/\/[\w.]+:\d+/.exec(said);
        if (found !== null) done(found[0]);
      };
      child.stdout.setEncoding('utf8').on('data', look);
      child.stderr.setEncoding('utf8').on('data', look);
      child.on('close', () => fail(new Error(`it ended: ${said}`)));
    });
    const answer = await fetch(address, { method: 'POST', body });
    return [answer.status, await answer.text()];
  } finally {
    child.kill();
  }
}

describe.each(inTurn(others, 2))('in $name', (runtime) => {
  it.each(['kohort', 'kohort/js'])(
    '%s gives what it gives in Node: algorithms, readers, threads, worker',
    async (entry) => {
      const expected = await once(entry, () => printed(node, 'program.mjs', entry));
      const seen = await printed(runtime, 'program.mjs', entry);
      expect(Object.keys(seen.algorithms)).toEqual(algorithmNames);
      for (const name of algorithmNames) expect(seen.algorithms[name], name).toEqual(expected.algorithms[name]);
      expect(seen.parts).toEqual(expected.parts);
      expect(seen.worker).toEqual(expected.worker);
    },
  );

  it('the command writes and says what it does in Node', async () => {
    for (const command of commands) {
      const expected = await once(command.args + command.out, () => runCommand(node, command));
      expect(await runCommand(runtime, command), command.args).toEqual(expected);
    }
  });

  it('the command reads a table through DuckDB, whose rows have no order', async () => {
    const command = { args: 'anonymize duckdb:people.csv --job job.json --quiet --out', out: 'from-duckdb.csv' };
    const sorted = async (each: Runtime): Promise<string[]> => {
      expect(await runCommand(each, command)).toMatchObject({ code: 0, stderr: '' });
      return readFileSync(join(folder, command.out), 'utf8').split('\n').sort();
    };
    expect(await sorted(runtime)).toEqual(await sorted(node));
  });

  it('the doctor names the host', async () => {
    const { stdout } = await run([...runtime.command, 'doctor', '--json'], folder);
    const own = await run([runtime.run[0], '--version'], folder);
    const { host } = JSON.parse(stdout.toString()) as { host: { name: string; version: string } };
    expect(host.name).toBe(runtime.name);
    expect(own.stdout.toString()).toContain(host.version);
  });

  it('the recipes run as they stand', async () => {
    const name = runtime.name.toLowerCase();
    const own = await makeRecipes(name);
    const [script, command, server] = recipes[`${name}.sh`]
      .trim()
      .split('\n')
      .map((line) => line.split(' '));
    const inPlace = ([program, ...words]: string[]): string[] => [
      runtime.run[0],
      ...(program === 'bunx' ? ['x'] : []), // `bunx` is `bun x`
      ...words.map((word) => word.replace('8000', '0')),
    ];
    const done = await run(inPlace(script), own);
    expect([done.stderr, done.stdout.toString()]).toEqual(['', '40 rows in 8 classes\n']);
    expect((await run(inPlace(command), own)).code).toBe(0);
    const sorted = (text: string): string[] => text.split('\n').sort();
    const release = sorted(readFileSync(join(own, 'release.csv'), 'utf8'));
    expect(sorted(readFileSync(join(own, 'by-command.csv'), 'utf8'))).toEqual(release);
    const [status, body] = await ask(inPlace(server), own, readFileSync(join(own, 'people.csv'), 'utf8'));
    expect([status, sorted(body)]).toEqual([200, release]);
    expect(await ask(inPlace(server), own, 'age,zip\n1,2\n')).toEqual([400, expect.stringContaining('UNKNOWN_COLUMN')]);
  });
});

const absent = ['Deno', 'Bun'].filter((name) => !others.some((other) => other.name === name));
if (absent.length > 0) {
  console.log(`runtimes: left out, not installed here (KOHORT_DENO, KOHORT_BUN): ${absent.join(' and ')}`);
  const reason = 'not on the PATH, and KOHORT_DENO or KOHORT_BUN does not name it';
  it(`${absent.join(' and ')} as Node`, ({ skip }) => skip(reason));
}
