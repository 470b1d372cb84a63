import type { Engine, MemberScan, RunCosts } from '../../engine/engine.js';
import { runCost } from '../../engine/run-costs.js';

/**
 * The box of a growing group among the vectors that are in no group yet, and what it would cost more with each of them. When
 * the box grows in one attribute only that attribute's part of the sums is changed.
 */
export class GrowingBox {
  readonly #scan: MemberScan;
  readonly #codes: readonly Uint32Array[];
  readonly #costs: readonly RunCosts[];
  /** [attributes][size] what the box would cost more by code, and how that changes. */
  readonly #increases: readonly Int32Array[];
  readonly #differences: readonly Int32Array[];
  readonly #lo: Uint32Array;
  readonly #hi: Uint32Array;

  constructor(engine: Engine, codes: readonly Uint32Array[], costs: readonly RunCosts[]) {
    this.#codes = codes;
    this.#costs = costs;
    this.#increases = costs.map(({ size }) => new Int32Array(size));
    this.#differences = costs.map(({ size }) => new Int32Array(size));
    this.#lo = new Uint32Array(codes.length);
    this.#hi = new Uint32Array(codes.length);
    this.#scan = engine.memberScan(
      codes,
      costs.map(({ size }) => size),
    );
  }

  /** Starts a group with the box of one vector, which need not be left. */
  start(vector: number): void {
    for (let a = 0; a < this.#codes.length; a++) {
      this.#lo[a] = this.#hi[a] = this.#codes[a][vector];
      this.#increases[a].fill(0);
      this.#price(a);
    }
    this.#scan.start(this.#increases);
  }

  /** The vector left with which the box of the vector that was started with costs most; -1 when none is left. */
  farthest(): number {
    return this.#scan.farthest();
  }

  /** The vector left that the box takes for the least; -1 when none is left. Ties: the smallest. */
  nearest(): number {
    return this.#scan.nearest();
  }

  /** Grows the box by a vector. */
  grow(vector: number): void {
    for (let a = 0; a < this.#codes.length; a++) {
      const code = this.#codes[a][vector];
      if (code >= this.#lo[a] && code <= this.#hi[a]) continue;
      if (code < this.#lo[a]) this.#lo[a] = code;
      else this.#hi[a] = code;
      this.#price(a);
      this.#scan.change(a, this.#differences[a]);
    }
  }

  /** Takes a vector out of those left. */
  take(vector: number): void {
    this.#scan.take(vector);
  }

  dispose(): void {
    this.#scan.dispose();
  }

  /** Prices of one attribute for the box as it is now. */
  #price(a: number): void {
    const costs = this.#costs[a];
    const { size, table } = costs;
    const increases = this.#increases[a];
    const differences = this.#differences[a];
    const lo = this.#lo[a];
    const hi = this.#hi[a];
    const own = runCost(costs, lo, hi);
    for (let code = 0; code < size; code++) {
      const from = code < lo ? code : lo;
      const to = code > hi ? code : hi;
      const increase = (table === null ? runCost(costs, from, to) : table[from * size + to]) - own;
      differences[code] = increase - increases[code];
      increases[code] = increase;
    }
  }
}
