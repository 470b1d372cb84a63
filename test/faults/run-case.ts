/** Runs a case with a fault, and judges what it left. */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../src/hosts/command/program.js';
import type { Armed, Fault, FaultKind } from './injector.js';
import { arm } from './injector.js';
import type { OutputCase } from './outputs.js';
import { secrets, writeInputs } from './outputs.js';
import { stillClock } from './still-clock.js';

/** Files and messages of a run. */
export interface Left {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Every file of the folder and of the folder for temporary ones, by its name. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Operations by their kinds, as far as they were counted. */
  readonly seen: ReadonlyMap<FaultKind, number>;
  readonly struck: boolean;
  /** Promises that were rejected and nobody waited for, and descriptors that stay open. */
  readonly stray: readonly string[];
}

/** Content of an output before the run. */
const older = Buffer.from('an older release\n');

/** A folder with the inputs of all cases, and the older outputs of one. */
export function makeCaseFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kohort-faults-'));
  writeInputs(folder);
  mkdirSync(join(folder, 'tmp'));
  return folder;
}

/** Puts the outputs of a case back to what they are before a run. */
function resetOutputs(folder: string, { files, prepare }: OutputCase, before: readonly string[]): void {
  for (const name of readdirSync(folder)) if (!before.includes(name)) rmSync(join(folder, name), { recursive: true });
  for (const name of files) writeFileSync(join(folder, name), older);
  prepare?.(folder);
  rmSync(join(folder, 'tmp'), { recursive: true, force: true });
  mkdirSync(join(folder, 'tmp'));
}

const inputNames = ['anatomy.json', 'city.csv', 'in-order.json', 'job.json', 'k-optimize.json', 'people.csv'];

function filesBelow(folder: string): Map<string, Buffer> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return new Map(
    found
      .map((each) => join(each.parentPath, each.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path)] as const),
  );
}

/** Files of other runs, by folder and command line. */
const made = new Map<string, ReadonlyMap<string, Buffer>>();

/** Puts files there that another run made, which is done once. */
async function bringMade(folder: string, output: OutputCase): Promise<void> {
  if (output.made === undefined) return;
  const { args, files } = output.made;
  const key = [folder, ...args].join('\n');
  if (!made.has(key)) {
    const code = await runProgram([...args, '--quiet']);
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
    made.set(key, new Map(files.map((name) => [name, readFileSync(join(folder, name))])));
    resetOutputs(folder, output, [...inputNames, 'tmp']);
  }
  for (const [name, bytes] of made.get(key)!) writeFileSync(join(folder, name), bytes);
}

/** Descriptors of this process that lead below the folder. */
function openBelow(folder: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(folder) ? [path.slice(folder.length + 1)] : [];
    } catch {
      return [];
    }
  });
}

/** Runs the command in this process, with a fault or counting its operations; the clock stands still, so that equal runs write equal bytes. */
export async function runWith(
  folder: string,
  output: OutputCase,
  engine: 'wasm' | 'js',
  fault: Fault | null | (() => Armed),
): Promise<Left> {
  resetOutputs(folder, output, [...inputNames, 'tmp']);
  const cwd = process.cwd();
  const { TMPDIR } = process.env;
  const texts = { stdout: '', stderr: '' };
  const writes = (['stdout', 'stderr'] as const).map((name) => {
    const { write } = process[name];
    process[name].write = ((chunk: string | Uint8Array, encoding?: unknown, callback?: unknown): boolean => {
      texts[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1');
      const done = typeof encoding === 'function' ? encoding : callback;
      if (typeof done === 'function') (done as () => void)();
      return true;
    }) as typeof write;
    return () => void (process[name].write = write);
  });
  const stray: string[] = [];
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (error) => stray.push(`unhandled: ${String(error)}`));
  const heardBefore = process.listeners('SIGTERM');
  const onSignal = (): void => {
    for (const each of process.listeners('SIGTERM')) if (!heardBefore.includes(each)) each('SIGTERM');
  };
  process.env.TMPDIR = join(folder, 'tmp');
  process.chdir(folder);
  const openBefore = openBelow(folder);
  const goOn = stillClock();
  await bringMade(folder, output);
  const armed = typeof fault === 'function' ? fault() : arm(fault === null ? null : { onSignal, ...fault }, folder);
  let code: number | null = null;
  try {
    code = await runProgram([...output.args, ...(output.withoutEngine === true ? [] : ['--engine', engine])]);
  } catch (error) {
    stray.push(`thrown: ${String(error)}`);
  } finally {
    armed.disarm();
    goOn();
    // A source that is let go of closes its file a little later.
    for (let wait = 0; wait < 50 && openBelow(folder).length > openBefore.length; wait++) {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await new Promise((resolve) => setImmediate(resolve));
    process.chdir(cwd);
    process.env.TMPDIR = TMPDIR ?? '';
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    process.removeAllListeners('unhandledRejection');
    for (const each of listeners) process.on('unhandledRejection', each);
    for (const undo of writes) undo();
  }
  for (const path of openBelow(folder).slice(openBefore.length)) stray.push(`open: ${path}`);
  const { seen, struck } = armed;
  return { code, ...texts, files: filesBelow(folder), seen, struck, stray };
}

/** Exit codes that a kind of fault may end with: 3 what is read, 4 the machine, 2 what may not be written or read. */
function codesOf({ kind, error }: Fault): readonly number[] {
  if (kind === 'signal') return [130];
  if (kind === 'statement') return [3, 4];
  if (kind === 'short read' || kind === 'short write') return [];
  if (['open', 'stat', 'read'].includes(kind)) return error === 'EACCES' ? [2, 3, 4] : [3, 4];
  return [4];
}

/**
 * Violations in the output of a run, as sentences; none where it is as promised: all requested outputs and nothing else, or an error that says so in
 * one line and the files as they were.
 *
 * @param whole - the same run without a fault
 */
export function judge(left: Left, whole: Left, output: OutputCase, fault: Fault): string[] {
  const wrong = [...left.stray];
  const { code, stderr, files } = left;
  if (secrets.test(stderr)) wrong.push('a cell on stderr');
  if (/^\s+at /m.test(stderr) || stderr.includes('UNEXPECTED')) wrong.push('a defect of ours on stderr');
  const differing = [...whole.files].filter(([name, bytes]) => files.get(name)?.equals(bytes) !== true);
  const unexpected = [...files.keys()].filter((name) => !whole.files.has(name));
  if (code === 0) {
    const isEarly = fault.kind === 'signal' && stderr.includes('STOPPED_EARLY');
    if (!isEarly) for (const [name] of differing) wrong.push(`exit 0, and ${name} is not what it is without a fault`);
    const { isSame = (a: string, b: string): boolean => a === b } = output;
    if (!isEarly && !isSame(left.stdout, whole.stdout))
      wrong.push('exit 0, and stdout is not what it is without a fault');
    // Doctor says of a folder in which it cannot remove its probe that it cannot be used.
    const isTold = fault.kind === 'unlink' && left.stdout.includes('"writable": false');
    if (!isTold) for (const name of unexpected) wrong.push(`exit 0, and ${name} is left`);
    return wrong;
  }
  // Files of the job count as the job.
  const isJob = code === 2 && /\[(JOB|HIERARCHY)_UNREADABLE\]/.test(stderr);
  if (code === null || !(isJob || codesOf(fault).includes(code))) wrong.push(`exit ${code}`);
  const lines = stderr.split('\n').filter((line) => /^kohort: (?!warning )/.test(line) && /\[[A-Z_]+\]$/.test(line));
  if (lines.length !== 1) wrong.push(`${lines.length} error lines`);
  const isNamed = (name: string): boolean =>
    [fault.kind, fault.then].includes('unlink') && stderr.includes(name.replace(/^tmp\//, ''));
  for (const name of unexpected) if (!isNamed(name)) wrong.push(`${name} is left`);
  const asked = output.files.filter((name) => !(output.beside ?? []).includes(name));
  const kept = asked.filter((name) => files.get(name)?.equals(older) === true);
  // Steps after the files may fail when all of these have their names already.
  const isWhole = (fault.kind === 'stdout' || /: all is written, but /.test(stderr)) && differing.length === 0;
  if (kept.length !== asked.length && !isWhole) {
    wrong.push(`not as before: ${asked.filter((name) => !kept.includes(name)).join(', ')}`);
  }
  for (const name of output.beside ?? []) {
    const bytes = files.get(name);
    if (bytes?.equals(older) !== true && bytes?.equals(whole.files.get(name)!) !== true)
      wrong.push(`${name} is neither old nor new`);
  }
  for (const name of [...inputNames, ...(output.made?.files ?? [])])
    if (files.get(name)?.equals(whole.files.get(name)!) !== true) wrong.push(`${name} changed`);
  return wrong;
}
