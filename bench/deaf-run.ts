import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { collect } from './scale-input.js';

/** A stretch without an event. */
export interface Gap {
  readonly milliseconds: number;
  /** The deepest functions that it passed through, and those that most of it was spent in. */
  readonly where: string;
}

/** Report of the probe at the end of the process. CPU time in seconds, of the main thread; memory in MiB. */
export interface Heard {
  readonly cpu: number;
  readonly memory: number;
  readonly gaps: readonly Gap[];
}

const programs = resolve('build/deaf');

/** The command with its threads and the probe, with the names of its functions. */
export async function buildPrograms(): Promise<void> {
  await build({
    entryPoints: {
      main: 'src/hosts/command/main.ts',
      'node-worker': 'src/hosts/node/threads/node-worker.ts',
      'count-worker': 'src/hosts/node/count-worker.ts',
      'reading-worker': 'src/hosts/node/reading/reading-worker.ts',
      probe: 'bench/deaf-probe.ts',
    },
    outdir: programs,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: ['node20'],
    packages: 'external',
    logLevel: 'warning',
  });
}

/** A run of the command. */
export interface Run {
  readonly code: number | null;
  readonly heard: Heard;
  readonly seconds: number;
  /** Seconds of CPU time of the main thread and of the clock from the signal to the end. */
  readonly late: { readonly cpu: number; readonly wall: number } | null;
  readonly output: string;
  readonly errors: string;
}

/** CPU seconds of a process' main thread, or null when it has ended. */
function cpuOf(pid: number): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ')[0]) / 1e9;
  } catch {
    return null;
  }
}

/** Runs the command, and sends SIGHUP, which ends every search without a result, after `endAt` CPU seconds of its main thread. */
export async function run(asked: readonly string[], endAt = Infinity): Promise<Run> {
  const started = performance.now();
  const main = join(programs, 'main.js');
  const child = spawn(process.execPath, ['--import', join(programs, 'probe.js'), main, ...asked], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  let sent: { cpu: number; at: number } | null = null;
  const watcher = setInterval(() => {
    const cpu = cpuOf(child.pid!);
    if (sent !== null || cpu === null || cpu < endAt) return;
    sent = { cpu, at: performance.now() };
    child.kill('SIGHUP');
  }, 5);
  const texts = Promise.all([
    collect(child.stdout!),
    collect(child.stderr!),
    collect(child.stdio[3] as NodeJS.ReadableStream),
  ]);
  let exited = 0;
  child.on('exit', () => (exited = performance.now()));
  const code = await new Promise<number | null>((done) => child.on('close', done));
  clearInterval(watcher);
  const [output, errors, told] = await texts;
  const heard = told === '' ? { cpu: 0, memory: 0, gaps: [] } : (JSON.parse(told) as Heard);
  const end = sent as { cpu: number; at: number } | null;
  const late = end === null || told === '' ? null : { cpu: heard.cpu - end.cpu, wall: (exited - end.at) / 1000 };
  return { code, heard, seconds: (exited - started) / 1000, late, output, errors };
}

/** The places of the longest gaps, the longest first, one a line. */
export function placesOf(gaps: readonly Gap[]): string[] {
  const long = new Map<string, number>();
  for (const { milliseconds, where } of gaps) {
    if (where !== '') long.set(where, Math.max(long.get(where) ?? 0, milliseconds));
  }
  const places = [...long].sort((a, b) => b[1] - a[1]).slice(0, 8);
  return places.map(([where, milliseconds]) => `    ${milliseconds.toFixed(0).padStart(5)} ms  ${where}`);
}
