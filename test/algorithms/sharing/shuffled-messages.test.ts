import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StartThread } from '../../../src/algorithms/algorithm.js';
import { NONE, SearchTeam } from '../../../src/algorithms/cuts/search-team/search-team.js';
import type { CutSolution, Engine, FrequencySet, KOptimizeSpec } from '../../../src/engine/engine.js';
import { createJsEngine } from '../../../src/engine/js/js-engine.js';
import { obeyAudit } from '../../../src/pipeline/obey-audit.js';
import { serveRun } from '../../../src/pipeline/serve-run.js';
import {
  costOfCuts,
  everything,
  randomPruning,
  open,
  randomProblem,
  specOf,
  type SmallProblem,
} from '../../engine/k-optimize-problems.js';
import { generator, type Generator } from '../../engine/random.js';
import { casesOf } from '../../shared.js';
import { soon } from './start-here.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Brings messages in their order, each after a random number of turns of the event loop: those of different channels overtake each other. */
function delayed(random: Generator, bring: (message: unknown) => void): (message: unknown) => void {
  let last = Promise.resolve();
  return (message) => {
    const turns = random.below(4) === 0 ? random.below(40) : random.below(3);
    last = last.then(async () => {
      for (let turn = 0; turn < turns; turn++) await soon();
      bring(message);
    });
  };
}

interface Counts {
  /** Answers of helpers about parts of their own. */
  parts: number;
}

/** Threads of this process whose messages are late and, between threads, out of order. */
const startDelayed =
  (random: Generator, counts: Counts): StartThread =>
  (events) => {
    let isOver = false;
    let give: (order: unknown) => void = () => undefined;
    const answer = delayed(random, (message) => isOver || events.message(message));
    const order = delayed(random, (message) => isOver || give(message));
    serveRun(
      {
        post: (message, transfer) => {
          if ((message as { kind: string }).kind === 'ended') counts.parts++;
          answer(structuredClone(message, { transfer }));
        },
        listen: (listener) => (give = listener),
        letEventsIn: async () => {
          for (let turn = random.below(6); turn >= 0; turn--) await soon();
        },
      },
      () => Promise.resolve(createJsEngine()),
      async (message) => obeyAudit(message),
    );
    return {
      post: (message, transfer) => order(structuredClone(message, { transfer: [...transfer] })),
      end: () => (isOver = true),
    };
  };

interface Found {
  readonly best: CutSolution | null;
  readonly bestCost: number;
  readonly lowerBound: number;
}

async function searchWith(
  { engine, set, spec }: { readonly engine: Engine; readonly set: FrequencySet; readonly spec: KOptimizeSpec },
  threads: number,
  random: Generator,
  counts: Counts,
): Promise<Found> {
  const start = startDelayed(random, counts);
  const search = engine.kOptimize(set, spec);
  const parts = [{ state: search.save(), lowerBound: 0, counters: NONE }];
  search.dispose();
  const team = new SearchTeam(engine, { parts, ended: NONE, bestCost: spec.seedCost });
  try {
    team.start(threads - 1, start);
    // Helpers that are ready late get no part of so small a search.
    for (let turn = 0; threads > 1 && turn < 60; turn++) await soon();
    while (!team.isDone) {
      await team.searchFor(1, async () => {
        for (let turn = random.below(threads === 1 ? 1 : 12); turn > 0; turn--) await soon();
        return false;
      });
    }
    return team.status;
  } finally {
    team.dispose();
  }
}

/** The least cost, and the sets of cuts that have it, by trying all. */
function listCheapest(problem: SmallProblem): { readonly cost: number; readonly cuts: readonly string[] } {
  const values = problem.allowed.flatMap((allowed, a) =>
    Array.from(allowed.keys()).flatMap((leaf) => (leaf > 0 && allowed[leaf] === 1 ? [[a, leaf]] : [])),
  );
  let found: { cost: number; cuts: string[] } = { cost: Infinity, cuts: [] };
  for (let set = 0; set < 2 ** values.length; set++) {
    const cuts: number[][] = problem.sizes.map(() => []);
    values.forEach(([a, leaf], i) => ((set >>> i) & 1) === 1 && cuts[a].push(leaf));
    const [cost, suppressed] = costOfCuts(problem, cuts);
    if (suppressed > problem.limit || cost > found.cost) continue;
    if (cost < found.cost) found = { cost, cuts: [] };
    found.cuts.push(JSON.stringify(cuts));
  }
  return found;
}

const textOf = ({ cuts }: CutSolution): string => JSON.stringify(cuts.map((own) => [...own]));

describe('messages between the threads of a search that are late and overtake each other', () => {
  it.each([
    ['with shared memory', true],
    ['with messages alone', false],
  ])('change nothing but which of several cheapest sets of cuts is found, %s', async (_, isShared) => {
    if (!isShared) vi.stubGlobal('SharedArrayBuffer', undefined);
    const random = generator(isShared ? 810 : 811);
    const seen = { unique: 0, tied: 0, parts: 0 };
    const engine = createJsEngine();
    for (let trial = 0; trial < casesOf(3000, 40); trial++) {
      const problem = randomProblem(random, 9);
      const cheapest = listCheapest(problem);
      const set = open(engine, problem);
      const spec = specOf(problem, set, trial % 3 === 0 ? everything : randomPruning(random), Infinity);
      for (const threads of [1, 2 + (trial % 2)]) {
        const { best, bestCost, lowerBound } = await searchWith({ engine, set, spec }, threads, random, seen);
        const what = `trial ${trial}, ${threads} threads`;
        expect([what, best?.cost ?? Infinity, bestCost, lowerBound]).toEqual([
          what,
          cheapest.cost,
          cheapest.cost,
          cheapest.cost,
        ]);
        if (best !== null) expect(cheapest.cuts, what).toContain(textOf(best));
      }
      if (cheapest.cuts.length === 1) seen.unique++;
      if (cheapest.cuts.length > 1) seen.tied++;
      set.dispose();
    }
    engine.dispose();
    expect(Math.min(seen.unique, seen.tied)).toBeGreaterThan(3);
    // The number of parts that helpers take depends on when they are ready.
    expect(seen.parts).toBeGreaterThan(3);
  });
});
