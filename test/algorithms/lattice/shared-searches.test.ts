/** Searches that share their work: the same with any number of threads, on tables on which no thread would be started. */
import { describe, expect, it } from 'vitest';
import type { Control, Outcome, Problem } from '../../../src/algorithms/algorithm.js';
import { subsetTask } from '../../../src/algorithms/lattice/subset-task.js';
import { InfeasibleError } from '../../../src/index.js';
import { bothEngines } from '../../engine/engines.js';
import { long, inTurn } from '../../shared.js';
import { startHere } from '../sharing/start-here.js';
import { shareSmallLattices } from './share-small-lattices.js';
import { randomModels, randomTable, withProblem } from './small-problems.js';

shareSmallLattices();

const engines = await bothEngines();
const seeds = Array.from({ length: long ? 600 : 21 }, (_, seed) => seed + 1);

type Run = (name: string, options?: Record<string, unknown>, control?: Control) => Promise<Outcome>;

/** Outcome of a run: everything but the threads, or the error. */
async function resultOf(run: Promise<Outcome>): Promise<{ readonly threads: number; readonly found: unknown }> {
  try {
    const { threads = 1, ...found } = await run;
    return { threads, found };
  } catch (error) {
    if (!(error instanceof InfeasibleError)) throw error;
    return { threads: 0, found: error.message };
  }
}

/** A table of four attributes. */
const SHARED = seeds.find((seed) => randomTable(seed).hierarchies.length === 4)!;

const limits = [undefined, { maxRows: 3 }, 'unlimited'] as const;

/** Runs on the random table of a seed, in both engines. */
async function onTable(
  seed: number,
  use: (run: Run, start: Control['startThread'], problem: Problem) => Promise<void>,
) {
  const { privacy } = randomModels(seed);
  for (const engine of [engines.js, engines.wasm]) {
    const start = startHere(undefined, [], () => engine);
    await withProblem(randomTable(seed), privacy, limits[seed % 3], engine, (run, problem) => use(run, start, problem));
  }
}

describe('incognito', () => {
  it.each(inTurn(['basic', 'super-roots', 'cube'], 3))('finds the same with 1 to 3 threads: %s', async (variant) => {
    let shared = 0;
    for (const seed of seeds) {
      await onTable(seed, async (run, startThread) => {
        const options = { variant, memory: seed % 5 === 0 ? 0 : 256, nodes: seed % 4 === 0 ? 'all' : 'none' };
        const alone = await resultOf(run('incognito', options));
        for (const threads of long ? [1, 2, 3] : [1, 3]) {
          const found = await resultOf(run('incognito', options, { threads, startThread }));
          expect(found.found, `seed ${seed}`).toEqual(alone.found);
          expect(found.threads).toBeLessThanOrEqual(threads);
          if (found.threads > 1) shared++;
        }
      });
    }
    expect(shared > seeds.length).toBe(variant !== 'cube');
  });
});

describe('a search that shares its work', () => {
  it('ends its threads at its end, and when it is aborted', async () => {
    for (const isAborted of [false, true]) {
      let open = 0;
      let started = 0;
      const threadsOpen: number[] = [];
      await onTable(SHARED, async (run, start) => {
        const stop = new AbortController();
        const startThread: Control['startThread'] = (events) => {
          open++;
          started++;
          // Answers that come late, so that the search waits for them.
          const message = (value: unknown): void => void setTimeout(() => events.message(value), 30);
          const thread = start!(isAborted ? { ...events, message } : events);
          if (isAborted) stop.abort();
          return { ...thread, end: () => (open--, thread.end()) };
        };
        const control = { threads: 3, startThread, signal: isAborted ? stop.signal : undefined };
        const ended = await run('incognito', {}, control).then(
          () => 'ended',
          (error: { code: string }) => error.code,
        );
        threadsOpen.push(open);
        expect(ended).toBe(isAborted ? 'ABORTED' : 'ended');
      });
      expect(started).toBeGreaterThan(0);
      expect(threadsOpen).toEqual([0, 0]);
    }
  });
});

describe('what a thread is sent to search subsets', () => {
  const judge = {
    order: [0, 1],
    levels: [0, 1].map(() => [{ map: Uint32Array.of(0, 1), size: 2 }, { map: Uint32Array.of(0, 0), size: 1 }]),
    weights: null,
    squares: true,
    rows: 3,
    limit: 0,
    isMonotone: true,
    minimum: 2,
    conditions: [],
    regions: [],
    groups: [],
  }; // prettier-ignore
  const vectors = {
    columns: [0, 1].map(() => ({ codes: Uint8Array.of(0, 1, 1), size: 2 })),
    counts: Uint32Array.of(1, 1, 1),
  };
  const common = { judge, vectors, variant: 'basic' as const, memory: 1 };

  it('is looked at', () => {
    expect(subsetTask.isCommon(common)).toBe(true);
    const others = [
      null,
      { ...common, variant: 'cube' },
      { ...common, memory: '1' },
      { ...common, memory: -1 },
      { ...common, judge: null },
      ...Object.keys(judge).map((key) => ({ ...common, judge: { ...judge, [key]: 'x' } })),
      { ...common, judge: { ...judge, levels: [judge.levels[0]] } },
      { ...common, judge: { ...judge, levels: [[], judge.levels[0]] } },
      { ...common, judge: { ...judge, conditions: [{ minimum: 1 }] } },
      { ...common, judge: { ...judge, weights: [[[1]]] } },
      { ...common, vectors: { ...vectors, counts: [1, 1, 1] } },
      { ...common, vectors: { ...vectors, columns: [{ codes: [0], size: 2 }] } },
      { ...common, vectors: { ...vectors, columns: [{ codes: Uint8Array.of(0), size: 0 }] } },
    ];
    for (const other of others) expect(subsetTask.isCommon(other), JSON.stringify(other)).toBe(false);
    const flags = (length: number): Uint8Array => new Uint8Array(length).fill(1);
    expect(subsetTask.isInput([{ mask: 1, isCandidate: flags(2) }, { mask: 3, isCandidate: flags(4) }], common)).toBe(true); // prettier-ignore
    for (const other of [
      null,
      [null],
      [{ mask: 0, isCandidate: flags(1) }],
      [{ mask: 4, isCandidate: flags(2) }],
      [{ mask: 1.5, isCandidate: flags(2) }],
      [{ mask: 3, isCandidate: flags(2) }],
      [{ mask: 1, isCandidate: [1, 1] }],
    ])
      expect(subsetTask.isInput(other, common), JSON.stringify(other)).toBe(false);
  });

  it('comes back as it is found, and as nothing else', async () => {
    const doer = subsetTask.open(engines.js, common);
    const found = await doer.do([{ mask: 3, isCandidate: new Uint8Array(4).fill(1) }], () => Promise.resolve());
    doer.dispose!();
    expect(found).toEqual([
      { within: Uint8Array.of(0, 0, 0, 1), candidates: 4, tagged: 0, checked: 4, rolledUp: 3, scans: 3 },
    ]);
    expect(subsetTask.isOutput(found)).toBe(true);
    const [one] = found;
    for (const key of Object.keys(one)) expect(subsetTask.isOutput([{ ...one, [key]: -1 }])).toBe(false);
    expect(subsetTask.isOutput(null)).toBe(false);
  });
});
