/**
 * The paper's Figure 7a: runs that may suppress rows, unseeded, and seeded with the optimal cost of the run without suppression.
 * The seconds of a seeded run include those of the run that found its seed, as in the paper. No run climbs for solutions.
 */
import { anonymize, type Table } from '../../src/index.js';
import { CODINGS, jobOf, type Setting } from './tables.js';

/** One search: its cost, and whether it was proven within its cap. */
export interface SeededRun {
  readonly cost: number | null;
  readonly proven: boolean;
  readonly cpuSeconds: number;
}

/** Both runs of one k; discernibility, unlimited suppression. */
export interface SeededPair {
  readonly coding: Setting['coding'];
  readonly k: number;
  readonly unseeded: SeededRun;
  readonly seeded: SeededRun;
}

export interface SeededOptions {
  readonly engine: 'wasm' | 'js';
  /** CPU seconds that one search may take. */
  readonly cap: number;
  readonly stop: AbortSignal;
}

/** A cost above that of every solution, so that a search begins without a solution and without climbing. */
const NO_SEED = Number.MAX_SAFE_INTEGER - 1;

export async function runSeeded(
  tables: Readonly<Record<Setting['coding'], Table>>,
  ks: readonly number[],
  options: SeededOptions,
): Promise<SeededPair[]> {
  const pairs: SeededPair[] = [];
  for (const coding of CODINGS) {
    for (const k of ks) {
      if (options.stop.aborted) return pairs;
      const first = await searchOnce(tables[coding], { limit: '0', k }, NO_SEED, options);
      if (first.cost === null || !first.proven) continue;
      const unseeded = await searchOnce(tables[coding], { limit: 'unlimited', k }, NO_SEED, options);
      const after = await searchOnce(tables[coding], { limit: 'unlimited', k }, first.cost, options);
      const seeded = { ...after, cpuSeconds: first.cpuSeconds + after.cpuSeconds };
      pairs.push({ coding, k, unseeded, seeded });
      console.log(JSON.stringify(pairs.at(-1)));
    }
  }
  return pairs;
}

async function searchOnce(
  table: Table,
  setting: Pick<Setting, 'limit' | 'k'>,
  seedCost: number,
  { engine, cap, stop }: SeededOptions,
): Promise<SeededRun> {
  const start = process.cpuUsage();
  const algorithm = { name: 'k-optimize', metric: 'discernibility', seedCost };
  const job = jobOf(setting, algorithm);
  try {
    const { result } = await anonymize(table, job, {
      engine,
      timeLimit: cap,
      finish: stop,
      threads: 1,
      recoding: false,
    });
    const after = result.seconds.total - result.seconds.search;
    const search = result.search as Readonly<Record<string, number | boolean | null>>;
    return { cost: search.cost as number, proven: search.optimal as boolean, cpuSeconds: secondsSince(start) - after };
  } catch (error) {
    if ((error as { code?: string }).code !== 'NO_SOLUTION') throw error;
    return { cost: null, proven: false, cpuSeconds: secondsSince(start) };
  }
}

function secondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}
