import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StartThread } from '../../src/base/team.js';
import { NONE, type Part, type Parts, SearchTeam } from '../../src/k-optimize/team/search-team.js';
import type { CutSolution, Engine, FrequencySet, KOptimizeSpec } from '../../src/engine/engine.js';
import { applyAuditRequest } from '../../src/pipeline/apply-audit-request.js';
import { serveRun } from '../../src/pipeline/serve-run.js';
import { bothEngines } from '../engine/engines.js';
import { randomPersonProblem } from './person-problems.js';
import {
  costOfCuts,
  everything,
  open,
  randomModelProblem,
  randomProblem,
  randomPruning,
  randomWidthProblem,
  specOf,
  type SmallProblem,
} from './problems.js';
import { generator, type Generator } from '../engine/random.js';
import { casesOf } from '../shared.js';
import { soon } from '../algorithms/sharing/start-here.js';

const engines = await bothEngines();

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
  /** Searches that went on from the open nodes of all threads. */
  resumed: number;
}

/** Threads of this process whose messages are late and, between threads, out of order. */
const startDelayed =
  (engine: Engine, random: Generator, counts: Counts): StartThread =>
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
      () => Promise.resolve(engine),
      async (message) => applyAuditRequest(message),
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

interface Search {
  readonly engine: Engine;
  readonly set: FrequencySet;
  readonly spec: KOptimizeSpec;
}

async function searchWith(
  { engine, set, spec }: Search,
  threads: number,
  random: Generator,
  counts: Counts,
): Promise<Found> {
  const start = startDelayed(engine, random, counts);
  const fresh = engine.kOptimize(set, spec);
  const open = (from: Parts<Part>): SearchTeam => {
    const team = new SearchTeam(engine, from);
    team.start(threads - 1, start);
    return team;
  };
  let team = open({
    parts: [{ state: fresh.save(), lowerBound: 0, counters: NONE }],
    ended: NONE,
    bestCost: spec.seedCost,
  });
  let found: CutSolution | null = null;
  const cheaper = (best: CutSolution | null): CutSolution | null =>
    best !== null && (found === null || best.cost < found.cost) ? best : found;
  try {
    // Helpers that are ready late get no part of so small a search.
    for (let turn = 0; threads > 1 && turn < 60; turn++) await soon();
    while (!team.isDone) {
      await team.searchFor(1, async () => {
        for (let turn = random.below(threads === 1 ? 1 : 12); turn > 0; turn--) await soon();
        return false;
      });
      if (random.below(8) > 0) continue;
      const saved = await team.save(random.below(2) === 0);
      found = cheaper(team.status.best);
      team.dispose();
      const parts = saved.parts.map(({ nodes, ...part }) => ({ ...part, state: fresh.restore(nodes) }));
      team = open({ ...saved, parts });
      counts.resumed++;
    }
    return { ...team.status, best: cheaper(team.status.best) };
  } finally {
    team.dispose();
    fresh.dispose();
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

const PROBLEMS = [
  ['k-anonymity', randomProblem],
  ['models of sensitive columns', randomModelProblem],
  ['persons', randomPersonProblem],
  ['widths', randomWidthProblem],
] as const;

describe('messages between the threads of a search that are late and overtake each other', () => {
  it.each(
    PROBLEMS.flatMap(([what, draw]) => [
      { what, draw, memory: 'with shared memory', isShared: true },
      { what, draw, memory: 'with messages alone', isShared: false },
    ]),
  )(
    'change nothing but which of several cheapest sets of cuts is found, of $what $memory',
    async ({ draw, isShared }) => {
      if (!isShared) vi.stubGlobal('SharedArrayBuffer', undefined);
      const random = generator(isShared ? 810 : 811);
      const seen = { unique: 0, tied: 0, parts: 0, resumed: 0 };
      for (let trial = 0; trial < casesOf(3000, 20); trial++) {
        const engine = engines[trial % 2 === 0 ? 'js' : 'wasm'];
        const problem = draw(random, 9);
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
      expect(Math.min(seen.unique, seen.tied)).toBeGreaterThan(0);
      // The number of parts that helpers take depends on when they are ready.
      expect(Math.min(seen.parts, seen.resumed)).toBeGreaterThan(0);
    },
  );
});
