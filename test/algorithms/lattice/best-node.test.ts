import { describe, expect, it } from 'vitest';
import { BestNode } from '../../../src/algorithms/lattice/best-node.js';
import type { Objective } from '../../../src/algorithms/lattice/objective.js';
import type { NodeSums } from '../../../src/engine/engine.js';

/** Nodes cost what their classes are. */
const objective = { cost: (_: unknown, { classes }: NodeSums) => classes } as unknown as Objective;
const costing = (classes: number): NodeSums => ({ classes }) as unknown as NodeSums;

describe('the best node so far', () => {
  it('beats nothing before there is one', () => {
    const best = new BestNode(objective);
    expect([best.levels, best.cost, best.beats(0, 0), best.beats(Infinity, 9)]).toEqual([null, Infinity, false, false]);
  });

  it('is the cheapest, then the first in the order of levels', () => {
    const best = new BestNode(objective);
    best.offer([1, 1], costing(7));
    expect([best.levels, best.cost]).toEqual([[1, 1], 7]);
    best.offer([0, 1], costing(8));
    expect(best.levels).toEqual([1, 1]);
    best.offer([2, 1], costing(7));
    expect(best.levels).toEqual([1, 1]);
    best.offer([2, 2], costing(5));
    expect([best.levels, best.cost]).toEqual([[2, 2], 5]);
    best.offer([0, 3], costing(5));
    expect(best.levels).toEqual([0, 3]);
  });

  it('beats what costs more, and of the same cost what is higher', () => {
    const best = new BestNode(objective);
    best.offer([1, 2], costing(5));
    expect(best.beats(6, 0)).toBe(true);
    expect(best.beats(5, 4)).toBe(true);
    expect(best.beats(5, 3)).toBe(false);
    expect(best.beats(4, 9)).toBe(false);
  });
});
