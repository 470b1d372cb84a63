import type { NearestMeans, RunCosts } from '../engine.js';
import { runCost } from '../run-costs.js';

/** Costs are in units of this part of a whole: a power of two, so that the product is exact. */
const UNIT = 2 ** -20;

/** The twin of assembly/nearest-means.ts. The arguments were checked. */
export function createNearestMeans(
  groups: number,
  costs: readonly RunCosts[],
  places: readonly (Float64Array | null)[],
): NearestMeans {
  return new JsNearestMeans(groups, costs, places);
}

class JsNearestMeans implements NearestMeans {
  readonly #groups: number;
  readonly #attributes: readonly { readonly costs: RunCosts; readonly places: Float64Array | null }[];
  /** [groups][attributes] */
  readonly #means: Float64Array;

  constructor(groups: number, costs: readonly RunCosts[], places: readonly (Float64Array | null)[]) {
    this.#groups = groups;
    this.#attributes = costs.map((own, a) => ({ costs: own, places: places[a] }));
    this.#means = new Float64Array(groups * costs.length);
  }

  move(group: number, mean: Float64Array): void {
    this.#means.set(mean, group * mean.length);
  }

  nearest(codes: Uint32Array, among: Uint8Array | null): number {
    let best = -1;
    let least = Infinity;
    for (let g = 0; g < this.#groups; g++) {
      if (among !== null && among[g] === 0) continue;
      const d = this.#distance(codes, g, least);
      if (d < least) {
        least = d;
        best = g;
      }
    }
    return best;
  }

  distance(codes: Uint32Array, group: number): number {
    return this.#distance(codes, group, Infinity);
  }

  dispose(): void {
    this.#means.fill(0);
  }

  /** Distances from `limit` on may come out as any number from `limit` on. */
  #distance(codes: Uint32Array, group: number, limit: number): number {
    const q = this.#attributes.length;
    let sum = 0;
    for (let a = 0; a < q && sum < limit; a++) {
      const { costs, places } = this.#attributes[a];
      const mean = this.#means[group * q + a];
      const code = codes[a];
      if (places !== null) sum += Math.abs(places[code] - mean);
      else if (costs.table !== null) sum += costs.table[code * costs.size + mean] * UNIT;
      else sum += runCost(costs, Math.min(code, mean), Math.max(code, mean)) * UNIT;
    }
    return sum;
  }
}
