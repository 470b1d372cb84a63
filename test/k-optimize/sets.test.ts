import { describe, expect, it } from 'vitest';
import { compressCells } from '../../src/k-optimize/block/compress-cells.js';
import { casesOf } from '../shared.js';
import { allEngines } from '../engine/engines.js';
import { everything, exhaustive, open, randomProblem, randomPruning, type SmallProblem, specOf } from './problems.js';
import { randomPersonProblem } from './person-problems.js';
import { type Generator, generator } from '../engine/random.js';

const engines = await allEngines();

/** A problem in which classes need l persons, who have several rows each. */
function ofPersons(random: Generator, alphabet: number, persons: number): SmallProblem {
  const problem = randomProblem(random, alphabet);
  const codes = problem.rows.map(() => random.below(persons));
  const condition = { kind: 'distinct', column: 0, l: 1 + random.below(4), persons: true } as const;
  return { ...problem, sensitive: [{ size: persons, codes }], conditions: [condition] };
}

/** The persons of a problem as rows by code. */
const counted = (problem: SmallProblem): SmallProblem => ({
  ...problem,
  conditions: [{ ...problem.conditions![0], persons: false } as never],
});

describe('persons of a search by K-OPTIMIZE', () => {
  it('take a bit each in a cell, not a count', () => {
    const problem = ofPersons(generator(3), 8, 1500);
    const set = open(engines[0], problem);
    const spec = specOf(problem, set, everything, Infinity);
    const { stride, keyWords, labels } = compressCells(set, spec);
    expect(stride - keyWords - 1 - labels).toBe(Math.ceil(1500 / 32));
    set.dispose();
  });

  it('are searched alike by all engines under models that count them, with the least cost of exhaustive search', () => {
    const random = generator(8);
    for (let i = 0; i < casesOf(8000, 24); i++) {
      const problem = randomPersonProblem(random, 8);
      const pruning = i % 3 === 0 ? everything : randomPruning(random);
      const statuses = engines.map((engine) => {
        const set = open(engine, problem);
        const own = engine.kOptimize(set, specOf(problem, set, pruning, Infinity));
        const fresh = engine.kOptimize(set, specOf(problem, set, pruning, Infinity));
        const isDone = own.step(1 + (i % 6));
        const { bestCost } = own.status();
        const resumed = isDone ? fresh : engine.resumeKOptimize(fresh.restore(own.openNodes()));
        for (const search of [own, resumed]) while (!search.step(1000));
        const status = own.status();
        expect(Math.min(bestCost, resumed.status().bestCost), engine.name).toBe(status.bestCost);
        for (const search of new Set([own, fresh, resumed])) search.dispose();
        set.dispose();
        return status;
      });
      for (const status of statuses) expect(status, JSON.stringify({ i, problem })).toEqual(statuses[0]);
      expect(statuses[0].best?.cost ?? Infinity, JSON.stringify({ i, problem })).toBe(exhaustive(problem));
    }
  });

  it('are searched as their counts would be, saved and gone on from, with the least cost of exhaustive search', () => {
    const random = generator(7);
    for (let i = 0; i < casesOf(1000, 6); i++) {
      const problem = ofPersons(random, 9, 3 + random.below(i % 2 === 0 ? 6 : 70));
      const pruning = i % 3 === 0 ? everything : randomPruning(random);
      // Only engines that merge cells of one person alike visit the same nodes.
      const statuses = engines.map((engine) => {
        const set = open(engine, problem);
        const own = engine.kOptimize(set, specOf(problem, set, pruning, Infinity));
        const other = engine.kOptimize(set, specOf(counted(problem), set, pruning, Infinity));
        own.step(1 + (i % 6));
        const resumed = random.pick(engines).resumeKOptimize(own.save());
        for (const search of [own, resumed, other]) while (!search.step(1000));
        const status = own.status();
        expect(status, engine.name).toEqual(other.status());
        expect(resumed.status(), engine.name).toEqual(status);
        for (const search of [own, resumed, other]) search.dispose();
        set.dispose();
        return status;
      });
      for (const status of statuses) expect(status).toEqual(statuses[0]);
      expect(statuses[0].best?.cost ?? Infinity).toBe(exhaustive(problem));
    }
  });
});
