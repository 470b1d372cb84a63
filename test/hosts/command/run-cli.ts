import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, vi } from 'vitest';
import { runProgram } from '../../../src/hosts/command/program.js';

/** The command as `npm ci` leaves it. Its absence fails the tests: the build is part of the installation. */
export const main = process.env.KOHORT_CLI ?? resolve(import.meta.dirname, '../../../dist/cli/main.js');

if (!existsSync(main)) throw new Error(`${main} is not there: run npm run build first`);

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Limit after which a run counts as hanging: it is ended, with the exit code null, long before the test is. */
export const untilKilled = {
  timeout: process.env.KOHORT_LONG === '1' ? 900_000 : 120_000,
  killSignal: 'SIGKILL',
} as const;

/** Starts the command, with options of Node before it. */
export function start(
  args: readonly string[],
  cwd: string,
  node: readonly string[] = [],
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [...node, main, ...args], { cwd, stdio: 'pipe', ...untilKilled });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => undefined);
  const ended = new Promise<Ended>((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done({ code, stdout, stderr }));
  });
  return { child, ended };
}

/** Options of Node by which a command gets a signal, once, when it has written `line` lines of progress, at any speed of the machine. */
export function struckAt(line: number, signal: NodeJS.Signals): readonly string[] {
  const strike = signal === 'SIGKILL' ? `process.kill(process.pid, 'SIGKILL')` : `process.emit('${signal}')`;
  // A line of progress begins with these four characters; alone they remove it.
  return watching(`/^\\r\\u001b\\[K./.test(text) && ++lines === ${line}`, strike);
}

/** Has a command show its progress as on a terminal, and do something, once, right after a text for which `condition` holds. */
function watching(condition: string, strike: string): readonly string[] {
  const preload = `
    const { stderr } = process;
    Object.defineProperty(stderr, 'isTTY', { value: true });
    const write = stderr.write.bind(stderr);
    let lines = 0;
    let isStruck = false;
    stderr.write = (text, ...more) => {
      const isTaken = write(text, ...more);
      if (!isStruck && (${condition})) {
        isStruck = true;
        ${strike};
      }
      return isTaken;
    };`;
  return ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
}

/** Runs the command, which sends itself signals as soon as its progress line fits, whatever else the machine does; the line is not in `stderr`. */
export async function runUntil(
  progress: RegExp,
  signals: readonly NodeJS.Signals[],
  { args, cwd, stdin = '' }: { readonly args: readonly string[]; readonly cwd: string; readonly stdin?: string },
): Promise<Ended> {
  const strike = signals.map((signal) => `process.kill(process.pid, '${signal}')`).join('; ');
  const { child, ended } = start(args, cwd, watching(`${progress}.test(text)`, strike));
  child.stdin?.end(stdin);
  const { stderr, ...rest } = await ended;
  if (!progress.test(stderr)) throw new Error(`no line of progress like ${progress}: ${stderr}`);
  // A line of progress begins with these, and nothing ends it.
  return { ...rest, stderr: stderr.replace(/\r\u001b\[K[^\r\n]*(?=\r|$)|\r\u001b\[K/g, '') };
}

/** Runs the command to its end. */
export async function run(args: readonly string[], cwd: string, stdin = ''): Promise<Ended> {
  const { child, ended } = start(args, cwd);
  child.stdin?.end(stdin);
  return ended;
}

/** Runs the command in this process, without stdin: ten times faster. */
export async function runInside(args: readonly string[], cwd = process.cwd()): Promise<Ended> {
  const before = process.cwd();
  const texts = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk, encoding?: unknown, callback?: unknown) => {
      texts[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
      const done = typeof encoding === 'function' ? encoding : callback;
      if (typeof done === 'function') (done as () => void)();
      return true;
    }),
  );
  try {
    process.chdir(cwd);
    const code = await runProgram(args);
    return { code, ...texts };
  } finally {
    process.chdir(before);
    for (const spy of spies) spy.mockRestore();
  }
}

/** A folder of its own for the tests of a file or a `describe`, removed after them. */
export function makeFolder(): { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'kohort-cli-'));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return { path };
}
