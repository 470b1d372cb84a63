import { describe, expect, it } from 'vitest';
import type { KOptimizeSearch } from '../../src/engine/engine.js';
import { InvalidArgumentError } from '../../src/base/errors.js';
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
