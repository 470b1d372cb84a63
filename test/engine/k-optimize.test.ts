import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine, KOptimizeStatus } from '../../src/engine/engine.js';
import { long } from '../shared.js';
import { openEngines } from './engines.js';
import {
  costOfCuts,
  everything,
  exhaustive,
  nothing,
  open,
  randomProblem,
  randomPruning,
  specOf,
} from './k-optimize-problems.js';
import { generator } from './random.js';

let engines: Engine[];
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines.forEach((engine) => engine.dispose()));

const cases = long ? 20_000 : 1_500;

describe('K-OPTIMIZE', () => {
  it('finds the least cost with every choice of rules, whatever it is seeded with, with bounds that never pass it', () => {
    const random = generator(20);
    const [engine] = engines;
    for (let i = 0; i < cases; i++) {
      const problem = randomProblem(random, i % 10 === 0 ? 11 : 8);
      const optimum = exhaustive(problem);
      const set = open(engine, problem);
      const choices = [everything, randomPruning(random), randomPruning(random), randomPruning(random)];
      if (i % 10 === 0) choices.push(nothing);
      for (const pruning of choices) {
        for (const seed of [Infinity, optimum + 1, optimum]) {
          const search = engine.kOptimize(set, specOf(problem, set, pruning, seed));
          const check = (holds: boolean): void => {
            if (!holds) expect(search.status()).toEqual({ i, pruning, seed, optimum });
          };
          let bound = 0;
          while (!search.step(1)) {
            const status = search.status();
            check(status.lowerBound >= bound && status.lowerBound <= Math.min(optimum, status.bestCost));
            bound = status.lowerBound;
          }
          const { best, bestCost, lowerBound } = search.result();
          check(bestCost === Math.min(optimum, seed) && lowerBound === bestCost);
          check((best === null) === seed <= optimum);
          if (best !== null) {
            const [cost, suppressed] = costOfCuts(problem, best.cuts);
            check(best.cost === optimum && cost === optimum && best.suppressed === suppressed);
            check(suppressed <= problem.limit);
          }
          search.dispose();
        }
      }
      set.dispose();
    }
  });

  it('walks the same nodes in every engine', () => {
    const random = generator(21);
    for (let i = 0; i < cases; i++) {
      const problem = randomProblem(random, 14);
      const pruning = i % 3 === 0 ? everything : randomPruning(random);
      const budget = 1 + random.below(9);
      const seed = random.pick([Infinity, random.below(3000)]);
      const trails = engines.map((engine) => {
        const set = open(engine, problem);
        const search = engine.kOptimize(set, specOf(problem, set, pruning, seed));
        const trail: (KOptimizeStatus | number)[] = [];
        let steps = 0;
        while (!search.step(budget) && steps < 300) if (steps++ < 6) trail.push(search.status(), search.progress());
        trail.push(search.status());
        search.dispose();
        set.dispose();
        return trail;
      });
      for (const trail of trails.slice(1)) expect(trail).toEqual(trails[0]);
    }
  });
});
