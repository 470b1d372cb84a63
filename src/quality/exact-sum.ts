/** A sum of products of non-negative integers below 2^53, exact at any size. */
export class ExactSum {
  #small = 0;
  #big = 0n;

  /** Adds a * b. */
  addProduct(a: number, b: number): void {
    const product = a * b;
    if (product > Number.MAX_SAFE_INTEGER) {
      this.#big += BigInt(a) * BigInt(b);
      return;
    }
    if (this.#small > Number.MAX_SAFE_INTEGER - product) {
      this.#big += BigInt(this.#small);
      this.#small = 0;
    }
    this.#small += product;
  }

  /** The sum, as a bigint when it is past 2^53 - 1. */
  value(): number | bigint {
    const sum = this.#big + BigInt(this.#small);
    return sum <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(sum) : sum;
  }
}

/** A sum of floats whose rounding errors are carried along (Neumaier 1974). */
export class CompensatedSum {
  #sum = 0;
  #lost = 0;

  add(term: number): void {
    const sum = this.#sum + term;
    this.#lost += Math.abs(this.#sum) >= Math.abs(term) ? this.#sum - sum + term : term - sum + this.#sum;
    this.#sum = sum;
  }

  value(): number {
    return this.#sum + this.#lost;
  }
}
