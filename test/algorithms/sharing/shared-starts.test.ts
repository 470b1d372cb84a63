import { describe, expect, it } from 'vitest';
import { startThread } from '#threads';
import { CutSearch } from '../../../src/algorithms/cuts/cut-search-run.js';
import { climbFrom } from '../../../src/algorithms/cuts/start-task.js';
import { shareStarts } from '../../../src/algorithms/cuts/two-phase-hill-climbing.js';
import { withTeam } from '../../../src/algorithms/sharing/thread-team.js';
import type { Control } from '../../../src/algorithms/algorithm.js';
import type { Engine } from '../../../src/engine/engine.js';
import { drawCutCase, type CutCase } from '../../engine/cut-oracle.js';
import { bothEngines } from '../../engine/engines.js';
import { generator } from '../../engine/random.js';
import { anonymize, csvChunks, tableFromRows } from '../../../src/index.js';
import { casesOf, longCases } from '../../shared.js';
import { longTest } from '../../long-test.js';

const engines = Object.values(await bothEngines());
const SURCHARGES = [2, 10, 100, Infinity];
const STARTS = 6;

async function onCase(
  engine: Engine,
  drawn: CutCase,
  control: Control,
  run: (search: CutSearch, sharing: Omit<Parameters<typeof shareStarts>[1], 'team' | 'worth'>) => Promise<unknown>,
) {
  const columns = drawn.sizes.map((size, a) => ({
    codes: Uint32Array.from(drawn.vectors, (vector) => vector[a]),
    size,
  }));
  const set = engine.frequencySetOf(columns, drawn.counts);
  const evaluator = engine.cutEvaluator(set, drawn.problem);
  try {
    const rows = set.rows;
    const search = new CutSearch(evaluator, drawn.problem, rows, 7, control);
    const counters = await run(search, { evaluator, cutProblem: drawn.problem, problem: { set, rows }, control });
    const { best, checked } = search;
    return { counters, checked, best: best && { cuts: best.cuts, cost: best.cost, suppressed: best.suppressed } };
  } finally {
    evaluator.dispose();
    set.dispose();
  }
}

/** One start after the other, each drawn when the one before has ended. */
const inTurn = (engine: Engine, drawn: CutCase) =>
  onCase(engine, drawn, {}, async (search) => {
    let nodes = 0;
    for (let i = 0; i < STARTS; i++) {
      const cuts = search.draw();
      const surcharge = SURCHARGES[search.random.below(SURCHARGES.length)];
      nodes += (await climbFrom(search, { cuts, surcharge }, () => Promise.resolve())).nodes;
    }
    return { nodes, starts: STARTS };
  });

const shared = (engine: Engine, drawn: CutCase, control: Control, worth = 1) =>
  onCase(engine, drawn, control, (search, sharing) =>
    withTeam(engine, control, (team) => shareStarts(search, { ...sharing, team, worth }, STARTS)),
  );

const drawCase = (seed: number, vectors = 90): CutCase =>
  drawCutCase(generator(seed), { attributes: 4, size: 9, vectors });

describe('starts of a hill climbing that threads share', () => {
  it('give the same result as one after the other, with 1 to 3 threads', async () => {
    for (let seed = 0; seed < casesOf(200, 2); seed++) {
      const drawn = drawCase(seed);
      for (const engine of engines) {
        const expected = await inTurn(engine, drawn);
        for (const threads of longCases([1, 2, 3], (each) => each !== (seed === 0 ? 2 : 3))) {
          expect(await shared(engine, drawn, { threads, startThread })).toEqual(expected);
        }
      }
    }
  });

  it('keep what was found when they are ended early, and end when the run is aborted', async () => {
    const drawn = drawCase(3, 4000);
    for (const engine of engines) {
      const finish = AbortSignal.abort();
      const found = await shared(engine, drawn, { threads: 3, startThread, finish });
      expect((found.counters as { starts: number }).starts).toBeLessThan(STARTS);
      const signal = AbortSignal.abort();
      await expect(shared(engine, drawn, { threads: 3, startThread, signal })).rejects.toMatchObject({
        code: 'ABORTED',
      });
    }
  });
});

describe('two-phase hill climbing with threads', () => {
  const known = { role: 'quasi-identifier' } as const;
  const rows = (count: number) =>
    tableFromRows(
      Array.from({ length: count }, (_, i) => ({ x: i % 41, y: Math.floor(i / 41) % 31, z: Math.floor(i / 1271) })),
    );
  const run = async (count: number, restarts: number, threads: number) => {
    const job = {
      attributes: { x: known, y: known, z: known },
      privacy: [{ model: 'k-anonymity', k: 20 }] as const,
      algorithm: { name: 'two-phase-hill-climbing', restarts } as const,
    };
    const { release, result, warnings } = await anonymize(rows(count), job, { seed: 1, threads });
    const { seconds: _, threads: used, search, ...others } = result;
    const { bestSeconds: __, ...counted } = search;
    const text = Array.from(csvChunks(release), (chunk) => new TextDecoder().decode(chunk)).join('');
    return { used, outcome: { ...others, counted, warnings, text } };
  };

  longTest('releases the same, to the byte, with another thread where that is worth it', async () => {
    const alone = await run(20_000, 120, 1);
    const shared = await run(20_000, 120, 2);
    expect([alone.used, shared.used]).toEqual([1, 2]);
    expect(shared.outcome).toEqual(alone.outcome);
  });

  it('does little work, and starts too many to be drawn at once, on one thread', async () => {
    for (const restarts of [4, 1001]) {
      const alone = await run(60, restarts, 1);
      const shared = await run(60, restarts, 3);
      expect(shared).toEqual(alone);
      expect(shared.used).toBe(1);
    }
  });
});
