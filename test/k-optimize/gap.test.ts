import { describe, expect, it } from 'vitest';
import { NONE, type Part, type Parts, SearchTeam } from '../../src/k-optimize/team/search-team.js';
import type { Engine, KOptimizeSpec } from '../../src/engine/engine.js';
import { bothEngines } from '../engine/engines.js';
import { labelledSpec, loadAdultCoding, type LabelledSet } from './adult-problems.js';
import { everything } from './problems.js';
import { sharedFolder } from '../shared.js';
import { longTest } from '../long-test.js';

const { wasm: engine } = await bothEngines();

/** Coarse ages, classification metric, k = 25, no suppression: about 2,000 nodes. */
const OPTIMUM = 5_247;
const specOf = (labelled: LabelledSet): KOptimizeSpec =>
  labelledSpec(labelled, { metric: 'CM', k: 25, limit: 0 }, OPTIMUM + 1, everything);

function atRoot(engine: Engine, labelled: LabelledSet): Parts<Part> {
  const search = engine.kOptimize(labelled.set, specOf(labelled));
  const state = search.save();
  search.dispose();
  return { parts: [{ state, lowerBound: 0, counters: NONE }], ended: NONE, bestCost: OPTIMUM + 1 };
}

/** Searches, 20 nodes at a time, to the end or until `most` nodes were searched. Returns the bounds after each. */
async function boundsOf(team: SearchTeam, most = Infinity): Promise<{ nodes: number; lowerBound: number }[]> {
  const bounds: { nodes: number; lowerBound: number }[] = [];
  while (!team.isDone && team.status.nodes < most) {
    await team.searchFor(20, () => Promise.resolve(true));
    const { nodes, lowerBound } = team.status;
    bounds.push({ nodes, lowerBound });
  }
  return bounds;
}

describe.skipIf(sharedFolder === null)('the lower bound of a search of the census', () => {
  longTest('rises with the search, never falls and never passes the optimum', async () => {
    const labelled = loadAdultCoding(engine, 'coarse');
    const team = new SearchTeam(engine, atRoot(engine, labelled));
    const bounds = await boundsOf(team);
    const { nodes: all, best, lowerBound } = team.status;
    team.dispose();
    labelled.set.dispose();
    expect([best?.cost, lowerBound]).toEqual([OPTIMUM, OPTIMUM]);
    bounds.forEach((each, i) => {
      expect(each.lowerBound).toBeLessThanOrEqual(OPTIMUM);
      if (i > 0) expect(each.lowerBound).toBeGreaterThanOrEqual(bounds[i - 1].lowerBound);
    });
    const at = (share: number): number => bounds.findLast(({ nodes }) => nodes <= share * all)!.lowerBound;
    // Depth first alone, less than a fifth of the gap would be closed then.
    expect(at(0.55) - at(0.05)).toBeGreaterThan(0.3 * (OPTIMUM - at(0.05)));
    expect(new Set(bounds.map((each) => each.lowerBound)).size).toBeGreaterThan(8);
  });

  it('is that of a search that was stopped while parts waited, and goes on to the same proof', async () => {
    const labelled = loadAdultCoding(engine, 'coarse');
    const team = new SearchTeam(engine, atRoot(engine, labelled));
    await boundsOf(team, 600);
    const stopped = team.status;
    const saved = await team.save(true);
    team.dispose();
    expect(saved.parts.length).toBeGreaterThan(2);
    const fresh = engine.kOptimize(labelled.set, specOf(labelled));
    const parts = saved.parts.map(({ nodes, ...part }) => ({ ...part, state: fresh.restore(nodes) }));
    fresh.dispose();
    const other = new SearchTeam(engine, { ...saved, parts });
    expect(other.status.lowerBound).toBe(stopped.lowerBound);
    expect(other.status.nodes).toBe(stopped.nodes);
    await boundsOf(other);
    expect(other.status.lowerBound).toBe(Math.min(saved.bestCost, OPTIMUM));
    expect(Math.min(saved.bestCost, other.status.best?.cost ?? Infinity)).toBe(OPTIMUM);
    other.dispose();
    labelled.set.dispose();
  });
});
