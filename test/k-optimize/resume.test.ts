import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  anonymize,
  InputError,
  InvalidArgumentError,
  tableFromRows,
  type Job,
  type RunResult,
} from '../../src/index.js';
import { mulberry32 } from '../random.js';
import { casesOf, inTurn } from '../shared.js';
import { stopEarly } from '../algorithms/stop-early.js';

function rowsOf(seed: number, count: number): Record<string, number>[] {
  const random = mulberry32(seed);
  return Array.from({ length: count }, () => ({
    a: Math.floor(random() * random() * 24),
    b: Math.floor(random() * random() * 14),
    c: Math.floor(random() * 8),
  }));
}

const quasi = { role: 'quasi-identifier' as const };
const threeColumnJob = (options: Record<string, unknown> = {}, k = 6): Job => ({
  attributes: { a: quasi, b: quasi, c: quasi },
  privacy: [{ model: 'k-anonymity', k }],
  algorithm: { name: 'k-optimize', ...options },
  output: { order: 'input' },
});
const table = tableFromRows(rowsOf(9, 800));
/** Seeded with more than the cost of one class of all rows, and without the tables: a search of many nodes. */
const slow = threeColumnJob({ seedCost: 640_000, pruning: { tables: false } });

type Search = RunResult['search'];
let searched: Promise<Search> | undefined;
/** The search that was never stopped, once for all tests. */
const searchWhole = (): Promise<Search> => (searched ??= anonymize(table, slow).then(({ result }) => result.search));

describe('a stopped search by K-OPTIMIZE', () => {
  it.each(
    inTurn(
      [
        ['wasm', 'js'],
        ['js', 'wasm'],
      ] as const,
      2,
    ),
  )(
    'goes on where it stopped: cost, bound and nodes of a search that never did (%s, then %s)',
    async (first, second) => {
      const whole = await searchWhole();
      expect(whole.optimal).toBe(true);
      const { state, search } = await stopEarly(table, slow, { engine: first });
      expect(search.nodes).toBeLessThan(whole.nodes);
      const { result, audit } = await anonymize(table, slow, { engine: second, resume: state });
      expect(audit.holds).toBe(true);
      for (const name of [
        'cost',
        'lowerBound',
        'optimal',
        'gap',
        'nodes',
        'prunedNodes',
        'prunedTail',
        'uselessValues',
      ]) {
        expect([name, result.search[name]]).toEqual([name, whole[name]]);
      }
    },
  );

  it('goes on from one thread to three and back, and through many stops', async () => {
    const whole = await searchWhole();
    let { state } = await stopEarly(table, slow, { threads: 2 });
    for (const threads of [1, 3]) {
      const finish = new AbortController();
      const { result } = await anonymize(table, slow, {
        threads,
        resume: state,
        finish: finish.signal,
        checkpointSeconds: 0.03,
        onCheckpoint: (given) => {
          state = given;
          finish.abort();
        },
      });
      expect(result.search.lowerBound as number).toBeLessThanOrEqual(whole.cost as number);
    }
    const { result } = await anonymize(table, slow, { threads: 2, resume: state });
    expect([result.search.optimal, result.search.cost]).toEqual([true, whole.cost]);
    const trace = result.search.trace as [number, number, number | null, number][];
    expect(trace.length).toBeLessThanOrEqual(66);
    expect(trace.at(-1)!.slice(2)).toEqual([whole.cost, whole.cost]);
    for (let i = 1; i < trace.length; i++) {
      expect(trace[i][0]).toBeGreaterThanOrEqual(trace[i - 1][0]);
      expect(trace[i][3]).toBeGreaterThanOrEqual(trace[i - 1][3]);
      if (trace[i - 1][2] !== null) expect(trace[i][2]!).toBeLessThanOrEqual(trace[i - 1][2]!);
    }
  });

  it.each(inTurn(['wasm', 'js'] as const, 2))('goes on from a checkpoint of a search that ended before it began, and had a greedy solution to fall back on (%s)', async (engine) => {
    const job = threeColumnJob();
    const whole = (await anonymize(table, job)).result.search;
    let state: Uint8Array | null = null;
    const ended = await anonymize(table, job, { engine, timeLimit: 1e-6, onCheckpoint: (given) => void (state = given) });
    expect(ended.result.search.optimal).toBe(false);
    const resumed = (await anonymize(table, job, { engine, resume: state! })).result.search;
    expect([resumed.optimal, resumed.cost]).toEqual([true, whole.cost]);
  }); // prettier-ignore

  it('is refused for another job, other data, and when the bytes are not what was written', async () => {
    const { state } = await stopEarly(table, slow);
    const refused = async (resume: Uint8Array, code: string, job = slow, input = table): Promise<void> => {
      const error = await anonymize(input, job, { resume }).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(InputError);
      expect((error as InputError).code).toBe(code);
    };
    await refused(state, 'CHECKPOINT_OTHER_JOB', threeColumnJob({ seedCost: 640_000, pruning: { tables: false } }, 7));
    await refused(state, 'CHECKPOINT_OTHER_JOB', threeColumnJob({ seedCost: 640_000 }));
    await refused(state, 'CHECKPOINT_OTHER_JOB', slow, tableFromRows(rowsOf(10, 500)));
    await refused(new Uint8Array(0), 'NOT_A_CHECKPOINT');
    await refused(new TextEncoder().encode('a,b,c\n1,2,3\n'.repeat(50)), 'NOT_A_CHECKPOINT');
    const random = mulberry32(3);
    for (let i = 0; i < casesOf(20, 3); i++) {
      await refused(state.slice(0, 8 + Math.floor(random() * (state.length - 8))), 'CHECKPOINT_DAMAGED');
      const flipped = state.slice();
      flipped[8 + Math.floor(random() * (state.length - 8))] ^= 1 << Math.floor(random() * 8);
      await refused(flipped, 'CHECKPOINT_DAMAGED');
    }
  });

  it('is no matter of other algorithms, nor of wrong options', async () => {
    const mondrian = { ...slow, algorithm: 'mondrian' } as Job;
    for (const [job, options] of [
      [mondrian, { resume: new Uint8Array(8) }],
      [mondrian, { onCheckpoint: () => undefined }],
      [slow, { resume: 'file' as unknown as Uint8Array }],
      [slow, { onCheckpoint: 1 as never }],
      [slow, { checkpointSeconds: 0 }],
    ] as const) {
      await expect(anonymize(table, job, options)).rejects.toThrow(InvalidArgumentError);
    }
  });

  it('hands on what onCheckpoint throws', async () => {
    const failing = anonymize(table, slow, {
      checkpointSeconds: 0.01,
      onCheckpoint: () => Promise.reject(new Error('disk full')),
    });
    await expect(failing).rejects.toThrow('disk full');
  });
});

describe('a state that is saved', () => {
  it('is some kilobytes long, and does not grow with the rows', async () => {
    const { state } = await stopEarly(table, slow);
    expect(state.length).toBeLessThan(4000);
  });
});

describe('the progress of K-OPTIMIZE', () => {
  it('reports cost, bound and gap', async () => {
    const told: { cost: number; lowerBound: number; gap: number }[] = [];
    const { result } = await anonymize(table, slow, {
      onProgress: ({ phase, cost, lowerBound, gap }) => {
        if (phase === 'search' && cost !== undefined) told.push({ cost, lowerBound: lowerBound!, gap: gap! });
      },
    });
    expect(told.length).toBeGreaterThan(0);
    for (const { cost, lowerBound, gap } of told) {
      expect(cost).toBeGreaterThanOrEqual(result.search.cost as number);
      expect(lowerBound).toBeLessThanOrEqual(result.search.cost as number);
      expect(gap).toBe((cost - lowerBound) / cost);
    }
  });
});

describe('the share of K-OPTIMIZE that is reported as done', () => {
  afterEach(() => vi.restoreAllMocks());

  it('never falls, whether it searches or climbs', async () => {
    // Every look at the clock is a pause's length after the last.
    let milliseconds = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (milliseconds += 25));
    const shares: number[] = [];
    const { result } = await anonymize(table, threeColumnJob({ pruning: { tables: false } }, 40), {
      onProgress: ({ phase, share }) => void (phase === 'search' && shares.push(share)),
    });
    expect(result.search.optimal).toBe(true);
    expect(new Set(shares).size).toBeGreaterThan(3);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });
});

describe('a page without the cryptography of the platform', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('refuses checkpoints, and searches without', async () => {
    const { getRandomValues } = crypto;
    vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
    for (const options of [{ resume: new Uint8Array(200) }, { onCheckpoint: () => undefined }]) {
      await expect(anonymize(table, slow, options)).rejects.toMatchObject({ code: 'NO_CRYPTOGRAPHY' });
    }
    const { result } = await anonymize(table, threeColumnJob({ seedCost: 20_000 }));
    expect(result.search.optimal).toBe(true);
  });
});
