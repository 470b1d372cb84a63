/**
 * Every algorithm on tables of ten thousand to five million rows, by the real command in a process of its own: CPU seconds, wall seconds, peak memory
 * and quality, CSV to CSV, each cell with a limit.
 *
 *   npm run bench -- scale [--rows 10000,100000,1000000] [--all] [--only mondrian,datafly] [--tables census,wide] [--limit 100]
 *                          [--threads 1] [--engine wasm] [--results build/scale.json] [--command FILE] [--against FILE] [--both] [--write] [--smoke]
 *
 * `--all` adds five million rows. What is measured is kept in the results, cell by cell; `--write` makes docs/scale.md and docs/scale.svg of them (with `--rows 0`: of what is there).
 * `--against` runs every cell by another build too, right after it; `--both` by the JavaScript engine, for a minute at most, and compares the releases.
 * `--smoke` runs a thousand rows in both engines, an algorithm in three each day (KOHORT_DAY), and compares the releases. Tables are made in build/scale/.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { algorithms } from '../src/algorithms/list.js';
import { day } from '../test/day.js';
import { args, option } from './command-line.js';
import { makeNow } from './made.js';
import { collect, commandLine } from './scale-input.js';
import { isAnytime, SEARCH_SECONDS, tablesOf } from './scale-jobs.js';
import { writeScalePage, type Cell } from './scale-page.js';
import { TABLES, type TableName } from './scale-tables.js';

const smoke = args.includes('--smoke');
const folder = resolve('build/scale');
const resultsFile = resolve(option('results', 'build/scale.json'));
const limit = Number(option('limit', '100'));
const threads = option('threads', '1');
/** The built command, of this state or another one. */
const command = resolve(option('command', 'dist/cli/main.js'));
const against = option('against', '');
/** Seconds that the other engine has for a cell. */
const OTHER_ENGINE_SECONDS = 60;
/** Seconds after which a run that does not answer its end is killed. */
const PATIENCE = 30;

const USAGE = `import { writeSync } from 'node:fs';
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(3, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS / 1024 }));
});
`;

interface Run {
  readonly code: number | null;
  readonly seconds: number;
  /** From the signal of the limit to the end; 0 without one. */
  readonly late: number;
  readonly usage: { readonly cpu: number; readonly memory: number } | null;
  readonly output: string;
  readonly errors: string;
}

/** Command and limit of a cell, where they differ from those of all. */
interface By {
  readonly command?: string;
  readonly limit?: number;
}

async function run(asked: readonly string[], by: By): Promise<Run> {
  const { limit: most = limit, command: program = command } = by;
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', join(folder, 'usage.mjs'), program, ...asked], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  let ended = 0;
  const term = setTimeout(() => {
    ended = performance.now();
    child.kill('SIGTERM');
  }, most * 1000);
  const kill = setTimeout(() => child.kill('SIGKILL'), (most + PATIENCE) * 1000);
  const texts = Promise.all([
    collect(child.stdout!),
    collect(child.stderr!),
    collect(child.stdio[3] as NodeJS.ReadableStream),
  ]);
  const code = await new Promise<number | null>((done) => child.on('close', done));
  clearTimeout(term);
  clearTimeout(kill);
  const [output, errors, usage] = await texts;
  const now = performance.now();
  return {
    code,
    seconds: (now - started) / 1000,
    late: ended === 0 ? 0 : (now - ended) / 1000,
    usage: usage === '' ? null : (JSON.parse(usage) as Run['usage']),
    output,
    errors,
  };
}

interface Result {
  readonly metrics: Readonly<Record<string, number | null>>;
  readonly seconds: Readonly<Record<string, number>>;
}

/** One algorithm on one table. */
async function measure(
  name: string,
  table: TableName,
  rows: number,
  engine: string,
  by: By = {},
): Promise<Cell & { hash: string }> {
  const release = join(folder, 'release.csv');
  rmSync(release, { force: true });
  const ran = await run(
    [...commandLine(folder, name, table, rows), '--out', release, '--engine', engine].concat(
      threads === '' ? [] : ['--threads', threads],
      isAnytime(name, table) ? ['--time-limit', String(SEARCH_SECONDS)] : [],
    ),
    by,
  );
  const result = ran.code === 0 ? (JSON.parse(ran.output) as Result) : null;
  const hash = existsSync(release) ? createHash('sha256').update(readFileSync(release)).digest('hex') : '';
  rmSync(release, { force: true });
  return {
    algorithm: name,
    table,
    rows,
    outcome: ran.code === 0 ? 'released' : ran.late > 0 ? 'limit' : 'error',
    cpu: ran.usage?.cpu ?? null,
    seconds: ran.seconds,
    late: ran.late,
    memory: ran.usage?.memory ?? null,
    loss: result?.metrics.loss ?? null,
    phases: result?.seconds ?? {},
    note: ran.code === 0 ? '' : ran.errors.trim().split('\n').at(-1)!.slice(0, 200),
    hash,
  };
}

const only = option('only', '');
const names = algorithms.map(({ name }) => name).filter((name) => only === '' || only.split(',').includes(name));
const tables = option('tables', TABLES.join(',')).split(',') as TableName[];

async function smokeAll(): Promise<void> {
  let compared = 0;
  for (const name of names.filter((_, i) => (i + day) % Math.min(3, names.length) === 0)) {
    for (const table of tablesOf(name).filter((asked) => asked !== 'attributes')) {
      const rows = 1000;
      const [js, wasm] = [await measure(name, table, rows, 'js'), await measure(name, table, rows, 'wasm')];
      if (js.outcome !== 'released' || wasm.outcome !== 'released') throw new Error(`${name}, ${table}: ${wasm.note}`);
      if (js.hash !== wasm.hash) throw new Error(`${name}, ${table}: the engines' releases differ`);
      compared++;
    }
  }
  console.log(`scale: ${compared} releases equal in js and wasm`);
}

async function measureCell(name: string, table: TableName, rows: number): Promise<Cell> {
  const { hash, ...cell } = await measure(name, table, rows, option('engine', 'wasm'));
  let compared: Pick<Cell, 'against' | 'isEqual'> = {};
  if (against !== '') {
    const { outcome, cpu, memory } = cell;
    const other = await measure(name, table, rows, 'wasm', { command: resolve(against) });
    const before = { outcome: other.outcome, cpu: other.cpu, memory: other.memory };
    compared = { against: { before, now: { outcome, cpu, memory } } };
  }
  if (args.includes('--both') && cell.outcome === 'released' && !isAnytime(name, table)) {
    const other = await measure(name, table, rows, 'js', { limit: OTHER_ENGINE_SECONDS });
    if (other.outcome === 'released') compared = { ...compared, isEqual: other.hash === hash };
  }
  return { ...cell, ...compared };
}

async function measureAll(): Promise<void> {
  const sizes = option('rows', '10000,100000,1000000')
    .split(',')
    .map(Number)
    .filter((rows) => rows > 0);
  if (args.includes('--all')) sizes.push(5_000_000);
  const cells: Cell[] = existsSync(resultsFile) ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as Cell[]) : [];
  const isSame = (a: Cell, b: Cell): boolean => a.algorithm === b.algorithm && a.table === b.table && a.rows === b.rows;
  for (const rows of sizes) {
    for (const name of names) {
      for (const table of tablesOf(name).filter((asked) => tables.includes(asked))) {
        const cell = await measureCell(name, table, rows);
        const at = cells.findIndex((other) => isSame(other, cell));
        if (at >= 0) cells[at] = { ...pickCompared(cells[at]), ...cell };
        else cells.push(cell);
        writeFileSync(resultsFile, JSON.stringify(cells, null, 1));
        const phases = Object.entries(cell.phases).map(([phase, s]) => `${phase} ${s.toFixed(1)}`);
        console.log(
          `${name.padEnd(26)} ${table.padEnd(10)} ${String(rows).padStart(8)} ${cell.outcome.padEnd(8)} cpu ${cell.cpu?.toFixed(1)} wall ${cell.seconds.toFixed(1)} late ${cell.late.toFixed(1)} MiB ${cell.memory?.toFixed(0)} loss ${cell.loss?.toFixed(4)} ${phases.join(' ')} ${cell.note}`,
        );
      }
    }
  }
  if (args.includes('--write')) await writeScalePage(cells, { made: makeNow(), limit, threads });
}

/** Comparisons of a cell, which stay until they are made again. */
const pickCompared = ({ against: other, isEqual }: Cell): Pick<Cell, 'against' | 'isEqual'> => ({
  ...(other === undefined ? {} : { against: other }),
  ...(isEqual === undefined ? {} : { isEqual }),
});

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'usage.mjs'), USAGE);
await (smoke ? smokeAll() : measureAll());
