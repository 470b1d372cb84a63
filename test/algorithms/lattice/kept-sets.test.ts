import { describe, expect, it } from 'vitest';
import type { Engine, NodeSets } from '../../../src/engine/engine.js';
import { InfeasibleError } from '../../../src/index.js';
import { bothEngines } from '../../engine/engines.js';
import { randomModels, randomTable, withProblem } from './small-problems.js';

const engines = await bothEngines();

/** Sets of nodes that are made and not yet released: the most at a time. */
interface Kept {
  now: number;
  most: number;
}

/** An object whose calls are reported to `called`. */
function watched<T extends object>(own: T, called: (key: string, result: unknown) => unknown): T {
  return new Proxy(own, {
    get: (_, key) => {
      const value: unknown = Reflect.get(own, key, own);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => called(String(key), Reflect.apply(value, own, given));
    },
  });
}

function watch(engine: Engine, kept: Kept): Engine {
  return watched(engine, (key, result) => {
    if (key !== 'nodeSets') return result;
    return watched(result as NodeSets, (method, found) => {
      if (method === 'rollUp') kept.most = Math.max(kept.most, ++kept.now);
      if (method === 'release') kept.now--;
      return found;
    });
  });
}

describe('incognito', () => {
  it.each(['basic', 'super-roots', 'cube'])('keeps few sets at a time, and gives all back: %s', async (variant) => {
    let made = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const table = randomTable(seed);
      const kept = { now: 0, most: 0 };
      await withProblem(table, randomModels(seed).privacy, { maxRows: 2 }, watch(engines.js, kept), async (run) => {
        await run('incognito', { variant }).catch((error: unknown) => expect(error).toBeInstanceOf(InfeasibleError));
      });
      // One an attribute on the way through the lattice; the cube has one for every subset of the attributes.
      const attributes = table.hierarchies.length;
      expect(kept.most, `seed ${seed}`).toBeLessThanOrEqual(variant === 'cube' ? 2 ** attributes : attributes + 1);
      expect(kept.now, `seed ${seed}`).toBe(0);
      made += kept.most;
    }
    expect(made).toBeGreaterThan(20);
  });
});
