import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTurn, long } from '../shared.js';

const root = resolve(import.meta.dirname, '../..');

/** A fenced block of a page that is marked `run`, ```` ```js run ```` or ```` ```sh run ````, or with the file it is: ```` ```json file=job.json ````. */
interface Example {
  readonly name: string;
  readonly language: string;
  readonly source: string;
  /** The file that a reader writes it to; null for what is run. */
  readonly file: string | null;
  /** The block ```` ```text output ```` right after it; null without one. A line `...` stands for any lines. */
  readonly output: string | null;
  /** True for an example before the first section of its page. */
  readonly isFirst: boolean;
}

const pages = readdirSync(join(root, 'docs'))
  .filter((name) => name.endsWith('.md') && !/^(bench-|scale\.md)/.test(name))
  .map((name) => {
    const text = readFileSync(join(root, 'docs', name), 'utf8');
    return { name, text, examples: examplesOf(name, text) };
  });
/** Pages that a reader follows from top to bottom in one folder: what a block writes, the next ones read. */
const isFollowed = (name: string): boolean => /^(tutorial-|recipes|from-)/.test(name);

function examplesOf(page: string, text: string): Example[] {
  const section = text.search(/^## /m);
  const blocks = /^```(\w+) (?:run|file=(\S+))\n([\s\S]*?)^```$(?:\s*^```text output\n([\s\S]*?)^```$)?/gm;
  return [...text.matchAll(blocks)].map((match, i) => ({
    name: `${page} ${i + 1}`,
    language: match[1],
    file: match[2] ?? null,
    source: match[3],
    output: match[4] ?? null,
    isFirst: i === 0 && (section < 0 || match.index < section),
  }));
}

/** Examples of the quick form: the first one of a page, of a tenth of the pages each day. The long form, a step of CI of its own, runs all. */
const ofToday = inTurn(
  pages.flatMap(({ name, examples }) => (isFollowed(name) ? [] : examples.filter(({ isFirst }) => isFirst))),
  10,
);
const isRun = (example: Example): boolean => long || ofToday.includes(example);

/** Output of every example, by its name. */
const printed = new Map<string, string>();
let folder: string;

beforeAll(async () => {
  if (!existsSync(join(root, 'dist/cli/main.js'))) throw new Error('dist/ is not there: run "npm run build" first');
  folder = mkdtempSync(join(tmpdir(), 'kohort-docs-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/kohort'), 'dir');
  symlinkSync(join(root, 'scripts'), join(folder, 'scripts'), 'dir');
  for (const name of ['.bin', 'esbuild', '@duckdb'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  mkdirSync(join(folder, 'bin'));
  const command = `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'dist/cli/main.js')}' "$@"\n`;
  writeFileSync(join(folder, 'bin/kohort'), command, { mode: 0o755 });
  const alone = pages.filter(({ name }) => !isFollowed(name)).flatMap(({ examples }) => examples.filter(isRun));
  const commands = pages
    .filter(({ name }) => !isFollowed(name))
    .map(({ examples }) => examples.filter((example) => isRun(example) && example.language === 'sh'))
    .filter((examples) => examples.length > 0)
    .map((examples) => () => runCommands(examples));
  const modules = () => runModules(alone.filter(({ language }) => language === 'js'));
  const followed = pages
    .filter(({ name, examples }) => isFollowed(name) && examples.some(isRun))
    .map(
      ({ examples }) =>
        () =>
          follow(examples),
    );
  const waiting = [modules, ...followed, ...commands];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next();
  };
  await Promise.all([work(), work()]);
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program in a folder; gives what it printed, or throws with what it said. */
function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      cwd,
      env: {
        ...process.env,
        LC_ALL: 'C',
        npm_config_loglevel: 'error',
        PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', fail);
    child.on('close', (code) =>
      code === 0 ? done(stdout) : fail(new Error(`${args[0]} ended with ${code}: ${stderr.slice(-600)}`)),
    );
  });
}

/** Runs all modules in one process, one after the other. */
async function runModules(examples: readonly Example[]): Promise<void> {
  const files = examples.map(({ name, source }) => {
    const file = join(folder, `${name.replace(/\W+/g, '-')}.mjs`);
    writeFileSync(file, source);
    return file;
  });
  const program = `for (const file of ${JSON.stringify(files)}) { await import(file); process.stdout.write('\\0'); }`;
  const text = await run(process.execPath, ['--input-type=module', '--eval', program], folder);
  text.split('\0').forEach((each, i) => i < examples.length && printed.set(examples[i].name, each));
}

/** A new folder beside the packages, with the examples and the programs of the repository in it. */
function makeFolder(): string {
  const own = mkdtempSync(join(folder, 'sh-'));
  for (const name of ['examples', 'scripts']) symlinkSync(join(root, name), join(own, name), 'dir');
  return own;
}

/** Runs the commands of a page, one block after the other, in a folder of the page. */
async function runCommands(examples: readonly Example[]): Promise<void> {
  const own = makeFolder();
  for (const { name, source } of examples)
    printed.set(name, await run('bash', ['-euo', 'pipefail', '-c', source], own));
}

/** Does what a page says from top to bottom, in one folder. What commands say on stderr counts as printed, as on a terminal. */
async function follow(examples: readonly Example[]): Promise<void> {
  const own = makeFolder();
  for (const { name, language, source, file } of examples) {
    if (file !== null) {
      mkdirSync(join(own, file, '..'), { recursive: true });
      writeFileSync(join(own, file), source);
    } else if (language === 'sh') {
      const text = await run('bash', ['-euo', 'pipefail', '-c', `exec 2>&1\n${source}`], own);
      printed.set(name, text.replaceAll('\r\n', '\n')); // as a terminal shows it
    } else {
      printed.set(name, await run(process.execPath, ['--input-type=module', '--eval', source], own));
    }
  }
}

describe('the pages of docs/', () => {
  it.each(pages)('$name begins with what it is for', ({ text }) => {
    const [title, , first] = text.split('\n');
    expect(title).toMatch(/^# \S/);
    expect(first).toMatch(/^[^`#|\s]|^`[^`]/);
  });

  /** Lists of other pages and of tests. */
  const lists = ['README.md', 'guarantees.md'];
  const references = pages.filter(({ name }) => !lists.includes(name) && !isFollowed(name));
  it.each(references)('$name shows an example that runs before its first section', ({ examples }) => {
    expect(examples.map(({ isFirst }) => isFirst)[0]).toBe(true);
  });

  const followed = pages.filter(({ name }) => isFollowed(name));
  it.each(followed)('$name shows no command and no program but those that are run or written to a file', ({ text }) => {
    const blocks = [...text.matchAll(/^```(.+)\n/gm)].map(([, info]) => info);
    expect(blocks.filter((info) => !/^\w+ (run|file=\S+)$|^(text|java|r)\b/.test(info))).toEqual([]);
  });

  const shown = pages.flatMap(({ examples }) => examples).filter(({ output }) => output !== null);
  it.each(shown.filter(isRun))('$name prints what stands below it', ({ name, output }) => {
    const expected = (output as string)
      .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
      .replace(/^\\\.\\\.\\\.\n/gm, '(?:.*\\n)*');
    expect(printed.get(name)).toMatch(new RegExp(`^${expected}$`));
  });

  it('show nothing as an output but what an example before it prints', () => {
    const outputs = pages.flatMap(({ text }) => [...text.matchAll(/^```text output$/gm)]);
    expect(outputs.length).toBe(shown.length);
  });
});
