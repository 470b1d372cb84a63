/** Distinct states, each of some words, numbered by first appearance: found by open addressing. */
export class StateSet {
  readonly words: number;
  size = 0;
  /** [states * words] */
  cells: Int32Array;
  #slots: Int32Array;

  constructor(words: number) {
    this.words = words;
    this.cells = new Int32Array(16 * words);
    this.#slots = new Int32Array(32).fill(-1);
  }

  /** Number of a state, new or known. */
  add(state: ArrayLike<number>): number {
    const { words } = this;
    const mask = this.#slots.length - 1;
    let slot = hashOf(state, 0, words) & mask;
    for (; ; slot = (slot + 1) & mask) {
      const known = this.#slots[slot];
      if (known < 0) break;
      let w = 0;
      while (w < words && this.cells[known * words + w] === state[w]) w++;
      if (w === words) return known;
    }
    const number = this.size++;
    if (this.size * words > this.cells.length) this.cells = grown(this.cells);
    for (let w = 0; w < words; w++) this.cells[number * words + w] = state[w];
    this.#slots[slot] = number;
    if (2 * this.size > this.#slots.length) this.#widen();
    return number;
  }

  /** [states] one of their words. */
  column(word: number): Uint32Array {
    return Uint32Array.from({ length: this.size }, (_, state) => this.cells[state * this.words + word]);
  }

  /** Gives up what is needed to find states only. */
  forget(): void {
    this.#slots = new Int32Array(0);
    this.cells = new Int32Array(0);
  }

  #widen(): void {
    const slots = new Int32Array(2 * this.#slots.length).fill(-1);
    const mask = slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      let slot = hashOf(this.cells, number * this.words, this.words) & mask;
      while (slots[slot] >= 0) slot = (slot + 1) & mask;
      slots[slot] = number;
    }
    this.#slots = slots;
  }
}

function hashOf(cells: ArrayLike<number>, from: number, words: number): number {
  let hash = 0;
  for (let w = from; w < from + words; w++) {
    hash = Math.imul(hash ^ cells[w], 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** A copy of twice the length. */
export function grown(old: Int32Array): Int32Array {
  const more = new Int32Array(Math.max(16, 2 * old.length));
  more.set(old);
  return more;
}
