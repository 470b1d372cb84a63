import { describe, expect, it } from 'vitest';
import type { KOptimizeStatus } from '../../src/engine/engine.js';
import { CapacityError, InvalidArgumentError } from '../../src/base/errors.js';
import { casesOf, long, seedRanges } from '../shared.js';
import { allEngines, openEngines } from '../engine/engines.js';
import {
  costOfCuts,
  everything,
  exhaustive,
  nothing,
  open,
  randomModelProblem,
  randomProblem,
  randomPruning,
  randomWidthProblem,
  specOf,
  type SmallProblem,
} from './problems.js';
import { generator } from '../engine/random.js';
import { longTest } from '../long-test.js';

const engines = await allEngines();

const cases = casesOf(20_000, 56);

const draws = [randomProblem, randomModelProblem, randomWidthProblem];

describe('K-OPTIMIZE', () => {
  it.each(seedRanges(cases, 20))('finds the least cost with every choice of rules, whatever it is seeded with, with bounds that never pass it: $from to $to', ({ from, to }) => {
    const random = generator(2000 + from);
    const [engine] = engines;
    for (let i = from; i < to; i++) {
      const problem = draws[i % 3](random, i % 10 < 2 ? 11 : 8);
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
  }); // prettier-ignore

  it('never reports a bound above the best cost, which others may have found', () => {
    const random = generator(23);
    let lowered = 0;
    for (let i = 0; i < 40; i++) {
      const problem = randomProblem(random, 8);
      for (const engine of engines) {
        const set = open(engine, problem);
        const search = engine.kOptimize(set, specOf(problem, set, everything, Infinity));
        while (search.status().lowerBound < 2 && !search.step(1));
        const { lowerBound } = search.status();
        if (lowerBound >= 2 && lowerBound < Infinity) {
          search.lowerBestCost(lowerBound - 1);
          search.step(1);
          expect(search.status()).toMatchObject({ bestCost: lowerBound - 1, lowerBound: lowerBound - 1 });
          lowered++;
        }
        search.dispose();
        set.dispose();
      }
    }
    expect(lowered).toBeGreaterThan(20);
  });

  it('walks the same nodes in every engine', () => {
    const random = generator(21);
    for (let i = 0; i < cases; i++) {
      const problem = draws[i % 3](random, 14);
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

  longTest('walks the same nodes in every engine over many values, whose sets and keys take many words', () => {
    const random = generator(24);
    for (const sizes of [
      [20, 9, 4],
      [70, 40, 30],
      [90, 60, 20, 40],
      [110, 90, 60, 40, 30, 20],
    ]) {
      for (const metric of ['discernibility', 'classification'] as const) {
        for (const [limit, labelSize] of [
          [0, 2],
          [40, 2],
          [40, 3],
        ]) {
          const rows = Array.from({ length: 500 }, () =>
            sizes.map((size) => Math.min(random.below(size), random.below(size))),
          );
          const label = rows.map(() => random.below(labelSize));
          const allowed = sizes.map((size) => new Uint8Array(size).fill(1));
          const problem = { sizes, rows, label, labelSize, k: 3, metric, limit, allowed };
          const trails = engines.map((engine) => {
            const set = open(engine, problem);
            const search = engine.kOptimize(
              set,
              specOf(problem, set, everything, metric === 'discernibility' ? 20_000 : 230),
            );
            const trail = Array.from({ length: 6 }, () => [search.step(3), search.status()]);
            search.dispose();
            set.dispose();
            return trail;
          });
          for (const trail of trails.slice(1)) expect(trail).toEqual(trails[0]);
        }
      }
    }
  });

  it('looks for cheaper solutions only once the cost to beat was lowered between steps', () => {
    const random = generator(22);
    for (let i = 0; i < (long ? 200 : 35); i++) {
      const problem = randomProblem(random, 9);
      const optimum = exhaustive(problem);
      for (const engine of engines.slice(0, 2)) {
        const set = open(engine, problem);
        const search = engine.kOptimize(set, specOf(problem, set, randomPruning(generator(i)), Infinity));
        let done = search.step(3);
        const lowered = random.below(2) === 0 ? optimum : optimum + 5;
        search.lowerBestCost(lowered);
        while (!done) done = search.step(3);
        const { bestCost, lowerBound } = search.result();
        expect([bestCost, lowerBound]).toEqual([optimum, optimum]);
        search.dispose();
        set.dispose();
      }
    }
  });

  it('takes keys wider than 64 bits, domains of 65,536 values and alphabets too large for tables', () => {
    const random = generator(23);
    const sizes = [0x10000, 3, 0x10000, 2, 0x8000, 0x10000, 0x10000, 5];
    const rows = Array.from({ length: 120 }, () => sizes.map((size) => random.below(size)));
    const problem = {
      sizes,
      rows,
      labelSize: 3,
      label: rows.map(() => random.below(3)),
      k: 30,
      metric: 'discernibility' as const,
      limit: 0,
      allowed: sizes.map((size) => new Uint8Array(size).fill(1)),
    };
    for (const metric of ['discernibility', 'classification'] as const) {
      const results = engines.map((engine) => {
        const set = open(engine, { ...problem, metric });
        const search = engine.kOptimize(set, specOf({ ...problem, metric }, set, everything, Infinity));
        search.step(30);
        const status = search.status();
        search.dispose();
        set.dispose();
        return status;
      });
      for (const result of results) expect(result).toEqual(results[0]);
      const { best } = results[0];
      expect(costOfCuts({ ...problem, metric }, best!.cuts)).toEqual([best!.cost, 0]);
    }
  });

  it('refuses what does not fit into memory and leaves the engine usable', async () => {
    const small = await openEngines({ maximumBytes: 2 ** 20 });
    const random = generator(24);
    const sizes = Array.from({ length: 8 }, () => 60);
    const rows = Array.from({ length: 4000 }, () => sizes.map((size) => random.below(size)));
    const problem = {
      sizes,
      rows,
      labelSize: 1,
      label: rows.map(() => 0),
      k: 2,
      metric: 'discernibility' as const,
      limit: Infinity,
      allowed: sizes.map((size) => new Uint8Array(size).fill(1)),
    };
    for (const engine of small.slice(1)) {
      const set = open(engine, problem);
      expect(() => {
        const search = engine.kOptimize(set, specOf(problem, set, everything, Infinity));
        while (!search.step(10));
      }).toThrow(CapacityError);
      const other = { ...problem, rows: rows.slice(0, 5), label: problem.label.slice(0, 5) };
      set.dispose();
      const fewer = open(engine, other);
      expect(fewer.rows).toBe(5);
    }
    small.forEach((engine) => engine.dispose());
  });

  it('suppresses a few rows that let the rest of a class satisfy a model', () => {
    // Twenty values of five rows of either kind, and one of two rows that only its own cut keeps apart.
    const values = [...Array.from({ length: 200 }, (_, i) => i % 20), 20, 20];
    const codes = values.map((_, i) => (i < 200 ? Math.floor(i / 20) % 2 : 0));
    const problem: SmallProblem = {
      sizes: [21],
      rows: values.map((value) => [value]),
      labelSize: 1,
      label: values.map(() => 0),
      k: 3,
      metric: 'discernibility',
      limit: Infinity,
      allowed: [new Uint8Array(21).fill(1)],
      sensitive: [{ size: 2, codes }],
      conditions: [
        { kind: 'shares', column: 0, minimum: 0, upper: Float64Array.of(0.5, 0.5), lower: new Float64Array(2), every: false }, // prettier-ignore
      ],
    };
    const cost = 20 * 10 * 10 + 2 * 202;
    for (const engine of engines) {
      const set = open(engine, problem);
      const search = engine.kOptimize(set, specOf(problem, set, everything, cost + 1));
      while (!search.step(10));
      expect(search.result()).toMatchObject({ best: { cost, suppressed: 2 }, lowerBound: cost });
      search.dispose();
      set.dispose();
    }
  });

  it('refuses specs that make no sense', () => {
    const [engine] = engines;
    const problem = randomProblem(generator(25), 8);
    const set = open(engine, problem);
    const spec = specOf(problem, set, everything, Infinity);
    for (const wrong of [
      { k: 0 },
      { k: 1.5 },
      { attributes: 99 },
      { suppressionLimit: -1 },
      { suppressionLimit: NaN },
      { seedCost: NaN },
      { allowed: [] },
      { metric: 'classification' as const, labels: null },
    ]) {
      expect(() => engine.kOptimize(set, { ...spec, ...wrong })).toThrow(InvalidArgumentError);
    }
  });
});
