/**
 * Cost of very wide tables: `kohort inspect` on CSV files of one header and three rows with more and more columns, each in a process of its own. CPU seconds
 * and peak memory, and memory a column beyond that of a table of two. Then files that have too many columns, or JSON keys, and are refused.
 *
 *   npm run bench -- wide [--columns 1024,4096,16384,65536] [--smoke]
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { args, option } from './command-line.js';

const smoke = args.includes('--smoke');
const asked = option('columns', smoke ? '1024' : '1024,4096,16384,65536')
  .split(',')
  .map(Number);
const folder = resolve('build/wide');
const ROWS = 3;

interface Cost {
  readonly code: number | null;
  readonly seconds: number;
  readonly kilobytes: number;
  readonly error: string;
}

/** Runs the command on a file. The last line of its error output is the cost of its process. */
function inspectFile(name: string, content: string): Cost {
  const file = join(folder, name);
  writeFileSync(file, content);
  const probe = join(folder, 'probe.mjs');
  writeFileSync(
    probe,
    `process.on('exit', () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage(); process._rawDebug(JSON.stringify([userCPUTime + systemCPUTime, maxRSS])); });\n`,
  );
  const run = spawnSync(process.execPath, ['--import', probe, 'dist/cli/main.js', 'inspect', file, '--json'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  const lines = run.stderr.trim().split('\n');
  const [cpu, kilobytes] = JSON.parse(lines.pop()!) as [number, number];
  const errors = run.status === 0 ? [] : (JSON.parse(run.stdout) as { errors: { message: string }[] }).errors;
  return { code: run.status, seconds: cpu / 1e6, kilobytes, error: errors[0]?.message ?? '' };
}

function csv(columns: number): string {
  const row = (cell: (column: number) => string | number): string =>
    Array.from({ length: columns }, (_, column) => cell(column)).join(',');
  const rows = Array.from({ length: ROWS }, (_, r) => row((column) => (column * 7 + r * 13) % 50));
  return [row((column) => `c${column}`), ...rows, ''].join('\n');
}

mkdirSync(folder, { recursive: true });
const base = inspectFile('two.csv', csv(2));
console.log(`2 columns: ${base.seconds.toFixed(2)} CPU s, ${(base.kilobytes / 1024).toFixed(0)} MiB`);
for (const columns of asked) {
  const { code, seconds, kilobytes, error } = inspectFile('wide.csv', csv(columns));
  const each = (kilobytes - base.kilobytes) / columns;
  const micros = (1e6 * (seconds - base.seconds)) / columns;
  console.log(
    code === 0
      ? `${columns} columns: ${seconds.toFixed(2)} CPU s (${micros.toFixed(0)} µs a column), ${(kilobytes / 1024).toFixed(0)} MiB (${each.toFixed(1)} kB a column)`
      : `${columns} columns: ${error}`,
  );
  if (code !== 0) process.exitCode = 1;
}
const keys = (length: number): string => JSON.stringify(Array.from({ length }, (_, i) => ({ [`k${i}`]: 1 })));
const refused: readonly (readonly [string, string])[] = [
  ['columns.csv', csv(smoke ? 66_000 : 1_000_000)],
  ['keys.json', keys(20_000)],
];
for (const [name, content] of refused) {
  const { code, seconds, error } = inspectFile(name, content);
  console.log(`${name}: exit ${code} after ${seconds.toFixed(2)} CPU s: ${error}`);
  if (code !== 3) process.exitCode = 1;
}
