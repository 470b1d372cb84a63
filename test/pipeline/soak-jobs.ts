import { createHash } from 'node:crypto';
import { AbortError, anonymize, KohortError, readCsv, readForJob, tableFromRows, toJson } from '../../src/index.js';
import type { EngineName } from '../../src/engine/engine.js';
import type { Job, Table } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { csvOf } from '../table-texts.js';
import { drawJob } from './random-job.js';

const known = { role: 'quasi-identifier' } as const;
const levels = { type: 'levels' as const, rows: ['Ulm', 'Bonn', 'Kiel', 'Jena'].map((city) => [city, city < 'J' ? 'A-I' : 'J-Z', '*']) }; // prettier-ignore

function drawPeople(rows: number): Table {
  const random = seededRandom(rows);
  return tableFromRows(
    Array.from({ length: rows }, () => ({
      age: 20 + random.below(8) + random.below(40),
      city: levels.rows[random.below(2) * random.below(4)][0],
      children: random.below(3) * random.below(4),
      illness: ['flu', 'gout', 'asthma'][random.below(3)],
    })),
  );
}

const people = drawPeople(600);
const smaller = drawPeople(150);
/** Settings for slow algorithms: tables of fewer rows, and searches that end by themselves. */
const SLOW: Readonly<Record<string, object>> = {
  'k-optimize': { cuts: 'hierarchy' },
  genetic: { population: 20, offspring: 200 },
  'simulated-annealing': { steps: 300 },
  'two-phase-hill-climbing': { restarts: 3 },
  'greedy-hill-climbing': {},
  'generalize-and-permute': {},
  mpalm: {},
  spalm: {},
  'mu-argus': { combinations: 'all' },
};

/** A job of some milliseconds to some tenths of a second for any algorithm, with its tables. */
export function jobOf(name: string): { table: Table; job: Job; publicTables?: Record<string, Table> } {
  const table = name in SLOW ? smaller : people;
  if (name === 'dissociation' || name === 'apriori-anonymization') {
    const sets = Array.from({ length: 400 }, (_, i) => ({ items: `a${i % 7} b${i % 5} c${(i * i) % 11}` }));
    const byLevels = name === 'dissociation' ? {} : { hierarchy: { type: 'mask' } as const };
    const items = { role: 'sensitive', set: { delimiter: ' ' }, ...byLevels } as const;
    return {
      table: tableFromRows(sets),
      job: {
        attributes: { items },
        privacy: [{ model: 'km-anonymity', k: 3, m: 2, attribute: 'items' }],
        algorithm: name,
      },
    };
  }
  const isMember = ['mpalm', 'spalm', 'generalize-and-permute'].includes(name);
  return {
    table,
    job: {
      attributes: {
        age: { ...known, hierarchy: { type: 'intervals', widths: [5, 10, 20, 40] } },
        city: { ...known, hierarchy: levels },
        children: known,
        illness: { role: 'sensitive' },
      },
      privacy: [
        { model: 'k-anonymity', k: 4 },
        ...(name === 'anatomy'
          ? [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'illness' } as const]
          : []),
        ...(isMember ? [{ model: 'delta-presence', min: 0, max: 1, public: 'people' } as const] : []),
      ],
      algorithm: { name, ...SLOW[name] } as Job['algorithm'],
      suppression: 'unlimited',
    },
    ...(isMember ? { publicTables: { people: table } } : {}),
  };
}

const nameOf = (error: unknown): string => {
  if (error instanceof KohortError) return `${error.name} ${error.code}`;
  throw error;
};

/** A random job by its number, in the engine whose turn it is: the hash of all that it gave, or the error that refused it. */
export async function runMixedJob(seed: number): Promise<string> {
  const drawn = drawJob(seed);
  try {
    const { table, job } = await readForJob(drawn.csv, drawn.job);
    const types = Object.fromEntries(table.columns.map(({ name, type }) => [name, type]));
    const publicTables =
      drawn.people === null ? undefined : { people: await readCsv(drawn.people, { ...drawn.job.input, types }) };
    const engine = seed % 2 === 0 ? 'wasm' : 'js';
    const { release, result, tables } = await anonymize(table, job, { engine, seed, publicTables, threads: 1 });
    const others = tables.sensitive === undefined ? '' : csvOf(tables.sensitive);
    // All but the clock's figures.
    const search = { ...result.search, bestSeconds: 0, trace: [] };
    const told = toJson({ ...result, seconds: 0, search });
    return createHash('sha256')
      .update(csvOf(release) + others + told)
      .digest('hex');
  } catch (error) {
    return nameOf(error);
  }
}

/** Outcome of a run that is ended early. */
export type Ending = 'ended' | 'released' | 'refused';

/**
 * Runs an algorithm and ends it by `abort`: after a number of events of progress, or of milliseconds.
 *
 * @throws every error of the run that is neither the AbortError nor another typed error
 */
export async function runAborted(
  name: string,
  engine: EngineName,
  abort: { readonly afterEvents: number } | { readonly afterMilliseconds: number },
): Promise<Ending> {
  const { table, job, publicTables } = jobOf(name);
  const controller = new AbortController();
  let events = 0;
  const onProgress = (): void => {
    if ('afterEvents' in abort && events++ === abort.afterEvents) controller.abort();
  };
  const timer =
    'afterMilliseconds' in abort ? setTimeout(() => controller.abort(), abort.afterMilliseconds) : undefined;
  try {
    await anonymize(table, job, { engine, seed: 1, publicTables, signal: controller.signal, onProgress });
    return 'released';
  } catch (error) {
    if (error instanceof AbortError && controller.signal.aborted) return 'ended';
    nameOf(error);
    return 'refused';
  } finally {
    clearTimeout(timer);
  }
}

/** Runs work for each of the values, `atOnce` at a time, and keeps their order. */
export async function runAtOnce<V, R>(
  values: readonly V[],
  atOnce: number,
  work: (value: V) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const takeTurns = async (): Promise<void> => {
    while (next < values.length) {
      const at = next++;
      results[at] = await work(values[at]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, takeTurns));
  return results;
}
