import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/create-engine.js';
import { long, sharedFolder, inTurn } from '../shared.js';
import {
  labelledSpec,
  loadAdultCoding,
  loadExhaustiveCase,
  readAdultCases,
  readExhaustiveCases,
} from './adult-problems.js';
import { everything } from './problems.js';

describe.skipIf(sharedFolder === null)('K-OPTIMIZE on the census', () => {
  it('finds the optima that exhaustive enumeration found', async () => {
    for (const name of inTurn(['js', 'wasm'] as const, 2)) {
      const engine = await createEngine({ engine: name });
      for (const truth of inTurn(readExhaustiveCases(), 3)) {
        const problem = loadExhaustiveCase(engine, truth);
        const limit = truth.suppression === 'inf' ? Infinity : truth.suppression === 'none' ? 0 : truth.suppression;
        for (const seed of [Infinity, truth.optimal_cost + 1]) {
          const search = engine.kOptimize(problem.set, labelledSpec(problem, { ...truth, limit }, seed, everything));
          while (!search.step(10_000));
          expect(search.result().best?.cost, JSON.stringify(truth)).toBe(truth.optimal_cost);
          search.dispose();
        }
        problem.set.dispose();
      }
      engine.dispose();
    }
  });

  it('proves the costs that another program proved', async () => {
    const engine = await createEngine();
    for (const coding of ['coarse', 'fine'] as const) {
      const problem = loadAdultCoding(engine, coding);
      for (const truth of readAdultCases()) {
        if (truth.coding !== coding || !truth.proven) continue;
        if (!long && (truth.suppressionLimit !== 0 || (truth.nativeSeconds ?? Infinity) > 0.3)) continue;
        const limit = truth.suppressionLimit ?? Infinity;
        const spec = labelledSpec(problem, { ...truth, limit }, truth.cost + 1, everything);
        const search = engine.kOptimize(problem.set, spec);
        while (!search.step(1000));
        expect(search.result().best?.cost, `${coding} ${truth.metric} k ${truth.k} limit ${limit}`).toBe(truth.cost);
        search.dispose();
      }
      problem.set.dispose();
    }
    engine.dispose();
  });
});
