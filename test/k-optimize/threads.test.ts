import { describe, expect, it } from 'vitest';
import { startThread as startNodeThread } from '#threads';
import { NONE, SearchTeam } from '../../src/k-optimize/team/search-team.js';
import type { StartThread } from '../../src/base/team.js';
import { createEngine } from '../../src/engine/create-engine.js';
import type { KOptimizeSpec, FrequencySet } from '../../src/engine/engine.js';
import { anonymize, CapacityError, tableFromRows, ThreadError, type Job } from '../../src/index.js';
import { everything, exhaustive, open, randomProblem, randomPruning, specOf } from './problems.js';
import { labelledSpec, loadAdultCoding, readAdultCases } from './adult-problems.js';
import { generator } from '../engine/random.js';
import { mulberry32 } from '../random.js';
import { casesOf, long, sharedFolder, inTurn } from '../shared.js';

const startThread = startNodeThread!;

/** Searches with `threads` threads; the helpers stay for the next problem when `team` gives them back. */
async function searchWith(
  engine: Awaited<ReturnType<typeof createEngine>>,
  set: FrequencySet,
  spec: KOptimizeSpec,
  threads: number,
  start: StartThread = startThread,
  nodes = 1 + (threads % 3),
): Promise<SearchTeam> {
  const search = engine.kOptimize(set, spec);
  const parts = [{ state: search.save(), lowerBound: 0, counters: NONE }];
  search.dispose();
  const team = new SearchTeam(engine, { parts, ended: NONE, bestCost: spec.seedCost });
  try {
    team.start(threads - 1, start);
    let bound = 0;
    while (!team.isDone) {
      await team.searchFor(nodes, async () => {
        await new Promise((resolve) => setTimeout(resolve, 0));
        return false;
      });
      expect(team.status.lowerBound).toBeGreaterThanOrEqual(bound);
      bound = team.status.lowerBound;
    }
    return team;
  } finally {
    team.dispose();
  }
}

describe('a team of threads', () => {
  it('finds the optimum of exhaustive search with any number of threads', async () => {
    const random = generator(70);
    const engine = await createEngine();
    for (let i = 0; i < casesOf(2000, 3); i++) {
      const problem = randomProblem(random, 11);
      const optimum = exhaustive(problem);
      const set = open(engine, problem);
      const spec = specOf(problem, set, i % 2 === 0 ? everything : randomPruning(random), Infinity);
      for (const threads of [1, 2, 3]) {
        const team = await searchWith(engine, set, spec, threads);
        const { best, bestCost, lowerBound } = team.status;
        expect([i, threads, best?.cost ?? Infinity, bestCost, lowerBound]).toEqual([
          i,
          threads,
          optimum,
          optimum,
          optimum,
        ]);
        expect(team.threads).toBe(threads);
      }
      set.dispose();
    }
    engine.dispose();
  });

  it.skipIf(sharedFolder === null)('proves what is known of coarse Adult, with 1, 2 and 3 threads', async () => {
    const engine = await createEngine();
    const adult = loadAdultCoding(engine, 'coarse');
    const cases = readAdultCases().filter((each) => each.coding === 'coarse' && each.proven && each.k >= 250);
    let helped = 0;
    for (const each of cases.filter(({ nativeSeconds }) => nativeSeconds !== undefined).slice(0, long ? 20 : 1)) {
      const spec = labelledSpec(
        adult,
        { metric: each.metric, k: each.k, limit: each.suppressionLimit ?? Infinity },
        each.cost + 1,
        everything,
      );
      for (const threads of long ? [1, 2, 3] : [1, 3]) {
        const team = await searchWith(engine, adult.set, spec, threads, startThread, 40);
        expect([each.k, threads, team.status.bestCost]).toEqual([each.k, threads, each.cost]);
        if (threads > 1) helped++;
      }
    }
    expect(helped).toBeGreaterThan(0);
    engine.dispose();
  });

  it('ends with a typed error when a helper dies, whenever that is, and when it reports an error', async () => {
    const engine = await createEngine();
    const random = generator(71);
    const sizes = [40, 30, 20, 12];
    const rows = Array.from({ length: 3000 }, () => sizes.map((size) => random.below(1 + random.below(size))));
    const problem = {
      sizes,
      rows,
      labelSize: 1,
      label: rows.map(() => 0),
      k: 5,
      metric: 'discernibility' as const,
      limit: Infinity,
      allowed: sizes.map((size) => new Uint8Array(size).fill(1)),
    };
    const set = open(engine, problem);
    const spec = specOf(problem, set, everything, Infinity);
    for (const after of inTurn([0, 1, 3], 3)) {
      const dying: StartThread = (events) => {
        let heard = 0;
        const thread = startThread({
          ...events,
          message: (value) => {
            if (heard++ === after) {
              thread.end();
              events.failure(new Error('killed'));
            } else events.message(value);
          },
        });
        return thread;
      };
      await expect(searchWith(engine, set, spec, 2, dying)).rejects.toThrow(ThreadError);
    }
    const poor: StartThread = (events) =>
      startThread({
        ...events,
        message: (value) =>
          events.message(
            (value as { kind: string }).kind === 'ready'
              ? {
                  kind: 'failed',
                  error: { name: 'CapacityError', message: 'no memory', fields: { code: 'OUT_OF_MEMORY' } },
                }
              : value,
          ),
      });
    await expect(searchWith(engine, set, spec, 2, poor)).rejects.toThrow(CapacityError);
    const none: StartThread = () => {
      throw new Error('no more');
    };
    await expect(searchWith(engine, set, spec, 2, none)).rejects.toThrow(ThreadError);
    set.dispose();
    engine.dispose();
  });
});

describe('a thread that sends what is no answer', () => {
  const status = { best: null, bestCost: 9, lowerBound: 0, nodes: 0, prunedNodes: 0, prunedTail: 0, uselessValues: 0, refutedByTables: 0 }; // prettier-ignore
  it.each([
    null,
    1,
    {},
    { kind: 'other' },
    { kind: 'report' },
    { kind: 'ended', report: null },
    { kind: 'report', report: { status, progress: 0 } },
    { kind: 'split', state: new Uint8Array(8), report: null },
    { kind: 'saved', nodes: null, report: { status: { ...status, bestCost: 0.5 }, progress: 0 } },
    { kind: 'failed' },
  ])('ends the search in one typed error: %j', async (message) => {
    const engine = await createEngine();
    const problem = randomProblem(generator(72), 11);
    const set = open(engine, problem);
    const start: StartThread = (events) => ({
      post: () => void setImmediate(() => events.message(message)),
      end: () => undefined,
    });
    const search = engine.kOptimize(set, specOf(problem, set, everything, Infinity));
    const parts = [{ state: search.save(), lowerBound: 0, counters: NONE }];
    search.dispose();
    const team = new SearchTeam(engine, { parts, ended: NONE, bestCost: Infinity });
    team.start(1, start);
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    await expect(team.searchFor(1, () => Promise.resolve(false))).rejects.toThrow(ThreadError);
    team.dispose();
    set.dispose();
    engine.dispose();
  });
});

describe('the front door with threads', () => {
  const random = mulberry32(5);
  const rows = Array.from({ length: 400 }, () => ({
    a: Math.floor(random() * random() * 16),
    b: Math.floor(random() * random() * 12),
    c: Math.floor(random() * 6),
  }));
  const quasi = { role: 'quasi-identifier' as const };
  const job: Job = {
    attributes: { a: quasi, b: quasi, c: quasi },
    privacy: [{ model: 'k-anonymity', k: 6 }],
    algorithm: 'k-optimize',
    output: { order: 'input' },
  };

  it.each(['wasm', 'js'] as const)('proves the same cost with 1, 2 and 3 threads, engine %s', async (engine) => {
    const results = [];
    for (const threads of [1, 2, 3]) {
      const { result, warnings } = await anonymize(tableFromRows(rows), job, { engine, threads });
      expect(result.threads).toBe(threads);
      expect(warnings.map(({ code }) => code)).not.toContain('ONE_THREAD');
      expect(result.search.optimal).toBe(true);
      results.push(result.metrics.discernibility);
    }
    expect(new Set(results).size).toBe(1);
  });

  it('ends in time with a bound that holds, and at once when it is aborted', async () => {
    const table = tableFromRows(
      Array.from({ length: 8000 }, () => ({
        a: Math.floor(random() * 60),
        b: Math.floor(random() * random() * 50),
        c: Math.floor(random() * 40),
      })),
    );
    const hard: Job = { ...job, suppression: 'unlimited' };
    const before = performance.now();
    const { result } = await anonymize(table, hard, { threads: 3, timeLimit: 1 });
    expect(performance.now() - before).toBeLessThan(20_000);
    expect(result.search.optimal).toBe(false);
    expect(result.search.lowerBound as number).toBeLessThan(result.search.cost as number);
    const controller = new AbortController();
    const aborted = anonymize(table, hard, {
      threads: 2,
      signal: controller.signal,
      onProgress: ({ anytime }) => anytime && controller.abort(),
    });
    await expect(aborted).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }) as Error);
  });
});
