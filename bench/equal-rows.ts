/**
 * Peak memory and CPU of runs on a table and on the same rows four times: what is counted by distinct rows needs no more for them, what keeps
 * every row needs four times its codes. Each run is a process of its own.
 *
 *   npm run bench -- equal-rows [--rows 250000] [--times 4] [--only mondrian,optimal-lattice] [--engine wasm] [--smoke]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { censusColumns, censusRows } from '../scripts/census.mjs';
import { demoJob } from '../scripts/demo-job.mjs';
import { args, option } from './command-line.js';
import { makeNow } from './made.js';

const smoke = args.includes('--smoke');
const rows = Number(option('rows', smoke ? '2000' : '250000'));
const times = Number(option('times', '4'));
const folder = resolve('build/bench/equal-rows');
const main = resolve('dist/cli/main.js');
/** Prints CPU seconds and the peak of the process of its own: that of `resourceUsage` begins with that of this process. */
const watch = `data:text/javascript,${encodeURIComponent(
  'import fs from "node:fs";process.on("exit",()=>{const {user,system}=process.cpuUsage();const peak=/VmHWM:\\s+(\\d+)/.exec(fs.readFileSync("/proc/self/status","utf8"))[1];fs.writeSync(2,`\\nfigures ${(user+system)/1e6} ${peak/1024}\\n`)})',
)}`;

interface Figures {
  readonly cpu: number;
  readonly memory: number;
  readonly released: string;
}

/** The first rows of the census `repeats` times, each time in the order of the file. */
function fileOf(repeats: number): string {
  const path = join(folder, `${rows}-${repeats}.csv`);
  if (existsSync(path)) return path;
  const lines = [...(censusRows(rows, 1) as Iterable<unknown[]>)].map((row) => `${row.join(',')}\n`).join('');
  writeFileSync(path, `${censusColumns.join(',')}\n${lines.repeat(repeats)}`);
  return path;
}

function run(file: string, algorithm: string, more: readonly string[]): Figures {
  const job = join(folder, 'job.json');
  const out = join(folder, 'out.csv');
  writeFileSync(job, JSON.stringify({ ...(demoJob as object), algorithm }));
  const asked = ['anonymize', file, '--job', job, '--out', out, '--engine', option('engine', 'wasm'), '--threads', '1', ...more]; // prettier-ignore
  const { status, stderr } = spawnSync(process.execPath, ['--import', watch, main, ...asked], { encoding: 'utf8' });
  const found = /^figures (\S+) (\S+)$/m.exec(stderr);
  if (status !== 0 || found === null) throw new Error(`${asked.join(' ')}: ${stderr.slice(-300)}`);
  return { cpu: Number(found[1]), memory: Number(found[2]), released: readFileSync(out, 'utf8').split('\n', 1)[0] };
}

const line = (cells: readonly (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`);

mkdirSync(folder, { recursive: true });
if (!existsSync(main)) throw new Error(`${main} is not there: run npm run build first`);
console.log(`${cpus()[0]?.model}, Node ${process.version}, ${makeNow().commit}, ${rows} rows, and ${times} times each`);
line(['algorithm', 'read', `MiB, ${rows} rows`, `MiB, ${times * rows}`, 'ratio', 'CPU s', `CPU s, ${times} times`, 'ratio']); // prettier-ignore
line(Array<string>(8).fill('---'));
for (const algorithm of option('only', smoke ? 'mondrian' : 'mondrian,optimal-lattice').split(',')) {
  for (const more of [[], ['--two-pass']]) {
    const [one, many] = [run(fileOf(1), algorithm, more), run(fileOf(times), algorithm, more)];
    if (one.released !== many.released) throw new Error(`${algorithm}: the releases have other columns`);
    const read = more.length === 0 ? 'kept' : 'counted';
    line([algorithm, read, one.memory.toFixed(0), many.memory.toFixed(0), (many.memory / one.memory).toFixed(2), one.cpu.toFixed(2), many.cpu.toFixed(2), (many.cpu / one.cpu).toFixed(2)]); // prettier-ignore
  }
}
