import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SearchProgress } from '../../src/algorithms/algorithm.js';
import { gapOf, SearchClock } from '../../src/algorithms/search-clock.js';
import { Pauses } from '../../src/algorithms/pauses.js';
import { runSearch } from '../../src/algorithms/run-search.js';
import type { EngineSearch } from '../../src/engine/engine.js';
import { handClock } from '../slow-clock.js';

const aborted = AbortSignal.abort();
/** Works without a pause, for as long as the clock of the tests says. */
let work: (milliseconds: number) => void;
beforeEach(() => {
  work = handClock();
});
afterEach(() => {
  vi.restoreAllMocks();
});
/** `startedAt` of a search that began `seconds` seconds ago. */
const ago = (seconds: number): number => performance.now() - 1000 * seconds;

describe('the time of a search', () => {
  it('has no end without a limit, and counts from the given start, or from its own', () => {
    expect(new Pauses({}).secondsLeft).toBe(undefined);
    expect(new Pauses({}).isOver).toBe(false);
    expect(new Pauses({ timeLimit: 10, startedAt: ago(4) }).secondsLeft).toBe(6);
    expect(new Pauses({ timeLimit: 10, startedAt: ago(14) }).secondsLeft).toBe(-4);
    expect(new Pauses({ timeLimit: 10 }).secondsLeft).toBe(10);
    const pauses = new Pauses({});
    work(30);
    expect(pauses.seconds).toBe(0.03);
  });

  it('is over past the limit, or when it is asked to finish, and stays ended early for every later caller', () => {
    const limited = new Pauses({ timeLimit: 10, startedAt: ago(11) });
    expect(limited.endedEarly).toBe(false);
    expect([limited.isOver, limited.endedEarly]).toEqual([true, true]);
    expect(new Pauses({ timeLimit: 10, startedAt: ago(1) }).isOver).toBe(false);
    expect(new Pauses({ timeLimit: 0 }).isOver).toBe(true);
    const finish = new AbortController();
    const finished = new Pauses({ finish: finish.signal });
    expect([finished.isOver, finished.endedEarly]).toEqual([false, false]);
    finish.abort();
    expect([finished.endedEarly, finished.isOver, finished.endedEarly]).toEqual([false, true, true]);
    // An aborted signal is no end with a result.
    expect(new Pauses({ signal: aborted }).isOver).toBe(false);
  });
});

describe('a pause', () => {
  it('is due after about 20 ms without one, not before, and not after one', async () => {
    const pauses = new Pauses({});
    work(20);
    expect(pauses.isDue).toBe(false);
    work(1);
    expect(pauses.isDue).toBe(true);
    await pauses.letEventsIn();
    expect(pauses.isDue).toBe(false);
  });

  it('reports the phase and the share with what is known, and lets events in', async () => {
    const told: SearchProgress[] = [];
    const onProgress = (progress: SearchProgress): void => void told.push(progress);
    let events = 0;
    setTimeout(() => events++, 0);
    await new Pauses({ onProgress }).pause(0.25);
    expect(events).toBe(1);
    await new Pauses({ onProgress }, 'cuts').pause(0.5, { cost: 7 });
    const quiet = new Pauses({ onProgress });
    await quiet.pauseWhenDue(0.75);
    await quiet.letEventsIn();
    expect(told).toEqual([
      { phase: 'search', share: 0.25 },
      { phase: 'cuts', share: 0.5, cost: 7 },
    ]);
    work(30);
    await quiet.pauseWhenDue(0.75);
    expect(told[2]).toEqual({ phase: 'search', share: 0.75 });
  });

  it('throws where the signal is aborted, also by the events that it lets in', async () => {
    await expect(new Pauses({ signal: aborted }).pause(0)).rejects.toMatchObject({ name: 'AbortError' });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 0);
    await expect(new Pauses({ signal: controller.signal }).letEventsIn()).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('work in steps', () => {
  function* steps(count: number, milliseconds: number, seen: { steps: number; freed: number }): Generator<void, string> {
    try {
      for (; seen.steps < count; seen.steps++) {
        work(milliseconds);
        yield;
      }
      return 'done';
    } finally {
      seen.freed++;
    }
  } // prettier-ignore

  it('gives its result, and pauses where one is due, by the pause that it is given', async () => {
    const seen = { steps: 0, freed: 0 };
    let pauses = 0;
    const own = new Pauses({});
    const pause = async (): Promise<void> => {
      pauses++;
      await own.letEventsIn();
    };
    expect(await own.drive(steps(4, 25, seen), pause)).toBe('done');
    expect([seen.steps, seen.freed, pauses]).toEqual([4, 1, 4]);
    const told: number[] = [];
    const quick = new Pauses({ onProgress: ({ share }) => void told.push(share) });
    expect(await quick.drive(steps(9, 0, { steps: 0, freed: 0 }))).toBe('done');
    expect(told).toEqual([]);
    expect(await quick.drive(steps(2, 25, { steps: 0, freed: 0 }))).toBe('done');
    expect(told).toEqual([0, 0]);
  });

  it('is left in the middle where a pause throws, and frees what it holds', async () => {
    const seen = { steps: 0, freed: 0 };
    const driven = new Pauses({ signal: aborted }).drive(steps(100, 25, seen));
    await expect(driven).rejects.toMatchObject({ name: 'AbortError' });
    expect([seen.steps, seen.freed]).toEqual([0, 1]);
  });
});

describe('the clock of a search for cuts', () => {
  it('reports the larger of its share and that of the time limit, never more than all, only where a pause is due', async () => {
    const told: SearchProgress[] = [];
    const onProgress = (progress: SearchProgress): void => void told.push(progress);
    const clock = new SearchClock({ onProgress, timeLimit: 10, startedAt: ago(5) });
    expect(await clock.pause(0.1)).toBe(false);
    expect(told).toEqual([]);
    for (const share of [0.1, 0.9]) {
      work(30);
      expect(await clock.pause(share)).toBe(false);
    }
    expect(told[0].phase).toBe('cuts');
    expect(told[0].share).toBeCloseTo(0.503, 12);
    expect(told[1].share).toBe(0.9);
    const late = new SearchClock({ onProgress, timeLimit: 10, startedAt: ago(50) });
    work(30);
    expect(await late.pause(0.2)).toBe(true);
    expect(told[2].share).toBe(1);
    expect([late.endedEarly, late.secondsLeft]).toEqual([true, 0.001]);
    const free = new SearchClock({ onProgress });
    work(30);
    await free.pause(0.2);
    expect([told[3].share, free.secondsLeft]).toEqual([0.2, undefined]);
  });

  it('reports cost, bound and gap once a cost is known', async () => {
    const told: SearchProgress[] = [];
    const clock = new SearchClock({ onProgress: (progress) => void told.push(progress) });
    for (const cost of [Infinity, 80]) {
      work(30);
      await clock.pause(0, { cost, lowerBound: 20 });
    }
    expect(told).toEqual([
      { phase: 'cuts', share: 0 },
      { phase: 'cuts', share: 0, cost: 80, lowerBound: 20, gap: 0.75 },
    ]);
    expect([gapOf({ cost: 0, lowerBound: 0 }), gapOf({ cost: 4, lowerBound: 4 })]).toEqual([0, 0]);
  });

  it('throws at once where the signal is aborted, whether a pause is due or not', async () => {
    await expect(new SearchClock({ signal: aborted }).pause(0)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a search of the engine', () => {
  /** A search that ends after `steps` steps of `milliseconds` each. */
  function searchOf(steps: number, milliseconds: number) {
    const budgets: number[] = [];
    const search = {
      step: (budget: number): boolean => {
        work(milliseconds);
        return budgets.push(budget) >= steps;
      },
      progress: () => budgets.length / 10,
    };
    return { search: search as unknown as EngineSearch<unknown>, budgets };
  }

  it('is stepped to its end, twice as far where a step was quick, and reports its share', async () => {
    const { search, budgets } = searchOf(4, 0);
    const told: SearchProgress[] = [];
    await runSearch(search, 'partition', { onProgress: (progress) => void told.push(progress) });
    expect(budgets).toEqual([1, 2, 4, 8].map((times) => times * 2 ** 16));
    expect(told).toEqual([0.1, 0.2, 0.3, 1].map((share) => ({ phase: 'partition', share })));
  });

  it('is stepped half as far where a step took more than three slices, never less than at first', async () => {
    const { search, budgets } = searchOf(3, 65);
    await runSearch(search, 'partition', {});
    expect(budgets).toEqual([2 ** 16, 2 ** 16, 2 ** 16]);
    let times = 0;
    const slower = { step: () => (work([0, 0, 65, 65][times++]), times === 5), progress: () => 0 };
    const seen: number[] = [];
    const watched = { ...slower, step: (budget: number) => (seen.push(budget), slower.step()) };
    await runSearch(watched as unknown as EngineSearch<unknown>, 'partition', {});
    expect(seen.map((budget) => budget / 2 ** 16)).toEqual([1, 2, 4, 2, 1]);
  });

  it('ends where the signal is aborted, between quick steps as between slow ones', async () => {
    for (const milliseconds of [0, 30]) {
      const { search, budgets } = searchOf(50, milliseconds);
      const controller = new AbortController();
      const onProgress = (): void => void (budgets.length === 2 && controller.abort());
      const run = runSearch(search, 'partition', { signal: controller.signal, onProgress });
      await expect(run).rejects.toMatchObject({ name: 'AbortError' });
      expect(budgets.length).toBe(2);
    }
    // Events come in where a pause is due: by the fifth step of 5 ms.
    const { search, budgets } = searchOf(1000, 5);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 0);
    await expect(runSearch(search, 'partition', { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(budgets.length).toBe(5);
  }); // prettier-ignore
});
