import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Failure, StartThread } from '../../src/base/team.js';
import { isAnswer, isOrder, type Answer, type Order } from '../../src/k-optimize/team/messages.js';
import { NONE, SearchTeam, type Parts, type Part } from '../../src/k-optimize/team/search-team.js';
import { serveParts } from '../../src/k-optimize/team/serve-parts.js';
import { SharedCost } from '../../src/k-optimize/team/shared-cost.js';
import { Trace } from '../../src/k-optimize/team/trace.js';
import type { CutSolution, Engine, FrequencySet, KOptimizePruning, KOptimizeSpec } from '../../src/engine/engine.js';
import { bothEngines } from '../engine/engines.js';
import { costOfCuts, everything, exhaustive, nothing, open, randomProblem, specOf, type SmallProblem } from './problems.js'; // prettier-ignore
import { generator } from '../engine/random.js';

const engines = await bothEngines();
const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const go = async (): Promise<boolean> => {
  await soon();
  return false;
};

afterEach(() => vi.unstubAllGlobals());

/** Orders to the helpers of a team, and their answers. */
interface Heard {
  readonly orders: Order[];
  readonly answers: (Answer | Failure)[];
  ended: number;
}

/** Helpers of this process instead of threads: what goes between them and the team is copied, as it is between threads. */
function helpersHere(engine: Engine): { readonly start: StartThread; readonly heard: Heard } {
  const heard: Heard = { orders: [], answers: [], ended: 0 };
  const start: StartThread = (events) => {
    let give: (order: unknown) => void = () => undefined;
    let isOver = false;
    serveParts(
      {
        post: (answer, transfer) => {
          const copy = structuredClone(answer, { transfer });
          heard.answers.push(copy);
          setImmediate(() => isOver || events.message(copy));
        },
        listen: (listener) => (give = listener),
        letEventsIn: soon,
      },
      () => Promise.resolve(engine),
    );
    return {
      post: (order, transfer) => {
        const copy = structuredClone(order, { transfer: [...transfer] }) as Order;
        heard.orders.push(copy);
        setImmediate(() => isOver || give(copy));
      },
      end: () => {
        isOver = true;
        heard.ended++;
      },
    };
  };
  return { start, heard };
}

/** A problem whose search goes through many nodes, so that there is something to share. */
function longProblem(seed: number): SmallProblem {
  for (let next = seed; ; next++) {
    const problem = randomProblem(generator(next), 9);
    const values = problem.allowed.reduce((sum, all) => sum + all.slice(1).reduce((n, each) => n + each, 0), 0);
    if (values >= 7 && problem.rows.length > 8 && exhaustive(problem) < Infinity) return problem;
  }
}

function withSet<Result>(
  engine: Engine,
  problem: SmallProblem,
  pruning: KOptimizePruning,
  use: (set: FrequencySet, spec: KOptimizeSpec) => Promise<Result>,
  seedCost = Infinity,
): Promise<Result> {
  const set = open(engine, problem);
  return use(set, specOf(problem, set, pruning, seedCost)).finally(() => set.dispose());
}

function wholeSearch(engine: Engine, set: FrequencySet, spec: KOptimizeSpec): Parts<Part> {
  const search = engine.kOptimize(set, spec);
  const parts = [{ state: search.save(), lowerBound: 0, counters: NONE }];
  search.dispose();
  return { parts, ended: NONE, bestCost: spec.seedCost };
}

async function finish(team: SearchTeam): Promise<void> {
  let bound = team.status.lowerBound;
  while (!team.isDone) {
    await team.searchFor(3, go);
    expect(team.status.lowerBound).toBeGreaterThanOrEqual(bound);
    expect(team.status.lowerBound).toBeLessThanOrEqual(team.status.bestCost);
    expect(team.progress).toBeGreaterThanOrEqual(0);
    expect(team.progress).toBeLessThanOrEqual(1);
    bound = team.status.lowerBound;
  }
  expect(team.progress).toBeCloseTo(1, 9);
}

describe.each(['wasm', 'js'] as const)('a team of helpers in one process, engine %s', (name) => {
  const engine = engines[name];

  it('says why a thread cannot be started', async () => {
    const problem = longProblem(100);
    await withSet(engine, problem, nothing, (set, spec) => {
      const team = new SearchTeam(engine, wholeSearch(engine, set, spec));
      const cause = new Error('no more threads');
      const start = (): never => {
        throw cause;
      };
      expect(() => team.start(1, start)).toThrow(expect.objectContaining({ name: 'ThreadError', cause }));
      team.dispose();
      return Promise.resolve();
    });
  });

  it('asks no more helpers for a part than there are threads without one', async () => {
    const problem = longProblem(300);
    await withSet(engine, problem, nothing, async (set, spec) => {
      const part = (): Part => wholeSearch(engine, set, spec).parts[0];
      const team = new SearchTeam(engine, { parts: [part(), part(), part(), part()], ended: NONE, bestCost: Infinity });
      const sent: Order['kind'][][] = [];
      const tell: ((answer: Answer) => void)[] = [];
      team.start(3, ({ message }) => {
        const orders: Order['kind'][] = [];
        sent.push(orders);
        tell.push(message);
        return { post: (order) => orders.push((order as Order).kind), end: () => undefined };
      });
      for (const each of tell) each({ kind: 'ready' });
      const asked = (): number => sent.flat().filter((kind) => kind === 'split').length;
      // This thread searches a part, the helpers have the others: nobody waits.
      await team.searchFor(1, () => Promise.resolve(true));
      expect(sent.map((orders) => orders.filter((kind) => kind === 'part').length)).toEqual([1, 1, 1]);
      expect(asked()).toBe(0);
      // This thread has searched its own part, and the helpers have not: one part is wanted.
      let pauses = 0;
      await team.searchFor(Infinity, () => Promise.resolve(++pauses > 200 || asked() > 0));
      expect(asked()).toBe(1);
      await team.searchFor(Infinity, () => Promise.resolve(true));
      expect(asked()).toBe(1);
      team.dispose();
    });
  });

  it.each([1, 2, 3, 4, 5, 6])('finds the optimum of exhaustive search with up to three helpers (%i)', async (seed) => {
    const problem = longProblem(100 * seed);
    const optimum = exhaustive(problem);
    await withSet(engine, problem, seed % 3 === 0 ? everything : nothing, async (set, spec) => {
      let alone = 0;
      for (const helpers of [0, 1, 2, 3]) {
        const { start, heard } = helpersHere(engine);
        const team = new SearchTeam(engine, wholeSearch(engine, set, spec));
        expect([team.isDone, team.progress]).toEqual([false, 0]);
        team.start(helpers, start);
        expect(team.threads).toBe(1 + helpers);
        await finish(team);
        await team.halt();
        const { best, bestCost, lowerBound, nodes } = team.status;
        expect([bestCost, lowerBound]).toEqual([optimum, optimum]);
        expect(costOfCuts(problem, best!.cuts)).toEqual([optimum, best!.suppressed]);
        // Without a rule that removes nodes, every set of cuts is evaluated once, in whatever thread.
        if (helpers === 0) alone = nodes;
        else if (spec.pruning.nodes === false) expect(nodes).toBe(alone);
        if (helpers > 0) {
          expect(heard.answers.filter(({ kind }) => kind === 'ready').length).toBe(helpers);
          const parts = heard.orders.filter(({ kind }) => kind === 'part').length;
          expect(parts).toBeGreaterThanOrEqual(spec.pruning.nodes ? 0 : 1);
        }
        team.dispose();
        expect(heard.ended).toBe(helpers);
      }
    });
  });

  it.each([1, 2, 3])('is saved while it searches, and goes on from there in another team (%i)', async (seed) => {
    const problem = longProblem(1000 * seed);
    const optimum = exhaustive(problem);
    await withSet(engine, problem, nothing, async (set, spec) => {
      const whole = new SearchTeam(engine, wholeSearch(engine, set, spec));
      await finish(whole);
      for (const helpers of [0, 1, 2]) {
        const { start, heard } = helpersHere(engine);
        const first = new SearchTeam(engine, wholeSearch(engine, set, spec));
        first.start(helpers, start);
        for (let i = 0; i < 2 + 2 * helpers; i++) await first.searchFor(4, go);
        const halt = seed % 2 === 0;
        const saved = await first.save(halt);
        const { status } = first;
        const counted = saved.parts.reduce((sum, { counters }) => sum + counters.nodes, saved.ended.nodes);
        if (halt || helpers === 0) expect(counted).toBe(status.nodes);
        expect(saved.bestCost).toBe(status.bestCost);
        if (halt) {
          const told = heard.answers.length;
          for (let i = 0; i < 5; i++) await soon();
          expect(heard.answers.length).toBe(told);
        } else {
          // The search goes on as if no state had been saved.
          await finish(first);
          expect([first.status.bestCost, first.status.nodes]).toEqual([optimum, whole.status.nodes]);
        }
        first.dispose();
        const fresh = engine.kOptimize(set, spec);
        const parts = saved.parts.map(({ nodes, ...part }) => ({ ...part, state: fresh.restore(nodes) }));
        fresh.dispose();
        const second = new SearchTeam(engine, { ...saved, parts });
        second.start(1, helpersHere(engine).start);
        await finish(second);
        expect([second.status.bestCost, second.status.lowerBound]).toEqual([optimum, optimum]);
        expect(second.status.nodes).toBe(whole.status.nodes);
        second.dispose();
      }
      whole.dispose();
    });
  });

  it('believes a reported cost, in memory that all share or by messages', async () => {
    const problem = longProblem(7);
    const optimum = exhaustive(problem);
    for (const isShared of [true, false]) {
      vi.unstubAllGlobals();
      if (!isShared) vi.stubGlobal('SharedArrayBuffer', undefined);
      await withSet(engine, problem, nothing, async (set, spec) => {
        const { start, heard } = helpersHere(engine);
        const team = new SearchTeam(engine, wholeSearch(engine, set, spec));
        team.start(2, start);
        await team.searchFor(1, go);
        team.lowerBestCost(optimum);
        team.lowerBestCost(optimum + 5);
        await finish(team);
        expect([team.status.bestCost, team.status.lowerBound]).toEqual([optimum, optimum]);
        // The team's own best solution until then is dearer.
        expect(team.status.best?.cost ?? Infinity).toBeGreaterThan(optimum);
        const told = heard.orders.flatMap((order) => (order.kind === 'best' ? [order.cost] : []));
        expect(isShared ? told : told.slice(-2)).toEqual(isShared ? [] : [optimum, optimum]);
        const first = heard.orders[0];
        expect(first.kind === 'start' && (first.shared !== null) === isShared).toBe(true);
        team.dispose();
      });
    }
  });

  it('saves no cost whose solution is still on its way from another helper', async () => {
    const problem = longProblem(300);
    await withSet(engine, problem, nothing, async (set, spec) => {
      const part = (): Part => wholeSearch(engine, set, spec).parts[0];
      const team = new SearchTeam(engine, { parts: [part(), part(), part()], ended: NONE, bestCost: 1e9 });
      const tell: ((answer: Answer) => void)[] = [];
      team.start(2, ({ message }) => {
        tell.push(message);
        return { post: () => undefined, end: () => undefined };
      });
      for (const each of tell) each({ kind: 'ready' });
      // This thread has a part, and both helpers.
      await team.searchFor(1, () => Promise.resolve(true));
      const report = (bestCost: number, best: CutSolution | null) => ({
        status: { ...NONE, best, bestCost, lowerBound: 0 },
        progress: 0,
      });
      const saveWith = async (...costs: number[]): Promise<number> => {
        const saving = team.save(false);
        costs.forEach((cost, i) => tell[i]({ kind: 'saved', nodes: new Uint8Array(8), report: report(cost, null) }));
        return (await saving).bestCost;
      };
      const before = team.status.best?.cost ?? 1e9;
      expect(await saveWith(1e9, 1)).toBe(before);
      expect(team.status.bestCost).toBe(1);
      const cuts = problem.sizes.map(() => new Uint32Array());
      tell[0]({ kind: 'report', report: report(1, { cuts, cost: 1, suppressed: 0 }) });
      expect(await saveWith(1, 1)).toBe(1);
      team.dispose();
    });
  });

  it('searches as many nodes as it is asked for, and stops where the pause says so', async () => {
    const problem = longProblem(9);
    await withSet(engine, problem, nothing, async (set, spec) => {
      const team = new SearchTeam(engine, wholeSearch(engine, set, spec));
      expect(await team.searchFor(2, go)).toBeLessThanOrEqual(0);
      expect(team.status.nodes).toBeLessThan(8);
      const before = team.status.nodes;
      expect(await team.searchFor(1e9, () => Promise.resolve(true))).toBeGreaterThan(1e8);
      expect(team.isDone).toBe(false);
      expect(team.status.nodes).toBeGreaterThan(before);
      team.dispose();
    });
  });
});

describe('a helper', () => {
  /** A helper and what it answers. */
  function helper(engine: Engine) {
    const answers: (Answer | Failure)[] = [];
    let give: (order: unknown) => void = () => undefined;
    const port = {
      post: (answer: Answer | Failure) => void answers.push(answer),
      listen: (listener: (order: unknown) => void) => (give = listener),
      letEventsIn: soon,
    };
    serveParts(port, () => Promise.resolve(engine));
    const tell = async (...orders: unknown[]): Promise<string[]> => {
      const from = answers.length;
      for (const order of orders) give(order);
      for (let i = 0; i < 3; i++) await soon();
      return answers.slice(from).map(({ kind }) => kind);
    };
    return { answers, tell };
  }
  const start = { kind: 'start', engine: 'js', shared: null };

  it('answers orders in their turn, and refuses those out of it in one typed error each', async () => {
    const engine = engines.js;
    const problem = longProblem(20);
    await withSet(engine, problem, nothing, async (set, spec) => {
      const { state } = wholeSearch(engine, set, spec).parts[0];
      const { answers, tell } = helper(engine);
      const part = { kind: 'part', state: state.slice(), best: Infinity };
      expect(await tell(part)).toEqual(['failed']);
      expect(await tell({ kind: 'split' }, { kind: 'save', wanted: true, halt: true })).toEqual(['split', 'saved']);
      expect(answers.slice(-2)).toEqual([
        { kind: 'split', state: null, report: null },
        { kind: 'saved', nodes: null, report: null },
      ]);
      expect(await tell(start)).toEqual(['ready']);
      expect(await tell(start)).toEqual(['failed']);
      const told = await tell(part, part);
      expect(told.filter((kind) => kind === 'failed').length).toBe(1);
      expect(await tell({ kind: 'save', wanted: false, halt: true })).toContain('saved');
      const last = answers.find(({ kind }) => kind === 'failed') as Failure;
      expect(last.error).toMatchObject({ name: 'ThreadError' });
      // The helper is free again.
      for (const halt of [true, false]) {
        expect(await tell({ ...part, state: state.slice() })).not.toContain('failed');
        const said = await tell({ kind: 'save', wanted: !halt, halt });
        expect(said).toContain('saved');
      }
      for (let i = 0; i < 200 && answers.at(-1)?.kind !== 'ended'; i++) await soon();
      const ended = answers.at(-1) as Extract<Answer, { kind: 'ended' }>;
      expect(ended.kind).toBe('ended');
      expect([ended.report.status.bestCost, ended.report.progress]).toEqual([exhaustive(problem), 1]);
      const bests = answers.flatMap((answer) => (answer.kind === 'report' ? [answer.report.status.bestCost] : []));
      expect(bests.length).toBeGreaterThan(0);
    });
  });

  it('reports that there is no engine, or that a state is none', async () => {
    const answers: Answer[] = [];
    let give: (order: unknown) => void = () => undefined;
    const port = { post: (answer: Answer) => void answers.push(answer), listen: (listener: (order: unknown) => void) => (give = listener), letEventsIn: soon }; // prettier-ignore
    serveParts(port, () => Promise.reject(new Error('no memory')));
    give(start);
    await soon();
    expect(answers).toEqual([expect.objectContaining({ kind: 'failed' })]);
    const { tell } = helper(engines.js);
    expect(await tell(start, { kind: 'part', state: new Uint8Array(8), best: 3 })).toEqual(['ready', 'failed']);
  });
});

describe('messages between threads', () => {
  const status = { best: null, bestCost: 9, lowerBound: 0.5, nodes: 0, prunedNodes: 1, prunedTail: 2, uselessValues: 3, refutedByTables: 4 }; // prettier-ignore
  const best = { cost: 9, suppressed: 0, cuts: [Uint32Array.of(1)] };
  const report = { status, progress: 0.5 };
  const state = new Uint8Array(3);
  const shared = new SharedArrayBuffer(8);

  it.each<[boolean, unknown]>([
    [true, { kind: 'start', engine: 'js', shared: null }],
    [true, { kind: 'start', engine: 'wasm', shared }],
    [false, { kind: 'start', engine: 'sql', shared: null }],
    [false, { kind: 'start', engine: 'js', shared: new SharedArrayBuffer(16) }],
    [false, { kind: 'start', engine: 'js', shared: new ArrayBuffer(8) }],
    [false, { kind: 'start', engine: 'js' }],
    [true, { kind: 'part', state, best: Infinity }],
    [true, { kind: 'part', state, best: 0 }],
    [false, { kind: 'part', state, best: -1 }],
    [false, { kind: 'part', state, best: 0.5 }],
    [false, { kind: 'part', state: [1], best: 1 }],
    [true, { kind: 'best', cost: 4 }],
    [false, { kind: 'best', cost: Number.NaN }],
    [false, { kind: 'best', state, best: 1 }],
    [true, { kind: 'split' }],
    [true, { kind: 'save', wanted: false, halt: true }],
    [false, { kind: 'save', wanted: false }],
    [false, { kind: 'save', halt: true }],
    [false, { kind: 'save', wanted: 1, halt: true }],
    [false, { kind: 'save', wanted: true, halt: 0 }],
    [false, { wanted: true, halt: true }],
    [false, { kind: 'ready' }],
    [false, null],
    [false, 'split'],
  ])('is an order (%s): %j', (is, message) => expect(isOrder(message)).toBe(is));

  it.each<[boolean, unknown]>([
    [true, { kind: 'ready' }],
    [false, { kind: 'start' }],
    [false, null],
    ...(['report', 'ended'] as const).flatMap((kind): [boolean, unknown][] => [
      [true, { kind, report }],
      [true, { kind, report: { status: { ...status, best }, progress: 0 } }],
      [true, { kind, report: { status: { ...status, bestCost: Infinity }, progress: 0 } }],
      [false, { kind, report: null }],
      [false, { kind, report: { status, progress: -1 } }],
      [false, { kind, report: { status, progress: '1' } }],
      [false, { kind, report: { progress: 0.5 } }],
      [false, { kind, report: { status: { ...status, bestCost: -1 }, progress: 0 } }],
      [false, { kind, report: { status: { ...status, lowerBound: Number.NaN }, progress: 0 } }],
      [false, { kind, report: { status: { ...status, best: 1 }, progress: 0 } }],
      [false, { kind, report: { status: { ...status, best: { ...best, cost: 0.5 } }, progress: 0 } }],
      [false, { kind, report: { status: { ...status, best: { ...best, suppressed: -2 } }, progress: 0 } }],
      [false, { kind, report: { status: { ...status, best: { ...best, cuts: null } }, progress: 0 } }],
      [false, { kind, report: { status: { ...status, best: { ...best, cuts: [[1]] } }, progress: 0 } }],
    ]),
    ...['nodes', 'prunedNodes', 'prunedTail', 'uselessValues', 'refutedByTables'].map((name): [boolean, unknown] => [
      false,
      { kind: 'report', report: { status: { ...status, [name]: -1 }, progress: 0 } },
    ]),
    [true, { kind: 'split', state: null, report: null }],
    [true, { kind: 'split', state, report }],
    [false, { kind: 'split', state: 'text', report: null }],
    [false, { kind: 'split', state, report: {} }],
    [false, { kind: 'split', report }],
    [true, { kind: 'saved', nodes: null, report: null }],
    [true, { kind: 'saved', nodes: state, report }],
    [false, { kind: 'saved', nodes: 1, report: null }],
    [false, { kind: 'saved', nodes: state, report: 7 }],
  ])('is an answer (%s): %j', (is, message) => expect(isAnswer(message)).toBe(is));
});

describe('a cost that threads share', () => {
  it('is only lowered, and unknown at first', () => {
    const shared = SharedCost.make()!;
    const other = new SharedCost(shared.buffer);
    expect(shared.value).toBe(Infinity);
    shared.lower(Infinity);
    expect(other.value).toBe(Infinity);
    for (const [cost, value] of [[2 ** 52, 2 ** 52], [70, 70], [70, 70], [71, 70], [3, 3], [0, 0]]) {
      other.lower(cost);
      expect(shared.value).toBe(value);
    } // prettier-ignore
  });
});

describe('the trace of a search', () => {
  it('has a point where cost or bound changed, and its end whatever that is', () => {
    const trace = new Trace();
    trace.note(0.00149, 1, Infinity, 3);
    trace.note(1, 2, Infinity, 3);
    trace.note(2, 3, 9, 3);
    trace.note(3, 4, 9, 4);
    trace.note(4, 5, 9, 4);
    trace.note(5, 6, 9, 4, true);
    expect(trace.points).toEqual([[0.001, 1, null, 3], [2, 3, 9, 3], [3, 4, 9, 4], [5, 6, 9, 4]]); // prettier-ignore
    expect(new Trace(trace.points).points).toEqual(trace.points);
  });

  it('is thinned to 64 points at most: first and last, and of the steps of the cost more than of the bound', () => {
    const trace = new Trace();
    for (let i = 0; i <= 63; i++) trace.note(i, i, i < 32 ? 100 - i : 50, i < 32 ? 0 : i);
    expect(trace.points.length).toBe(64);
    trace.note(64, 64, 50, 64);
    const seconds = trace.points.map(([at]) => at);
    const odd = Array.from({ length: 32 }, (_, i) => 2 * i + 1);
    const steps = [4, 8, 12, 16, 20, 24, 28, 32];
    expect(seconds).toEqual([0, 64, ...odd, ...steps].sort((a, b) => a - b));
    // A bound that creeps waits for a second from now on; a cost does not.
    trace.note(64.5, 65, 50, 65);
    expect(trace.points.length).toBe(seconds.length);
    trace.note(64.5, 66, 49, 65);
    trace.note(65.5, 67, 49, 66);
    trace.note(65.6, 68, 49, 67, true);
    expect(trace.points.slice(seconds.length).map(([at]) => at)).toEqual([64.5, 65.5, 65.6]);
  });
});
