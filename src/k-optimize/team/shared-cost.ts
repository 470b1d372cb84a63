/** The least cost that any thread knows, in memory that all of them see. Whole numbers below 2^53. */
export class SharedCost {
  readonly #cell: BigInt64Array;

  constructor(readonly buffer: SharedArrayBuffer) {
    this.#cell = new BigInt64Array(buffer);
  }

  /** Null where the host shares no memory. */
  static make(): SharedCost | null {
    if (typeof SharedArrayBuffer === 'undefined') return null;
    const shared = new SharedCost(new SharedArrayBuffer(8));
    shared.#cell[0] = UNKNOWN;
    return shared;
  }

  get value(): number {
    const value = Atomics.load(this.#cell, 0);
    return value === UNKNOWN ? Infinity : Number(value);
  }

  lower(cost: number): void {
    if (!Number.isFinite(cost)) return;
    const wanted = BigInt(cost);
    let known = Atomics.load(this.#cell, 0);
    while (wanted < known) {
      const before = Atomics.compareExchange(this.#cell, 0, known, wanted);
      if (before === known) return;
      known = before;
    }
  }
}

const UNKNOWN = 2n ** 63n - 1n;
