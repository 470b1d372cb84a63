/**
 * Gain from further threads: every search that divides its work, with one thread and with two, by the real command in a process of its own, in turn.
 * Reports the clock seconds of the search, their ratio, the share of the search that one thread does alone if the rest is divided evenly (overhead of
 * two threads counts as that), and by it the time of sixteen threads over that of one (Amdahl).
 *
 *   npm run bench -- threads [--rows 1000000] [--rounds 3] [--only mdav,incognito]
 *
 * Needs two cores with nothing else to do.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Algorithm } from '../src/algorithms/algorithm.js';
import { algorithms } from '../src/algorithms/list.js';
import { option } from './command-line.js';
import { collect, commandLine } from './scale-input.js';

const folder = resolve('build/scale');
const command = resolve('dist/cli/main.js');
const rows = Number(option('rows', '1000000'));
const rounds = Number(option('rounds', '3'));
const NAMES = (algorithms as readonly Algorithm[])
  .filter(({ name, sharesWork }) => sharesWork === true && name !== 'mondrian')
  .map(({ name }) => name);
const MANY = 16;

/** Clock seconds of a search, and how many threads searched. */
async function search(name: string, threads: number): Promise<{ readonly seconds: number; readonly threads: number }> {
  const release = join(folder, 'release.csv');
  const asked = [...commandLine(folder, name, 'census', rows), '--out', release, '--threads', String(threads)];
  const child = spawn(process.execPath, [command, ...asked], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, code] = await Promise.all([
    collect(child.stdout),
    new Promise<number | null>((done) => child.on('close', done)),
  ]);
  rmSync(release, { force: true });
  if (code !== 0) throw new Error(`${name}: the command ended with ${code}`);
  const result = JSON.parse(output) as { readonly threads: number; readonly seconds: { readonly search: number } };
  return { seconds: result.seconds.search, threads: result.threads };
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1];

mkdirSync(folder, { recursive: true });
const only = option('only', '');
console.log('| search | one thread, s | two threads, s | ratio | share of one thread | sixteen, of one |');
console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
for (const name of NAMES.filter((each) => only === '' || only.split(',').includes(each))) {
  const one: number[] = [];
  const two: number[] = [];
  for (let round = 0; round < rounds; round++) {
    one.push((await search(name, 1)).seconds);
    const { seconds, threads } = await search(name, 2);
    if (threads !== 2) throw new Error(`${name}: ${threads} of 2 threads searched`);
    two.push(seconds);
  }
  const ratio = median(two) / median(one);
  const serial = Math.min(1, Math.max(0, 2 * ratio - 1));
  const many = serial + (1 - serial) / MANY;
  console.log(
    `| \`${name}\` | ${median(one).toFixed(2)} | ${median(two).toFixed(2)} | ${ratio.toFixed(2)} | ${serial.toFixed(2)} | ${many.toFixed(2)} |`,
  );
}
