import type { NodeSums } from '../../engine/engine.js';
import { compareVectors, heightOfVector, type LevelVector } from './lattice.js';
import { compareCosts, type Objective } from './objective.js';

/** The best node so far: least cost, then least height, then first in lexicographic order of the job's attributes. */
export class BestNode {
  readonly #objective: Objective;
  levels: readonly number[] | null = null;
  cost = Infinity;
  #height = Infinity;

  constructor(objective: Objective) {
    this.#objective = objective;
  }

  /** Considers a node within the limit. Levels in the job's order. */
  offer(levels: LevelVector, sums: NodeSums): void {
    const cost = this.#objective.cost(levels, sums);
    const comparison = this.levels === null ? -1 : compareCosts(cost, this.cost);
    if (comparison > 0 || (comparison === 0 && compareVectors(levels, this.levels!) >= 0)) return;
    this.levels = [...levels];
    this.cost = cost;
    this.#height = heightOfVector(levels);
  }

  /** True when no node that costs at least `bound` and is at least so high can be the better one. */
  beats(bound: number, height: number): boolean {
    if (this.levels === null) return false;
    const comparison = compareCosts(bound, this.cost);
    return comparison > 0 || (comparison === 0 && height > this.#height);
  }
}
