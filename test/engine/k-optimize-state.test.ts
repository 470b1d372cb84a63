import { describe, expect, it } from 'vitest';
import type { KOptimizeSearch } from '../../src/engine/engine.js';
import { InvalidArgumentError } from '../../src/base/errors.js';
import { frameAt, Heap } from '../../src/engine/k-optimize/heap.js';
import { long } from '../shared.js';
import { allEngines } from './engines.js';
import {
  costOfCuts,
  everything,
  exhaustive,
  open,
  randomProblem,
  randomPruning,
  specOf,
} from './k-optimize-problems.js';
import { generator } from './random.js';

const engines = await allEngines();

const cases = long ? 10_000 : 300;

describe('a saved search of K-OPTIMIZE', () => {
  it('goes on as if it had never stopped, in any engine', () => {
    const random = generator(50);
    for (let i = 0; i < cases; i++) {
      const problem = randomProblem(random, 12);
      const pruning = i % 3 === 0 ? everything : randomPruning(random);
      const first = random.pick(engines);
      const set = open(first, problem);
      const whole = first.kOptimize(set, specOf(problem, set, pruning, Infinity));
      const cut = first.kOptimize(set, specOf(problem, set, pruning, Infinity));
      const budget = 1 + random.below(6);
      cut.step(budget);
      whole.step(budget);
      const resumed = random.pick(engines).resumeKOptimize(cut.save());
      expect(resumed.fingerprint).toBe(whole.fingerprint);
      expect(resumed.status()).toEqual(whole.status());
      let steps = 0;
      while (!whole.step(budget) && steps++ < 200) resumed.step(budget);
      resumed.step(budget);
      expect(resumed.status()).toEqual(whole.status());
      for (const search of [whole, cut, resumed]) search.dispose();
      set.dispose();
    }
  });

  it('has the same fingerprint in every engine, another for another problem', () => {
    const random = generator(51);
    const seen = new Set<string>();
    for (let i = 0; i < 50; i++) {
      const problem = { ...randomProblem(random, 9), k: 2 + i };
      const prints = engines.map((engine) => {
        const set = open(engine, problem);
        const search = engine.kOptimize(set, specOf(problem, set, everything, i));
        const other = engine.kOptimize(set, specOf(problem, set, { ...everything, tail: false }, i));
        expect(other.fingerprint).not.toBe(search.fingerprint);
        const print = search.fingerprint;
        for (const each of [search, other]) each.dispose();
        set.dispose();
        return print;
      });
      expect(new Set(prints).size).toBe(1);
      seen.add(prints[0]);
    }
    // Few rows below every k make the same problem.
    expect(seen.size).toBeGreaterThan(25);
  });

  it('falls into parts that together find the optimum, each solution once, with bounds that hold', () => {
    const random = generator(52);
    let splits = 0;
    for (let i = 0; i < cases; i++) {
      const problem = randomProblem(random, i % 10 === 0 ? 11 : 9);
      const optimum = exhaustive(problem);
      const pruning = i % 3 === 0 ? everything : randomPruning(random);
      const set = open(engines[0], problem);
      const open0 = engines[0].kOptimize(set, specOf(problem, set, pruning, Infinity));
      const waiting: KOptimizeSearch[] = [open0];
      let best = Infinity;
      while (waiting.length > 0) {
        const search = waiting.splice(random.below(waiting.length), 1)[0];
        if (random.below(2) === 0) search.lowerBestCost(best);
        const done = search.step(1 + random.below(4));
        const status = search.status();
        if (status.best !== null) {
          const [cost, suppressed] = costOfCuts(problem, status.best.cuts);
          expect([cost, suppressed]).toEqual([status.best.cost, status.best.suppressed]);
          best = Math.min(best, cost);
        }
        if (!done) {
          const part = random.below(2) === 0 ? search.split() : null;
          if (part !== null) {
            splits++;
            const other = random.pick(engines).resumeKOptimize(part);
            expect(other.status()).toMatchObject({ best: null, nodes: 0, prunedNodes: 0, prunedTail: 0 });
            waiting.push(other);
          }
          waiting.push(search);
          const bound = Math.min(best, ...waiting.map((each) => each.status().lowerBound));
          if (bound > optimum) expect({ i, bound }).toEqual({ i, bound: optimum });
        } else search.dispose();
      }
      if (best !== optimum) expect({ i, pruning, best }).toEqual({ i, pruning, best: optimum });
      set.dispose();
    }
    expect(splits).toBeGreaterThan(cases / 4);
  });

  it('walks as many nodes in parts as whole when no cost prunes', () => {
    const random = generator(53);
    for (let i = 0; i < 60; i++) {
      const problem = { ...randomProblem(random, 9), limit: Infinity };
      const off = { nodes: false, tail: false, useless: 'off', reorder: false, tables: false } as const;
      const set = open(engines[1], problem);
      const whole = engines[1].kOptimize(set, specOf(problem, set, off, Infinity));
      while (!whole.step(1000));
      const waiting = [engines[1].kOptimize(set, specOf(problem, set, off, Infinity))];
      let nodes = 0;
      while (waiting.length > 0) {
        const search = waiting.pop()!;
        const done = search.step(3);
        const part = search.split();
        if (part !== null) waiting.unshift(random.pick(engines).resumeKOptimize(part));
        if (!done) waiting.push(search);
        else nodes += search.status().nodes;
      }
      expect(nodes).toBe(whole.result().nodes);
      set.dispose();
    }
  });

  it('refuses bytes that no search of this version saved', () => {
    const problem = randomProblem(generator(54), 9);
    for (const engine of engines) {
      const set = open(engine, problem);
      const state = engine.kOptimize(set, specOf(problem, set, everything, Infinity)).save();
      const other = state.slice();
      other[4]++;
      for (const wrong of [new Uint8Array(0), new Uint8Array(400), state.subarray(0, 5), state.slice(0, -4), other]) {
        expect(() => engine.resumeKOptimize(wrong)).toThrow(InvalidArgumentError);
      }
      engine.resumeKOptimize(state).dispose();
      set.dispose();
    }
  });
});

describe('a saved search that a fresh one makes anew', () => {
  /** Takes a search to its end, which is near. */
  const finish = (search: KOptimizeSearch, bestCost: number): number => {
    search.lowerBestCost(bestCost);
    for (let steps = 0; !search.step(100); steps++) expect(steps).toBeLessThan(1000);
    const { bestCost: least } = search.status();
    search.dispose();
    return least;
  };

  it('ends with the least cost, and by the rules of the paper after the same nodes', () => {
    const random = generator(54);
    for (let i = 0; i < cases; i++) {
      const problem = randomProblem(random, 10);
      const pruning = i % 3 === 0 ? everything : randomPruning(random);
      const engine = random.pick(engines);
      const set = open(engine, problem);
      const search = engine.kOptimize(set, specOf(problem, set, pruning, Infinity));
      const fresh = engine.kOptimize(set, specOf(problem, set, pruning, Infinity));
      const done = search.step(random.below(6));
      if (!done) {
        const { bestCost } = search.status();
        const again = random.pick(engines).resumeKOptimize(fresh.restore(search.save()));
        again.lowerBestCost(bestCost);
        while (!search.step(100));
        while (!again.step(100));
        expect(again.status().bestCost).toBe(exhaustive(problem));
        if (!pruning.tables) expect({ ...again.status(), best: null }).toEqual({ ...search.status(), best: null });
        again.dispose();
      }
      for (const each of [search, fresh]) each.dispose();
      set.dispose();
    }
  });

  /** The state of a search that a fresh one makes of changed words; null where it refuses them. */
  const restoredOf = (fresh: KOptimizeSearch, words: Int32Array): Uint8Array | null => {
    try {
      return fresh.restore(new Uint8Array(words.buffer));
    } catch (error) {
      expect((error as InvalidArgumentError).code).toBe('WRONG_STATE');
      return null;
    }
  };

  it('is refused, or ends with the least cost, whatever word of it was changed', () => {
    const random = generator(55);
    const told = { refused: 0, taken: 0 };
    for (let i = 0; i < (long ? 200 : 6); i++) {
      const problem = randomProblem(random, 8);
      const engine = engines[i % engines.length];
      const set = open(engine, problem);
      const pruning = { ...everything, tables: i % 2 === 0 };
      const search = engine.kOptimize(set, specOf(problem, set, pruning, Infinity));
      const fresh = engine.kOptimize(set, specOf(problem, set, pruning, Infinity));
      const state = search.step(1 + random.below(3)) ? new Uint8Array(0) : search.save();
      const { bestCost } = search.status();
      const least = exhaustive(problem);
      const isClaim = state.length === 0 ? () => false : tailsOf(new Int32Array(state.buffer));
      for (let at = 0; at < state.length / 4; at++) {
        const words = new Int32Array(state.slice().buffer);
        words[at] ^= at % 3 === 0 ? -1 : 1 << random.below(32);
        const restored = restoredOf(fresh, words);
        told[restored === null ? 'refused' : 'taken']++;
        if (restored === null) continue;
        const cost = finish(engine.resumeKOptimize(restored), bestCost);
        if (isClaim(at)) expect(cost).toBeGreaterThanOrEqual(least);
        else expect([at, cost]).toEqual([at, least]);
      }
      for (const each of [search, fresh]) each.dispose();
      set.dispose();
    }
    expect(Math.min(told.refused, told.taken)).toBeGreaterThan(50);
  });

  it('is refused by a search of another problem, and when it is cut', () => {
    const random = generator(56);
    const [engine] = engines;
    const problem = { ...randomProblem(random, 9), k: 2 };
    const set = open(engine, problem);
    const fresh = engine.kOptimize(set, specOf(problem, set, everything, Infinity));
    const other = engine.kOptimize(set, specOf({ ...problem, k: 3 }, set, everything, Infinity));
    const state = fresh.save();
    expect(fresh.restore(state)).toEqual(state);
    expect(() => other.restore(state)).toThrow(InvalidArgumentError);
    for (const bytes of [0, 3, 28, 64, state.length - 4]) {
      expect(() => fresh.restore(state.slice(0, bytes))).toThrow(InvalidArgumentError);
    }
    for (const each of [fresh, other]) each.dispose();
    set.dispose();
  });
});

/** Whether a word of a state says what is left to be searched below a node: nobody can tell that from the vectors. */
function tailsOf(words: Int32Array): (at: number) => boolean {
  const attributes = words[5];
  const block = 7 + attributes + words.slice(7, 7 + attributes).reduce((sum, count) => sum + count, 0);
  const own = words.slice(block, block + words.length);
  const h = new Heap(own, new Float64Array(own.buffer, 0, own.length >> 1));
  const tails = new Set<number>();
  for (let place = h.frame; place !== 0; place = frameAt(h, place).parent) {
    for (let w = 0; w < h.setWords; w++) tails.add(block + frameAt(h, place).tail + w);
  }
  return (at) => tails.has(at);
}
