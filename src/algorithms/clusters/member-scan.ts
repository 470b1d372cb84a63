import type { Span } from '../local/spans.js';

/** A vector that is not to be found. */
const TAKEN = 0x7fffffff;

/**
 * Vectors that are in no group yet, with what the box of the growing group would cost more with each of them. When the box
 * grows in one attribute only that attribute's part of the sums is changed.
 */
export class MemberScan {
  /** Vectors left. */
  alive: number;
  /** [attributes][alive] codes, and [alive] vector, side by side. */
  readonly #codes: readonly Uint32Array[];
  readonly #vectors: Uint32Array;
  /** [alive] increase of the box, or TAKEN. */
  readonly #increase: Int32Array;
  readonly #spans: readonly Span[];
  /** [attributes][size] increase by code, before and after the box grew. */
  readonly #tables: readonly Int32Array[];
  readonly #lo: Uint32Array;
  readonly #hi: Uint32Array;

  constructor(codes: readonly Uint32Array[], spans: readonly Span[]) {
    const count = codes[0].length;
    this.alive = count;
    this.#codes = codes.map((column) => column.slice());
    this.#vectors = Uint32Array.from({ length: count }, (_, v) => v);
    this.#increase = new Int32Array(count);
    this.#spans = spans;
    this.#tables = spans.map(({ size }) => new Int32Array(size));
    this.#lo = new Uint32Array(codes.length);
    this.#hi = new Uint32Array(codes.length);
  }

  vector(at: number): number {
    return this.#vectors[at];
  }

  /** Starts a group with the box of one vector: [attributes] codes of it. */
  start(codes: ArrayLike<number>): void {
    this.#increase.fill(0, 0, this.alive);
    for (let a = 0; a < this.#codes.length; a++) {
      this.#lo[a] = this.#hi[a] = codes[a];
      this.#tables[a].fill(0);
      this.#change(a);
    }
  }

  /** Where the vector stands whose part of the box would cost most; -1 when none is left. Ties: the smallest vector. */
  farthest(): number {
    let best = -1;
    let most = -1;
    for (let i = 0; i < this.alive; i++) {
      const d = this.#increase[i];
      if (d > most && d !== TAKEN) {
        most = d;
        best = i;
      }
    }
    return best;
  }

  /** Where the vector stands that the box would take for the least; -1 when none is left. Ties: the smallest vector. */
  nearest(): number {
    const increase = this.#increase;
    let best = -1;
    let least = TAKEN;
    for (let i = 0; i < this.alive; i++) {
      if (increase[i] < least) {
        least = increase[i];
        best = i;
        if (least === 0) break;
      }
    }
    return best;
  }

  /** Grows the box by the vector that stands there; `takes` it out of the vectors left. */
  grow(at: number, takes: boolean): void {
    for (let a = 0; a < this.#codes.length; a++) {
      const code = this.#codes[a][at];
      if (code >= this.#lo[a] && code <= this.#hi[a]) continue;
      if (code < this.#lo[a]) this.#lo[a] = code;
      else this.#hi[a] = code;
      this.#change(a);
    }
    if (takes) this.#increase[at] = TAKEN;
  }

  /** Takes a vector out without growing the box. */
  take(at: number): void {
    this.#increase[at] = TAKEN;
  }

  /** Removes taken vectors from the rows of the scan, keeping the order. */
  compact(): void {
    const increase = this.#increase;
    let kept = 0;
    for (let i = 0; i < this.alive; i++) {
      if (increase[i] === TAKEN) continue;
      if (kept !== i) {
        for (const column of this.#codes) column[kept] = column[i];
        this.#vectors[kept] = this.#vectors[i];
      }
      kept++;
    }
    this.alive = kept;
  }

  /** Brings the sums up to date with the box of one attribute. */
  #change(a: number): void {
    const { size, table, cost } = this.#spans[a];
    const now = this.#tables[a];
    const lo = this.#lo[a];
    const hi = this.#hi[a];
    const own = cost(lo, hi);
    const difference = new Int32Array(size);
    for (let code = 0; code < size; code++) {
      const from = code < lo ? code : lo;
      const to = code > hi ? code : hi;
      const after = (table === null ? cost(from, to) : table[from * size + to]) - own;
      difference[code] = after - now[code];
      now[code] = after;
    }
    const column = this.#codes[a];
    const increase = this.#increase;
    for (let i = 0; i < this.alive; i++) if (increase[i] !== TAKEN) increase[i] += difference[column[i]];
  }
}
