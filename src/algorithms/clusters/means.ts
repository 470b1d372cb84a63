import type { Engine, NearestMeans, RunCosts } from '../../engine/engine.js';

/** Distances of values from means. */
export interface MeanCosts {
  readonly costs: readonly RunCosts[];
  /** [attributes][size] place of a leaf in 0 .. 1 for numbers, null for categories. */
  readonly places: readonly (Float64Array | null)[];
}

/**
 * Means of groups: of a number the mean, of a category the value that reached the highest count first. The distance of a
 * row is the sum over attributes of the share of the range, or the cost of the smallest released value that covers the row's
 * value and the mean's.
 */
export class Means {
  readonly #codes: readonly Uint32Array[];
  readonly #costs: MeanCosts['costs'];
  readonly #places: MeanCosts['places'];
  /** [attributes][groups] mean of a number, or the mean's leaf. */
  readonly #means: readonly Float64Array[];
  readonly #sums: readonly Float64Array[];
  readonly #rows: Float64Array;
  /** [attributes] rows by group and leaf. */
  readonly #counts: readonly Map<number, number>[];
  readonly #nearest: NearestMeans;
  /** Codes of a vector, and a mean, side by side. */
  readonly #vector: Uint32Array;
  readonly #mean: Float64Array;

  constructor(engine: Engine, { costs, places }: MeanCosts, codes: readonly Uint32Array[], groups: number) {
    this.#codes = codes;
    this.#costs = costs;
    this.#places = places;
    this.#means = costs.map(() => new Float64Array(groups));
    this.#sums = costs.map(() => new Float64Array(groups));
    this.#rows = new Float64Array(groups);
    this.#counts = costs.map(() => new Map<number, number>());
    this.#nearest = engine.nearestMeans(groups, costs, places);
    this.#vector = new Uint32Array(codes.length);
    this.#mean = new Float64Array(codes.length);
  }

  add(group: number, vector: number, count: number): void {
    this.#rows[group] += count;
    for (let a = 0; a < this.#codes.length; a++) {
      const code = this.#codes[a][vector];
      const places = this.#places[a];
      const means = this.#means[a];
      if (places !== null) {
        this.#sums[a][group] += count * places[code];
        means[group] = this.#sums[a][group] / this.#rows[group];
      } else {
        const { size } = this.#costs[a];
        const counts = this.#counts[a];
        const rows = (counts.get(group * size + code) ?? 0) + count;
        counts.set(group * size + code, rows);
        if (rows > (counts.get(group * size + means[group]) ?? 0)) means[group] = code;
      }
      this.#mean[a] = means[group];
    }
    this.#nearest.move(group, this.#mean);
  }

  distance(group: number, vector: number): number {
    return this.#nearest.distance(this.#vectorAt(vector), group);
  }

  /** The group with the nearest mean, among those that `among` [groups] marks; -1 when there is none. */
  nearest(vector: number, among: Uint8Array | null): number {
    return this.#nearest.nearest(this.#vectorAt(vector), among);
  }

  dispose(): void {
    this.#nearest.dispose();
  }

  #vectorAt(vector: number): Uint32Array {
    for (let a = 0; a < this.#codes.length; a++) this.#vector[a] = this.#codes[a][vector];
    return this.#vector;
  }
}
