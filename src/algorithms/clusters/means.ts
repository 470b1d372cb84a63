import type { Domain } from '../../hierarchy/domain.js';
import { coordinatesOf, FARTHEST } from '../lines/coordinates.js';
import { WHOLE, type Span } from '../local/spans.js';

/**
 * Means of groups: of a number the mean, of a category the value that reached the highest count first. The distance of a
 * row is the sum over attributes of the share of the range, or the cost of the smallest released value that covers the row's
 * value and the mean's.
 */
export class Means {
  readonly #codes: readonly Uint32Array[];
  readonly #spans: readonly Span[];
  /** [attributes][size] place of a leaf in 0 .. 1 for numbers, null for categories. */
  readonly #places: readonly (Float64Array | null)[];
  /** [attributes][groups] mean of a number, or the mean's leaf. */
  readonly #means: readonly Float64Array[];
  readonly #sums: readonly Float64Array[];
  readonly #rows: Float64Array;
  /** [attributes] rows by group and leaf. */
  readonly #counts: readonly Map<number, number>[];

  constructor(domains: readonly Domain[], codes: readonly Uint32Array[], spans: readonly Span[], groups: number) {
    this.#codes = codes;
    this.#spans = spans;
    this.#places = domains.map((domain) =>
      domain.order === 'numeric' ? Float64Array.from(coordinatesOf(domain), (x) => x / FARTHEST) : null,
    );
    this.#means = domains.map(() => new Float64Array(groups));
    this.#sums = domains.map(() => new Float64Array(groups));
    this.#rows = new Float64Array(groups);
    this.#counts = domains.map(() => new Map<number, number>());
  }

  add(group: number, vector: number, count: number): void {
    this.#rows[group] += count;
    for (let a = 0; a < this.#codes.length; a++) {
      const code = this.#codes[a][vector];
      const places = this.#places[a];
      if (places !== null) {
        this.#sums[a][group] += count * places[code];
        this.#means[a][group] = this.#sums[a][group] / this.#rows[group];
        continue;
      }
      const { size } = this.#spans[a];
      const counts = this.#counts[a];
      const rows = (counts.get(group * size + code) ?? 0) + count;
      counts.set(group * size + code, rows);
      if (rows > (counts.get(group * size + this.#means[a][group]) ?? 0)) this.#means[a][group] = code;
    }
  }

  distance(group: number, vector: number): number {
    return this.#distance(group, vector, Infinity);
  }

  /** The group with the nearest mean, among those that `among` [groups] marks; -1 when there is none. */
  nearest(vector: number, among: Uint8Array | null): number {
    let best = -1;
    let least = Infinity;
    for (let g = 0; g < this.#rows.length; g++) {
      if (among !== null && among[g] === 0) continue;
      const d = this.#distance(g, vector, least);
      if (d < least) {
        least = d;
        best = g;
      }
    }
    return best;
  }

  #distance(group: number, vector: number, limit: number): number {
    let sum = 0;
    for (let a = 0; a < this.#codes.length && sum < limit; a++) {
      const code = this.#codes[a][vector];
      const mean = this.#means[a][group];
      const places = this.#places[a];
      if (places !== null) sum += Math.abs(places[code] - mean);
      else {
        const { table, size, cost } = this.#spans[a];
        sum += (table === null ? cost(Math.min(code, mean), Math.max(code, mean)) : table[code * size + mean]) / WHOLE;
      }
    }
    return sum;
  }
}
