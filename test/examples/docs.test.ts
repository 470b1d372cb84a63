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

const root = resolve(import.meta.dirname, '../..');

/** A fenced block of a page that is marked `run`: ```` ```js run ```` or ```` ```sh run ````. */
interface Example {
  readonly name: string;
  readonly language: 'js' | 'sh';
  readonly source: string;
  /** What stands in the block ```` ```text output ```` right after it; null without one. A line `...` stands for any lines. */
  readonly output: string | null;
  /** It stands before the first section of its page. */
  readonly isFirst: boolean;
}

const pages = readdirSync(join(root, 'docs'))
  .filter((name) => name.endsWith('.md') && !name.startsWith('bench-'))
  .map((name) => ({ name, examples: examplesOf(name, readFileSync(join(root, 'docs', name), 'utf8')) }));

function examplesOf(page: string, text: string): Example[] {
  const section = text.search(/^## /m);
  const blocks = /^```(js|sh) run\n([\s\S]*?)^```$(?:\s*^```text output\n([\s\S]*?)^```$)?/gm;
  return [...text.matchAll(blocks)].map((match, i) => ({
    name: `${page} ${i + 1}`,
    language: match[1] as Example['language'],
    source: match[2],
    output: match[3] ?? null,
    isFirst: i === 0 && (section < 0 || match.index < section),
  }));
}

/** What every example printed, by its name. */
const printed = new Map<string, string>();
let folder: string;

beforeAll(async () => {
  if (!existsSync(join(root, 'dist/cli/main.js'))) throw new Error('dist/ is not there: run "npm run build" first');
  folder = mkdtempSync(join(tmpdir(), 'kohort-docs-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/kohort'), 'dir');
  const all = pages.flatMap(({ examples }) => examples);
  const commands = all.filter(({ language }) => language === 'sh').map((example) => () => runCommands(example));
  const modules = () => runModules(all.filter(({ language }) => language === 'js'));
  const waiting = [modules, ...commands];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next();
  };
  await Promise.all([work(), work()]);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program in a folder; gives what it printed, or throws with what it said. */
function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, LC_ALL: 'C' },
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

/** Runs commands in a folder of their own, beside the examples of the repository, `kohort` being the built command. */
async function runCommands({ name, source }: Example): Promise<void> {
  const own = mkdtempSync(join(folder, 'sh-'));
  symlinkSync(join(root, 'examples'), join(own, 'examples'), 'dir');
  const command = `kohort() { '${process.execPath}' '${join(root, 'dist/cli/main.js')}' "$@"; }\n`;
  printed.set(name, await run('bash', ['-euo', 'pipefail', '-c', command + source], own));
}

describe('the pages of docs/', () => {
  it.each(pages)('$name begins with what it is for and an example that runs', ({ name, examples }) => {
    const [title, , first] = readFileSync(join(root, 'docs', name), 'utf8').split('\n');
    expect(title).toMatch(/^# \S/);
    expect(first).toMatch(/^[^`#|\s]|^`[^`]/);
    expect(examples.map(({ isFirst }) => isFirst)[0]).toBe(true);
  });

  const shown = pages.flatMap(({ examples }) => examples).filter(({ output }) => output !== null);
  it.each(shown)('$name prints what stands below it', ({ name, output }) => {
    const expected = (output as string)
      .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
      .replace(/^\\\.\\\.\\\.\n/gm, '(?:.*\\n)*');
    expect(printed.get(name)).toMatch(new RegExp(`^${expected}$`));
  });

  it('show nothing as an output but what an example before it prints', () => {
    const outputs = pages.flatMap(({ name }) => [
      ...readFileSync(join(root, 'docs', name), 'utf8').matchAll(/^```text output$/gm),
    ]);
    expect(outputs.length).toBe(shown.length);
  });
});
