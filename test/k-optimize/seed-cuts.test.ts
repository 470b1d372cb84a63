import { describe, expect, it } from 'vitest';
import { seedCuts } from '../../src/k-optimize/seed-cuts.js';
import type { CutSolution, Engine } from '../../src/engine/engine.js';
import { seededRandom } from '../../src/base/random.js';
import { costOf, drawCutCase, leastOfHalving, subsetsOf, sum, type CutCase } from '../engine/cut-oracle.js';
import { allEngines } from '../engine/engines.js';
import { labelledSpec, loadAdultCoding, readAdultCases } from './adult-problems.js';
import { generator } from '../engine/random.js';
import { casesOf, long, sharedFolder, inTurn } from '../shared.js';

const PRUNING = { nodes: true, tail: true, useless: 'broad', reorder: true, tables: true, runs: true } as const;
/** Seconds until a search that does not find the cost is ended. */
const PATIENCE = 300;

const engines = await allEngines();

async function seed(engine: Engine, drawn: CutCase, rounds?: number): Promise<CutSolution | null> {
  const columns = drawn.sizes.map((size, a) => ({ codes: Uint32Array.from(drawn.vectors, (v) => v[a]), size }));
  const set = engine.frequencySetOf(columns, drawn.counts);
  const evaluator = engine.cutEvaluator(set, drawn.problem);
  const rows = set.rows;
  set.dispose();
  try {
    return await seedCuts(evaluator, drawn.problem, { rows, rounds, random: seededRandom(1), control: {} });
  } finally {
    evaluator.dispose();
  }
}

/** The least cost over every set of allowed cuts within the suppression limit, Infinity when there is none. */
function leastCost(drawn: CutCase): number {
  let least = Infinity;
  const visit = (cuts: Uint32Array[]): void => {
    if (cuts.length < drawn.sizes.length) {
      for (const list of subsetsOf(drawn.problem.allowed[cuts.length])) visit([...cuts, list]);
      return;
    }
    const { cost, suppressed } = costOf(drawn, cuts);
    if (suppressed <= drawn.problem.suppressionLimit && cost < least) least = cost;
  };
  visit([]);
  return least;
}

describe('seeds by coordinate descent', () => {
  it('are valid, cost what they say and nearly always as little as can be', async () => {
    const random = generator(31);
    let optimal = 0;
    let solvable = 0;
    for (let i = 0; i < casesOf(1000, 18); i++) {
      const drawn = drawCutCase(random, { attributes: 3, size: 4, vectors: 25 });
      const found = await seed(engines[i % engines.length], drawn);
      const least = leastCost(drawn);
      if (found === null) {
        expect(least).toBe(Infinity);
        continue;
      }
      expect(costOf(drawn, found.cuts)).toEqual({ cost: found.cost, suppressed: found.suppressed });
      expect(found.suppressed).toBeLessThanOrEqual(drawn.problem.suppressionLimit);
      expect(found.cost).toBeGreaterThanOrEqual(least);
      found.cuts.forEach((list, a) => list.forEach((cut) => expect(drawn.problem.allowed[a][cut]).toBe(1)));
      solvable++;
      if (found.cost === least) optimal++;
    }
    expect(optimal).toBeGreaterThan(0.98 * solvable);
  });

  it('cost no more than cuts in the middle, the widest interval first, but for few of many tables', async () => {
    const random = generator(34);
    const strict = 20;
    const tables = long ? 200 : strict;
    let cheaper = 0;
    let dearer = 0;
    for (let i = 0; i < tables; i++) {
      const drawn = drawCutCase(random, { attributes: 5, size: 20, vectors: 300 });
      const found = await seed(engines[i % engines.length], drawn, 4);
      const cost = found?.cost ?? Infinity;
      const halved = leastOfHalving(drawn, 'first');
      if (i < strict) expect(cost).toBeLessThanOrEqual(halved);
      if (cost < halved) cheaper++;
      if (cost > halved) dearer++;
    }
    expect(cheaper).toBeGreaterThan(tables / 4);
    // Four rounds are few; k-optimize tries the cuts in the middle itself.
    expect(dearer).toBeLessThan(tables / 10);
  });

  it('are the same in every engine for the same rounds and random numbers', async () => {
    const random = generator(32);
    for (let i = 0; i < 20; i++) {
      const drawn = drawCutCase(random, { attributes: 5, size: 20, vectors: 300 });
      const found = [];
      for (const engine of engines) found.push(await seed(engine, drawn, 12));
      for (const other of found) expect(other).toEqual(found[0]);
    }
  });

  it('come from single cuts where an attribute has too many values for a shortest path', async () => {
    const size = 3000;
    const vectors = Array.from({ length: 60 }, (_, i) => [50 * i]);
    const counts = new Uint32Array(60).fill(1);
    const allowed = [new Uint8Array(size).fill(1)];
    const problem = { attributes: 1, k: 2, suppressionLimit: 0, labels: null, allowed } as const;
    const drawn: CutCase = { sizes: [size], vectors, counts, problem: { ...problem, metric: 'discernibility' } };
    const found = await seed(engines[1], drawn, 3);
    expect(found!.cost).toBeLessThan(sum(counts) ** 2 / 4);
    expect(found!.suppressed).toBe(0);
  });

  it('end at a target cost, at a time limit and when asked to finish', async () => {
    const drawn = drawCutCase(generator(33), { attributes: 5, size: 20, vectors: 300 });
    const engine = engines[1];
    const columns = drawn.sizes.map((size, a) => ({ codes: Uint32Array.from(drawn.vectors, (v) => v[a]), size }));
    const evaluator = engine.cutEvaluator(engine.frequencySetOf(columns, drawn.counts), drawn.problem);
    const common = { rows: sum(drawn.counts), random: seededRandom(1) };
    const better: number[] = [];
    const onBetter = ({ cost }: CutSolution) => better.push(cost);
    await seedCuts(evaluator, drawn.problem, { ...common, control: { timeLimit: 0.2 }, onBetter });
    expect(better).toEqual([...better].sort((a, b) => b - a));
    const stopped = await seedCuts(evaluator, drawn.problem, { ...common, control: { finish: AbortSignal.abort() } });
    expect(stopped).not.toBeNull();
    const target = { ...common, control: {}, targetCost: better[0] };
    expect((await seedCuts(evaluator, drawn.problem, target))!.cost).toBeLessThanOrEqual(better[0]);
    const aborted = seedCuts(evaluator, drawn.problem, { ...common, control: { signal: AbortSignal.abort() } });
    await expect(aborted).rejects.toThrow(/interrupted/);
    evaluator.dispose();
  });
});

describe.skipIf(sharedFolder === null)('seeds of the census', () => {
  const cases = sharedFolder === null ? [] : readAdultCases();
  const chosen = long ? cases : cases.filter(({ coding, k }) => coding === 'coarse' && k >= 250);

  it.each(inTurn(chosen, 3))(
    `reach the best known cost: $coding, $metric, k $k, limit $suppressionLimit`,
    async ({ coding, metric, k, suppressionLimit, cost }) => {
      const engine = engines[1];
      const labelled = loadAdultCoding(engine, coding);
      const { rows } = labelled.set;
      const spec = labelledSpec(labelled, { metric, k, limit: suppressionLimit ?? rows }, Infinity, PRUNING);
      const evaluator = engine.cutEvaluator(labelled.set, spec);
      const random = seededRandom(1);
      const control = { timeLimit: PATIENCE };
      const found = await seedCuts(evaluator, spec, { rows, random, control, targetCost: cost });
      expect(found!.cost).toBeLessThanOrEqual(cost);
      expect(evaluator.evaluate(found!.cuts)).toEqual({ cost: found!.cost, suppressed: found!.suppressed });
      evaluator.dispose();
      labelled.set.dispose();
    },
    1000 * PATIENCE + 60_000,
  );
});
