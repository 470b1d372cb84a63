/**
 * The evaluation of the K-OPTIMIZE paper (Bayardo and Agrawal 2005, section 7) on UCI Adult.
 *
 *   npm run bench:kopt -- --all [--cap 7200] [--threads 1] [--minutes 60] [--k 1000,100,10] [--engine wasm]
 *                         [--state build/bench/kopt-grid] [--out docs/bench-kopt]
 *   npm run bench:kopt -- --curves | --seeded [--k 1000,100] [--cap 60]
 *   npm run bench:kopt -- --ablation [--nodes 10000] [--times 2] [--rounds 1] [--only runs,pairs]
 *
 * Eight k, three limits of suppression, two metrics and two codings: 96 settings, each searched until it is proven or has taken its cap of
 * CPU seconds. All are brought to 10 s first, then to 60, 300, 1,200 and so on. What is known is kept in the folder of the state with a
 * checkpoint of each search: the next run goes on from there, and `--minutes` or Ctrl-C ends this one at any time. Every run writes the
 * page `<out>.md` and its figures `<out>-6a.svg` (time), `-6b.svg` (best cost), `-climbing.svg` (with and without climbing), `-7a.svg`
 * (suppressing runs, unseeded and seeded), `-7b.svg` (cost over time against the stochastic methods); without `--all` it is written
 * from `<out>.json` (or that of `--from`). `--curves` and `--seeded` measure figures 7b and 7a alone and keep the rest of
 * `<out>.json`. Searching needs the folder of shared data (KOHORT_SHARED).
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { anonymize, type Table } from '../../src/index.js';
import { adultFolder } from '../adult.js';
import { args, option } from '../command-line.js';
import { ablate, type Ablated } from './ablation.js';
import { heedCpuTime, type Measured, readMeasured, runGrid } from './grid.js';
import { type Curve, figures, markdown } from './page.js';
import { runSeeded, type SeededPair } from './seeded.js';
import { jobOf, KS, readTables, settings } from './tables.js';

const ks = option('k', KS.join(',')).split(',').map(Number);
const engine = option('engine', 'wasm') as 'wasm' | 'js';
const out = resolve(option('out', 'docs/bench-kopt'));
const folder = resolve(option('state', 'build/bench/kopt-grid'));
const threads = Number(option('threads', '1'));
const cap = Number(option('cap', '7200'));

const CURVES = ['k-optimize', 'two-phase-hill-climbing', 'genetic', 'simulated-annealing', 'greedy-hill-climbing'];

async function curvesOf(table: Table): Promise<Curve[]> {
  const curves: Curve[] = [];
  for (const name of CURVES) {
    for (const timeLimit of [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64]) {
      if (timeLimit > 8 && name !== 'two-phase-hill-climbing') continue;
      const restarts = name === 'two-phase-hill-climbing' ? { restarts: 1_000_000 } : {};
      const job = jobOf({ limit: 'unlimited', k: 50 }, { name, metric: 'discernibility', ...restarts });
      const { result } = await anonymize(table, job, { engine, timeLimit, seed: 1 });
      curves.push({ algorithm: name, seconds: timeLimit, cost: Number(result.metrics.discernibility) });
    }
  }
  return curves;
}

async function search(): Promise<void> {
  const stop = new AbortController();
  const end = (): void => {
    console.log('bench:kopt: ends with a checkpoint');
    stop.abort();
  };
  process.once('SIGINT', end);
  const minutes = Number(option('minutes', '0'));
  const timer = minutes > 0 ? setTimeout(end, 60_000 * minutes) : undefined;
  const tables = await readTables();
  await runGrid(tables, settings(ks), { folder, engine, threads, cap, stop: stop.signal });
  const file = join(folder, 'curves.json');
  if (!stop.signal.aborted && !existsSync(file)) writeFileSync(file, JSON.stringify(await curvesOf(tables.fine)));
  clearTimeout(timer);
  process.off('SIGINT', end);
}

/** Contents of `<out>.json`. */
interface Results {
  readonly machine: string;
  readonly engine: string;
  readonly cells: readonly Measured[];
  readonly curves: readonly Curve[];
  readonly seeded?: readonly SeededPair[];
  readonly ablation?: readonly Ablated[];
}

const readResults = (): Results => JSON.parse(readFileSync(`${resolve(option('from', out))}.json`, 'utf8')) as Results;

/** Measures one of the figures 7 alone; the grid stays as `<from>.json` has it. */
async function measureFigure(figure: 'curves' | 'seeded'): Promise<void> {
  const kept = readResults();
  heedCpuTime();
  const tables = await readTables();
  if (figure === 'curves') return write({ ...kept, curves: await curvesOf(tables.fine) });
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const seeded = await runSeeded(tables, ks, { engine, cap: Number(option('cap', '60')), stop: stop.signal });
  return write({ ...kept, seeded });
}

/** Reads the results in the folder of the state. */
function known(): Results {
  const file = join(folder, 'curves.json');
  return {
    machine: `${cpus().length} cores of ${cpus()[0]?.model}, Node ${process.version}`,
    ...{ engine, cells: readMeasured(folder, settings(ks)) },
    curves: existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Curve[]) : [],
  };
}

async function write(results: Results): Promise<void> {
  for (const [figure, content] of Object.entries(figures(results))) {
    writeFileSync(`${out}-${figure}.svg`, content);
  }
  const style = await resolveConfig(import.meta.filename);
  writeFileSync(`${out}.json`, await format(JSON.stringify(results), { ...style, parser: 'json' }));
  const page = markdown({ name: basename(out), ...results });
  writeFileSync(`${out}.md`, await format(page, { ...style, parser: 'markdown' }));
  console.log(`written: ${out}.md`);
}

const hasAdult = existsSync(join(adultFolder, 'adult.data'));
const figure = (['curves', 'seeded'] as const).find((name) => args.includes(`--${name}`));
if (args.includes('--ablation') && hasAdult) {
  const kept = readResults();
  await write({ ...kept, ablation: await ablate(kept.cells) });
} else if (figure !== undefined) {
  await measureFigure(figure);
} else if (!args.includes('--all')) {
  await write(readResults());
} else if (!hasAdult) {
  console.log('bench:kopt: SKIPPED, it needs the shared data folder (KOHORT_SHARED)');
} else {
  if (threads === 1) heedCpuTime();
  await search();
  await write({ ...readResults(), ...known() });
}
