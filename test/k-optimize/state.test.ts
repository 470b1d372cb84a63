import { describe, expect, it } from 'vitest';
import type { KOptimizeSearch } from '../../src/engine/engine.js';
import { InvalidArgumentError } from '../../src/base/errors.js';
import { readState } from '../../src/k-optimize/block/state.js';
import { casesOf } from '../shared.js';
import { allEngines } from '../engine/engines.js';
import {
  costOfCuts,
  everything,
  exhaustive,
  open,
  randomProblem,
  randomWidthProblem,
  randomPruning,
  specOf,
} from './problems.js';
import { generator } from '../engine/random.js';

const engines = await allEngines();

const cases = casesOf(10_000, 14);

const draws = [randomProblem, randomWidthProblem];

describe('a saved search of K-OPTIMIZE', () => {
  it('goes on as if it had never stopped, in any engine', () => {
    const random = generator(50);
    for (let i = 0; i < cases; i++) {
      const problem = draws[i % 2](random, 12);
      const pruning = i % 3 === 0 ? everything : randomPruning(random);
      const first = random.pick(engines);
      const set = open(first, problem);
      const whole = first.kOptimize(set, specOf(problem, set, pruning, Infinity));
      const cut = first.kOptimize(set, specOf(problem, set, pruning, Infinity));
      const budget = 1 + random.below(6);
      cut.step(budget);
      whole.step(budget);
      const resumed = random.pick(engines).resumeKOptimize(cut.save());
      expect(resumed.problem()).toEqual(whole.problem());
      expect(resumed.status()).toEqual(whole.status());
      let steps = 0;
      while (!whole.step(budget) && steps++ < 200) resumed.step(budget);
      resumed.step(budget);
      expect(resumed.status()).toEqual(whole.status());
      for (const search of [whole, cut, resumed]) search.dispose();
      set.dispose();
    }
  });

  it('identifies the same problem in every engine, another for another one', () => {
    const random = generator(51);
    const seen = new Set<string>();
    for (let i = 0; i < 50; i++) {
      const problem = { ...randomProblem(random, 9), k: 2 + i };
      const prints = engines.map((engine) => {
        const set = open(engine, problem);
        const search = engine.kOptimize(set, specOf(problem, set, everything, i));
        const other = engine.kOptimize(set, specOf(problem, set, { ...everything, tail: false }, i));
        const print = Buffer.from(search.problem()).toString('hex');
        expect(Buffer.from(other.problem()).toString('hex')).not.toBe(print);
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
      const problem = draws[i % 2](random, i % 10 === 0 ? 11 : 9);
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
      const off = { nodes: false, tail: false, useless: 'off', reorder: false, tables: false, runs: false } as const;
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

describe('a saved search that a fresh one restores', () => {
  /** Takes a search to its end, which is near. */
  const finish = (search: KOptimizeSearch, bestCost: number): number => {
    search.lowerBestCost(bestCost);
    for (let steps = 0; !search.step(100); steps++) expect(steps).toBeLessThan(1000);
    const { bestCost: least } = search.status();
    search.dispose();
    return least;
  };

  it('ends with the least cost, and by the rules of the paper after the same nodes, or a few more', () => {
    const random = generator(54);
    for (let i = 0; i < cases; i++) {
      const problem = draws[i % 2](random, 10);
      const pruning = i % 3 === 0 ? everything : randomPruning(random);
      const engine = random.pick(engines);
      const set = open(engine, problem);
      const search = engine.kOptimize(set, specOf(problem, set, pruning, Infinity));
      const fresh = engine.kOptimize(set, specOf(problem, set, pruning, Infinity));
      const done = search.step(random.below(6));
      if (!done) {
        const { bestCost } = search.status();
        const again = random.pick(engines).resumeKOptimize(fresh.restore(search.openNodes()));
        again.lowerBestCost(bestCost);
        while (!search.step(100));
        while (!again.step(100));
        expect(again.status().bestCost).toBe(exhaustive(problem));
        if (!pruning.tables) {
          // A restored node does not know the bounds of its ancestors, of which one may have been larger: then it is searched.
          const { nodes, prunedNodes, ...rest } = again.status();
          const whole = search.status();
          const more = nodes - whole.nodes;
          expect(more).toBeGreaterThanOrEqual(0);
          expect(more).toBeLessThan(10);
          if (i < 300) expect(more).toBe(0);
          expect(prunedNodes - whole.prunedNodes).toBeLessThanOrEqual(more);
          expect(rest.lowerBound).toBe(whole.lowerBound);
          if (more === 0) expect({ ...again.status(), best: null }).toEqual({ ...whole, best: null });
        }
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

  // promise: sealed-checkpoint-harmless
  it('is refused, or ends with the least cost, whatever word of it was changed', () => {
    const random = generator(55);
    const told = { refused: 0, taken: 0 };
    for (let i = 0; i < casesOf(2000, 11); i++) {
      const problem = randomProblem(random, 8);
      const engine = engines[i % engines.length];
      const set = open(engine, problem);
      const pruning = { ...everything, tables: i % 2 === 0 };
      const search = engine.kOptimize(set, specOf(problem, set, pruning, Infinity));
      const fresh = engine.kOptimize(set, specOf(problem, set, pruning, Infinity));
      const state = search.step(1 + random.below(3)) ? new Uint8Array(0) : search.openNodes();
      const { bestCost } = search.status();
      const least = exhaustive(problem);
      const setWords = Math.max(1, Math.ceil(readState(fresh.save()).cuts.flatMap((cuts) => [...cuts]).length / 32));
      const isClaim = claimsOf(new Int32Array(state.buffer), setWords);
      for (let n = 0; n < state.length / 2; n++) {
        const at = n >> 1;
        const words = new Int32Array(state.slice().buffer);
        words[at] ^= n % 2 === 0 ? 1 << random.below(6) : random.pick([-1, 1 << random.below(32)]);
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
    expect(Math.min(told.refused, told.taken)).toBeGreaterThan(15);
  });

  it('finds the optimum in parts that are saved and restored time and again', () => {
    const random = generator(57);
    let saved = 0;
    for (let i = 0; i < cases / 3; i++) {
      const problem = draws[i % 2](random, i % 5 === 0 ? 11 : 9);
      const pruning = i % 3 === 0 ? everything : randomPruning(random);
      const set = open(engines[0], problem);
      const fresh = engines[0].kOptimize(set, specOf(problem, set, pruning, Infinity));
      const waiting = [engines[0].kOptimize(set, specOf(problem, set, pruning, Infinity))];
      let best = Infinity;
      while (waiting.length > 0) {
        const search = waiting.splice(random.below(waiting.length), 1)[0];
        const done = search.step(1 + random.below(3));
        best = Math.min(best, search.status().best?.cost ?? Infinity);
        const part = done ? null : search.split();
        if (part !== null) waiting.push(random.pick(engines).resumeKOptimize(part));
        if (!done) {
          waiting.push(random.pick(engines).resumeKOptimize(fresh.restore(search.openNodes())));
          saved++;
        }
        search.dispose();
      }
      expect([i, best]).toEqual([i, exhaustive(problem)]);
      fresh.dispose();
      set.dispose();
    }
    expect(saved).toBeGreaterThan(cases / 3);
  });

  // promise: checkpoint-without-values
  it('tells no vector and no count of rows', () => {
    const random = generator(58);
    let nodes = 0;
    for (let i = 0; i < 50; i++) {
      const problem = randomProblem(random, 10);
      const set = open(engines[1], problem);
      // The cells, each with twelve times its rows, and with a k to fit: another table with the same open nodes.
      const more = { ...problem, rows: Array.from({ length: 12 }, () => problem.rows).flat(), k: 12 * problem.k };
      const label = Array.from({ length: 12 }, () => problem.label).flat();
      const larger = { ...more, label, limit: 12 * problem.limit };
      const largerSet = open(engines[1], larger);
      const pruning = { ...everything, nodes: false, tail: false, tables: false };
      const told = [
        engines[1].kOptimize(set, specOf(problem, set, pruning, Infinity)),
        engines[1].kOptimize(largerSet, specOf(larger, largerSet, pruning, Infinity)),
      ].map((search) => {
        search.step(2);
        const bytes = search.openNodes();
        search.dispose();
        return bytes;
      });
      nodes += new Int32Array(told[0].buffer)[3];
      expect(told[0]).toEqual(told[1]);
      set.dispose();
      largerSet.dispose();
    }
    expect(nodes).toBeGreaterThan(20);
  });

  it('is refused by a search of another problem, and when it is cut', () => {
    const random = generator(56);
    const [engine] = engines;
    const problem = { ...randomProblem(random, 9), k: 2 };
    const set = open(engine, problem);
    const fresh = engine.kOptimize(set, specOf(problem, set, everything, Infinity));
    const nodes = fresh.openNodes();
    expect(fresh.restore(nodes)).toEqual(fresh.save());
    const begun = engine.kOptimize(set, specOf(problem, set, everything, Infinity));
    begun.step(1);
    const later = begun.openNodes();
    const few = specOf({ ...problem, allowed: problem.allowed.map((list) => list.map(() => 0)) }, set, everything, 9);
    const other = engine.kOptimize(set, few);
    expect(() => other.restore(later)).toThrow(InvalidArgumentError);
    for (const state of [nodes, later]) {
      for (const bytes of [0, 3, 28, 60, state.length - 4]) {
        expect(() => fresh.restore(state.slice(0, bytes))).toThrow(InvalidArgumentError);
      }
      expect(() => fresh.restore(new Uint8Array([...state, 0, 0, 0, 0]))).toThrow(InvalidArgumentError);
    }
    for (const each of [fresh, other, begun]) each.dispose();
    set.dispose();
  });
});

/** Tests whether a word of open nodes claims what is left to be searched: the vectors cannot refute that. */
function claimsOf(words: Int32Array, setWords: number): (at: number) => boolean {
  const claims = new Set<number>([2]);
  let top = 16;
  for (let i = 0; i < words[3]; i++) {
    for (let w = 0; w < 2 * setWords; w++) claims.add(top + 3 + w);
    top += 3 + 2 * setWords + words[top + 2];
  }
  expect(top).toBe(Math.max(16, words.length));
  return (at) => claims.has(at);
}
