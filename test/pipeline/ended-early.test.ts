import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { algorithms } from '../../src/algorithms/list.js';
import { anonymize, compare, tableFromRows, type Job, type Progress, type Table } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { bothEngines } from '../engine/engines.js';
import { slowClock } from '../slow-clock.js';
import { inTurn } from '../shared.js';

const engines = await bothEngines();

/** Skewed whole numbers in columns a to d, a class and a sensitive column. */
function drawTable(rows: number, sizes: readonly number[]): Table {
  const random = seededRandom(5);
  const skewed = (size: number): number => Math.floor((random.below(1000) * random.below(1000) * size) / 1e6);
  return tableFromRows(
    Array.from({ length: rows }, () => ({
      ...Object.fromEntries(sizes.map((size, a) => ['abcdefgh'[a], skewed(size)])),
      label: 'yn'[random.below(2)],
    })),
  );
}
const large = drawTable(6000, [60, 40, 30, 20, 12]);
const names = ['a', 'b', 'c', 'd', 'e'];
const people = drawTable(400, [8, 6, 4]);
const small = drawTable(60, [8, 6, 4, 3, 2]);

/** Every algorithm that a time limit or `finish` ends with a result, at work for longer than a test lasts. */
const anytime: Readonly<Record<string, object>> = {
  'k-optimize': {},
  genetic: { offspring: 1e9 },
  'simulated-annealing': { steps: 1e9, hot: 0.0001 },
  'two-phase-hill-climbing': { restarts: 1e9 },
  'greedy-hill-climbing': {},
  'local-recoding': { passes: 10_000 },
  'local-suppression': { restarts: 1e6 },
  'top-down-specialization': {},
  'optimal-lattice': {},
  spalm: {},
  'generalize-and-permute': { budget: 1e9, nodes: 1e6 },
};

/** Algorithms that begin with a cheap greedy release, or make one when they are ended at once. */
const seeded = [
  'optimal-lattice',
  'spalm',
  'simulated-annealing',
  'greedy-hill-climbing',
  'two-phase-hill-climbing',
  'genetic',
  'k-optimize',
  'top-down-specialization',
];

function anytimeJob(name: string, k = 4): Job {
  const isPublic = ['spalm', 'generalize-and-permute'].includes(name);
  const isLattice = ['optimal-lattice', 'spalm'].includes(name);
  const attributes: Record<string, Job['attributes'][string]> = { label: { role: 'class' } };
  for (const each of isPublic ? names.slice(0, 3) : names) {
    attributes[each] = {
      role: 'quasi-identifier',
      type: 'integer',
      ...(isLattice ? { hierarchy: { type: 'intervals', origin: 0, widths: [1, 2, 4, 8, 16, 32].slice(1) } } : {}),
    };
  }
  return {
    attributes,
    privacy: [
      { model: 'k-anonymity', k },
      ...(isPublic ? [{ model: 'delta-presence', min: 0, max: 1, public: 'people' } as const] : []),
    ],
    algorithm: { name, ...anytime[name] },
    suppression: 'unlimited',
  };
}

const publicTables = { people: drawTable(900, [8, 6, 4]) };
const tableOf = (name: string): Table => (anytimeJob(name).privacy.length > 1 ? people : large);

afterEach(() => void vi.restoreAllMocks());

describe('an anytime search that is ended', () => {
  it('is one of those that are listed', () => {
    const found = algorithms.filter((algorithm) => algorithm.anytime).map(({ name }) => name);
    expect(found.sort()).toEqual(Object.keys(anytime).sort());
    const [, text] = readFileSync(resolve(import.meta.dirname, '../../docs/errors.md'), 'utf8').split('Anytime are');
    for (const name of found) expect(text).toContain(`\`${name}\``);
  });

  it.each(inTurn(Object.keys(anytime), 2))('%s: says so where a time limit ended it', async (name) => {
    for (const engine of Object.values(engines)) {
      const { result, audit } = await anonymize(tableOf(name), anytimeJob(name), {
        engine,
        publicTables,
        timeLimit: 1e-6,
      });
      expect(audit.holds).toBe(true);
      const warning = result.warnings.find(({ code }) => code === 'STOPPED_EARLY');
      expect(warning?.message).toContain('the time limit of 0.000001 s ended the search');
    }
  });

  it.each(inTurn(Object.keys(anytime), 2))(
    '%s: reports when there was nothing yet when it was asked to end',
    async (name) => {
      slowClock();
      const table = tableOf(name);
      for (const engine of Object.values(engines)) {
        const finish = AbortSignal.abort();
        const told: Progress[] = [];
        const onProgress = (progress: Progress): void => void told.push(progress);
        const asked = { engine, publicTables, finish, onProgress };
        const { release, result, hidesEverything } = await anonymize(table, anytimeJob(name), asked);
        expect(result.warnings.map(({ code }) => code)).toContain('STOPPED_EARLY');
        const texts = result.quasiIdentifiers.flatMap((each) => release.column(each)!.texts);
        expect(hidesEverything).toBe(texts.every((text) => text === '*') ? true : undefined);
        // The flag comes as soon as the search has ended: a caller without use for it need not wait for the release and the audit.
        const phases = told.filter((each) => each.hidesEverything === true).map(({ phase }) => phase);
        expect(phases).toEqual(hidesEverything === true ? ['measure'] : []);
        if (hidesEverything === true) {
          const at = told.findIndex((each) => each.hidesEverything === true);
          expect(told.slice(0, at).every(({ phase, share }) => phase !== 'measure' || share === 0)).toBe(true);
          expect(told.slice(0, at).some(({ phase }) => phase === 'release' || phase === 'audit')).toBe(false);
        }
        if (seeded.includes(name)) expect(hidesEverything).toBeUndefined();
      }
    },
  );

  it('says how far its best release may be from the best there is', async () => {
    for (const engine of Object.values(engines)) {
      const finish = new AbortController();
      const { result } = await anonymize(large, anytimeJob('k-optimize'), {
        engine,
        finish: finish.signal,
        onProgress: ({ gap }) => gap !== undefined && gap < 1 && finish.abort(),
      });
      const { lowerBound, gap } = result.search;
      const { message } = result.warnings.find(({ code }) => code === 'STOPPED_EARLY')!;
      expect(message).toContain('the search was interrupted: this is its best release so far');
      expect(message).toContain(
        `no solution costs less than ${lowerBound} (gap ${(100 * (gap as number)).toFixed(1)} %)`,
      );
    }
  });

  it('says nothing where it reached its own end', async () => {
    for (const name of ['k-optimize', 'greedy-hill-climbing', 'top-down-specialization', 'optimal-lattice']) {
      const { result } = await anonymize(small, anytimeJob(name), {
        timeLimit: 1000,
        finish: new AbortController().signal,
      });
      expect(result.warnings.map(({ code }) => code)).not.toContain('STOPPED_EARLY');
    }
  });

  it('ends a comparison with the runs that are there', async () => {
    const finish = new AbortController();
    const found = await compare(large, anytimeJob('genetic'), ['mondrian', 'genetic', 'k-optimize'], {
      finish: finish.signal,
      onProgress: ({ anytime }) => anytime === true && finish.abort(),
    });
    expect(found.runs.map(({ algorithm }) => algorithm)).toEqual(['mondrian', 'genetic']);
    expect(found.warnings.filter(({ code }) => code === 'STOPPED_EARLY').map(({ message }) => message)).toEqual([
      expect.stringContaining('genetic, k = 4: the search was interrupted'),
      'the comparison was interrupted: 1 of its 3 runs are missing',
    ]);
  });
});
