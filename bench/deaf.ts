/**
 * Measures how long a run is deaf: every algorithm, and every other command that computes, by the real command in a process of its own,
 * whose event loop is watched. For each of them the longest stretches without an event, in CPU time of the main thread, which the load of the machine
 * does not change; from SIGHUP at parts of the run to its end; and past a time limit, for searches that keep one.
 *
 *   npm run bench -- deaf [--rows 200000] [--only mondrian,anatomy,audit] [--tables census] [--engine wasm] [--at 0.1,0.3,0.5,0.7,0.9] [--limits 1,3]
 *                         [--longest 10]
 *                         [--more '--report x.html'] [--allowed 200] [--smoke]
 *
 * `--at ''` and `--limits ''` leave those out. `--longest`: the time limit of whole runs of anytime searches. `--more` is passed on to the command. Ends with 1 when a stretch is longer than `--allowed` milliseconds. Linux alone.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { algorithms } from '../src/algorithms/list.js';
import { args, option } from './command-line.js';
import { COMMANDS, measuredCommands } from './deaf-commands.js';
import { buildPrograms, placesOf, run } from './deaf-run.js';
import { commandLine } from './scale-input.js';
import { tablesOf } from './scale-jobs.js';
import { TABLES, type TableName } from './scale-tables.js';

const smoke = args.includes('--smoke');
const rows = Number(option('rows', smoke ? '2000' : '200000'));
const allowed = Number(option('allowed', '200'));
const numbers = (name: string, fallback: string): number[] =>
  option(name, fallback)
    .split(',')
    .filter((text) => text !== '')
    .map(Number);
const parts = numbers('at', smoke ? '0.5' : '0.1,0.3,0.5,0.7,0.9');
const limits = numbers('limits', smoke ? '0.1' : '1,3');
const more = option('more', '')
  .split(' ')
  .filter((text) => text !== '');
const longest = option('longest', '10');
const engine = option('engine', 'wasm');
const folder = resolve('build/scale');
const release = join(folder, 'deaf.csv');

let isWell = true;
const figure = (milliseconds: number): string => `${milliseconds.toFixed(0)}${milliseconds > allowed ? ' !' : ''}`;

interface Line {
  readonly name: string;
  readonly worst: number;
  readonly text: string;
}

/** One algorithm on one table: whole, ended at parts of it, and with time limits. */
async function measure(name: string, table: TableName): Promise<Line> {
  const asked = [...commandLine(folder, name, table, rows), '--engine', engine, '--out', release, ...more];
  rmSync(release, { force: true });
  const { anytime = false } = algorithms.find((algorithm) => algorithm.name === name)!;
  const whole = await run([...asked, ...(anytime ? ['--time-limit', longest] : [])]);
  if (whole.code !== 0 && smoke) throw new Error(`${name}, ${table}: ${whole.errors.trim()}`);
  if (whole.code !== 0) return { name, worst: 0, text: `${name}, ${table}: ${whole.errors.trim()}` };
  const lates: string[] = [];
  let worst = whole.heard.gaps[0]?.milliseconds ?? 0;
  const gaps = [...whole.heard.gaps];
  for (const part of parts) {
    const ended = await run(asked, part * whole.heard.cpu);
    gaps.push(...ended.heard.gaps.filter(({ milliseconds }) => milliseconds > allowed));
    if (ended.late === null) continue;
    lates.push(`${figure(1000 * ended.late.cpu)}`);
    worst = Math.max(worst, 1000 * ended.late.cpu, ended.heard.gaps[0]?.milliseconds ?? 0);
  }
  const overruns: string[] = [];
  for (const limit of anytime ? limits : []) {
    const ended = await run([...asked, '--time-limit', String(limit)]);
    if (ended.code !== 0) overruns.push(`${limit} s: ${ended.errors.trim().slice(0, 90)}`);
    else {
      const { seconds, warnings } = JSON.parse(ended.output) as {
        seconds: { search: number };
        warnings: { code: string }[];
      };
      const isEnded = warnings.some(({ code }) => code === 'STOPPED_EARLY');
      overruns.push(
        `${limit} s: ${isEnded ? (seconds.search - limit).toFixed(2) : `done in ${seconds.search.toFixed(2)}`}`,
      );
    }
    gaps.push(...ended.heard.gaps.filter(({ milliseconds }) => milliseconds > allowed));
    worst = Math.max(worst, ended.heard.gaps[0]?.milliseconds ?? 0);
  }
  isWell &&= worst <= allowed;
  const { heard } = whole;
  return {
    name,
    worst,
    text: [
      `${name.padEnd(26)} ${table.padEnd(10)} cpu ${heard.cpu.toFixed(1).padStart(6)} MiB ${heard.memory.toFixed(0).padStart(5)}  gaps ${heard.gaps
        .slice(0, 3)
        .map(({ milliseconds }) => figure(milliseconds))
        .join(', ')}  from SIGHUP to end ${lates.join(', ')}  past the limit ${overruns.join(', ')}`,
      ...placesOf(gaps),
    ].join('\n'),
  };
}

mkdirSync(folder, { recursive: true });
await buildPrograms();
const only = option('only', smoke ? 'mondrian,k-optimize' : '');
const tables = option('tables', TABLES.join(',')).split(',') as TableName[];
const lines: Line[] = [];
if (only === '' || only.split(',').some((name) => COMMANDS.includes(name))) {
  const asked = only === '' ? COMMANDS : COMMANDS.filter((name) => only.split(',').includes(name));
  for await (const line of measuredCommands(asked, { folder, rows, parts, allowed })) {
    isWell &&= line.worst <= allowed;
    console.log(line.text);
    lines.push(line);
  }
}
for (const { name } of algorithms.filter(({ name }) => only === '' || only.split(',').includes(name))) {
  for (const table of tablesOf(name).filter((asked) => tables.includes(asked))) {
    const line = await measure(name, table);
    console.log(line.text);
    lines.push(line);
  }
}
lines.sort((a, b) => b.worst - a.worst);
console.log(`\nmilliseconds of CPU time without an event, or from SIGHUP to the end, ${rows} rows, ${engine}:`);
for (const { name, worst } of lines) console.log(`${name.padEnd(26)} ${figure(worst)}`);
if (!isWell && !smoke) process.exitCode = 1;
