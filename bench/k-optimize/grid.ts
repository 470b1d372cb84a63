/** The searches of the grid, gone on with over several runs: every one has a record and a checkpoint in a folder. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anonymize, createEngine, type Table } from '../../src/index.js';
import type { CutEvaluator, Engine } from '../../src/engine/engine.js';
import { makeNow } from '../made.js';
import { jobOf, nameOf, type Setting } from './tables.js';

/** State of a search so far. */
export interface Measured extends Setting {
  readonly threads: number;
  readonly cost: number | null;
  /** Lower bound on the cost of every solution. */
  readonly lowerBound: number;
  readonly proven: boolean;
  /** Time of the search with its climbing: on the CPU, all threads together, and on the clock. */
  readonly cpuSeconds: number;
  readonly clockSeconds: number;
  /** CPU seconds of the climbing alone. */
  readonly seedSeconds: number;
  /** CPU seconds (with one thread) until the best solution was found. */
  readonly bestSeconds: number | null;
  readonly nodes: number;
  readonly runs: number;
  /** Date of its first run. */
  readonly date: string;
  readonly commit: string;
}

export interface GridOptions {
  readonly folder: string;
  readonly engine: 'wasm' | 'js';
  readonly threads: number;
  /** CPU seconds that a search may take in all runs together. */
  readonly cap: number;
  /** Ends the run: the search that is at work is kept. */
  readonly stop: AbortSignal;
}

/** Caps that all searches are brought to before one goes on: what is proven soon is known soon. */
const ROUNDS = [10, 60, 300, 1200, 3600];

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const clock = performance.now.bind(performance);

/** With one thread the searches heed a clock of CPU seconds, so that other work on the machine counts little. */
export function heedCpuTime(): void {
  performance.now = () => 1000 * cpuSeconds();
}

const fileOf = (folder: string, setting: Setting, ending: string): string =>
  join(folder, `${nameOf(setting)}.${ending}`);

/** A file is replaced whole, or not at all. */
function replace(file: string, content: string | Uint8Array): void {
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}

export function readMeasured(folder: string, settings: readonly Setting[]): Measured[] {
  return settings.flatMap((setting) => {
    const file = fileOf(folder, setting, 'json');
    return existsSync(file) ? [JSON.parse(readFileSync(file, 'utf8')) as Measured] : [];
  });
}

/** Searches until everything is proven, has taken its cap, or `stop` ends it. */
export async function runGrid(
  tables: Readonly<Record<Setting['coding'], Table>>,
  settings: readonly Setting[],
  options: GridOptions,
): Promise<void> {
  const { folder, cap, stop } = options;
  mkdirSync(folder, { recursive: true });
  const caps = [...ROUNDS.filter((each) => each < cap), cap];
  for (const most of caps) {
    for (const setting of settings) {
      if (stop.aborted) return;
      const [known = null] = readMeasured(folder, [setting]);
      if (known !== null && (known.proven || known.cpuSeconds >= 0.98 * most)) continue;
      const now = await goOn(tables[setting.coding], setting, known, most, options);
      const gap = now.cost === null ? '' : `, gap ${(100 * (1 - now.lowerBound / now.cost)).toFixed(1)} %`;
      console.log(
        `${nameOf(setting)}: ${now.cost ?? 'none found'} ${now.proven ? 'proven' : `not proven${gap}`}, ${now.cpuSeconds.toFixed(1)} s, ${now.nodes} nodes`,
      );
    }
  }
}

async function goOn(
  table: Table,
  setting: Setting,
  known: Measured | null,
  most: number,
  { folder, engine: name, threads, stop }: GridOptions,
): Promise<Measured> {
  const { metric, seeded } = setting;
  const checkpoint = fileOf(folder, setting, 'checkpoint');
  const resume = existsSync(checkpoint) ? new Uint8Array(readFileSync(checkpoint)) : undefined;
  // A record without its checkpoint is of a search that cannot be gone on with.
  const before = resume === undefined ? null : known;
  const algorithm = { name: 'k-optimize', metric, ...(seeded ? {} : { seedCost: Number.MAX_SAFE_INTEGER - 1 }) };
  const own = await createEngine({ engine: name });
  const climbed = { seconds: 0 };
  const start = { cpu: cpuSeconds(), clock: clock() };
  const { date, commit } = before ?? makeNow();
  const done = {
    ...setting,
    threads,
    runs: (before?.runs ?? 0) + 1,
    date,
    commit,
  };
  let told: Pick<Measured, 'cost' | 'lowerBound' | 'proven' | 'bestSeconds' | 'nodes'>;
  let after = 0;
  try {
    const { result } = await anonymize(table, jobOf(setting, algorithm), {
      engine: timed(own, climbed),
      threads,
      seed: 1,
      resume,
      finish: stop,
      timeLimit: Math.max(1, (most - (before?.cpuSeconds ?? 0)) / threads),
      onCheckpoint: (state) => replace(checkpoint, state),
      checkpointSeconds: 60,
      recoding: false,
    });
    // Measures and audit are no part of the search.
    after = result.seconds.total - result.seconds.search;
    const search = result.search as Readonly<Record<string, number | boolean | null>>;
    told = {
      cost: search.cost as number,
      lowerBound: search.lowerBound as number,
      proven: search.optimal as boolean,
      bestSeconds: search.bestSeconds as number,
      nodes: search.nodes as number,
    };
  } catch (error) {
    if (!(error instanceof Error) || (error as { code?: string }).code !== 'NO_SOLUTION') throw error;
    told = { cost: null, lowerBound: 0, proven: false, bestSeconds: null, nodes: before?.nodes ?? 0 };
  } finally {
    own.dispose();
  }
  const measured: Measured = {
    ...done,
    ...told,
    cpuSeconds: (before?.cpuSeconds ?? 0) + cpuSeconds() - start.cpu - after,
    clockSeconds: (before?.clockSeconds ?? 0) + (clock() - start.clock) / 1000 - after,
    seedSeconds: (before?.seedSeconds ?? 0) + climbed.seconds,
  };
  replace(fileOf(folder, setting, 'json'), `${JSON.stringify(measured, null, 1)}\n`);
  if (measured.proven) rmSync(checkpoint, { force: true });
  return measured;
}

/** An object whose methods are called by way of `call`. */
const calledBy = <Of extends object>(of: Of, call: (name: PropertyKey, method: () => unknown) => unknown): Of =>
  new Proxy(of, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => call(name, () => value.apply(target, given) as unknown);
    },
  });

/** The engine, whose evaluators of cuts, which only the climbing asks, add up the CPU seconds that they take. */
function timed(engine: Engine, climbed: { seconds: number }): Engine {
  const watch = (evaluator: CutEvaluator): CutEvaluator =>
    calledBy(evaluator, (name, method) => {
      const from = cpuSeconds();
      const answer = method();
      climbed.seconds += cpuSeconds() - from;
      return name === 'coarsen' ? watch(answer as CutEvaluator) : answer;
    });
  return calledBy(engine, (name, method) => (name === 'cutEvaluator' ? watch(method() as CutEvaluator) : method()));
}
