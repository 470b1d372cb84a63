import type { Steps } from '../../base/steps.js';

/** Candidates ordered between two yields. */
const YIELD_PLACES = 1 << 16;

/** Candidates by price, then by pattern and id. */
export class CandidateHeap {
  #prices: Float64Array;
  /** [candidates] pattern * 2^32 + id: the order of equal prices. */
  #keys: Float64Array;
  #length = 0;

  constructor(capacity: number) {
    this.#prices = new Float64Array(capacity);
    this.#keys = new Float64Array(capacity);
  }

  /** Adds without keeping the order: `build` makes it. */
  push(price: number, at: number, id: number): void {
    if (price === Infinity) return;
    if (this.#length === this.#prices.length) this.#grow();
    this.#prices[this.#length] = price;
    this.#keys[this.#length++] = at * 2 ** 32 + id;
  }

  /** Orders what was pushed, in steps. */
  *build(): Steps<void> {
    for (let place = (this.#length >> 1) - 1; place >= 0; place--) {
      if (place % YIELD_PLACES === 0) yield;
      this.#sink(place, this.#prices[place], this.#keys[place]);
    }
  }

  add(price: number, at: number, id: number): void {
    const key = at * 2 ** 32 + id;
    this.push(price, at, id);
    let place = this.#length - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!this.#isBefore(price, key, above)) break;
      this.#prices[place] = this.#prices[above];
      this.#keys[place] = this.#keys[above];
      place = above;
    }
    this.#prices[place] = price;
    this.#keys[place] = key;
  }

  pop(): { readonly price: number; readonly at: number; readonly id: number } | null {
    if (this.#length === 0) return null;
    const price = this.#prices[0];
    const key = this.#keys[0];
    const last = --this.#length;
    if (last > 0) this.#sink(0, this.#prices[last], this.#keys[last]);
    const at = Math.floor(key / 2 ** 32);
    return { price, at, id: key - at * 2 ** 32 };
  }

  /** Puts a candidate where it belongs at or below a place. */
  #sink(place: number, price: number, key: number): void {
    for (;;) {
      let below = 2 * place + 1;
      if (below >= this.#length) break;
      if (below + 1 < this.#length && this.#isBefore(this.#prices[below + 1], this.#keys[below + 1], below)) below++;
      if (this.#isBefore(price, key, below)) break;
      this.#prices[place] = this.#prices[below];
      this.#keys[place] = this.#keys[below];
      place = below;
    }
    this.#prices[place] = price;
    this.#keys[place] = key;
  }

  #isBefore(price: number, key: number, other: number): boolean {
    return price !== this.#prices[other] ? price < this.#prices[other] : key < this.#keys[other];
  }

  #grow(): void {
    const prices = new Float64Array(Math.max(16, 2 * this.#length));
    const keys = new Float64Array(prices.length);
    prices.set(this.#prices);
    keys.set(this.#keys);
    this.#prices = prices;
    this.#keys = keys;
  }
}
