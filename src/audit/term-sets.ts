import { hashPair } from './grouping.js';

/**
 * Sets of terms that sub-records have, as paths from their first term on, and how many records with all of a set are still to be found. A
 * record goes down the paths that it has all terms of, and no further than there is something to find.
 */
export class TermSets {
  /** [nodes] term of a node, the node before it (0: none), and sets below and at it of which records are still to be found. */
  readonly #term: Uint32Array;
  readonly #before: Uint32Array;
  readonly #open: Uint32Array;
  /** [nodes] records to be found of the set that ends at a node. */
  readonly #left: Float64Array;
  #nodes = 1;
  /** [terms] node of a set's first term, 0: none. */
  readonly #first: Uint32Array;
  /** Nodes by the node before them and their term; 0: empty. */
  readonly #slots: Uint32Array;
  readonly #bits: number;
  /** The record that is looked at: its terms, and pairs of a node that it reached and the next of its terms. */
  #record: Uint32Array = new Uint32Array(0);
  #weight = 0;
  readonly #stack: number[] = [];

  /**
   * @param items - terms of all sets together, at most
   * @param terms - number of terms
   */
  constructor(items: number, terms: number) {
    this.#term = new Uint32Array(items + 1);
    this.#before = new Uint32Array(items + 1);
    this.#open = new Uint32Array(items + 1);
    this.#left = new Float64Array(items + 1);
    this.#first = new Uint32Array(terms);
    this.#bits = Math.max(4, 33 - Math.clz32(items + 1));
    this.#slots = new Uint32Array(2 ** this.#bits);
  }

  /** Notes sub-records that have just these terms, which ascend; `times` is their number, and sub-records without terms are skipped. */
  add(terms: Uint32Array, times: number): void {
    let node = 0;
    for (const term of terms) node = this.#find(node, term) || this.#make(node, term);
    if (node > 0) this.#left[node] += times;
  }

  /** To be called between sets and records. */
  close(): void {
    for (let node = this.#nodes - 1; node > 0; node--) {
      if (this.#left[node] > 0) this.#open[node]++;
      this.#open[this.#before[node]] += this.#open[node];
    }
  }

  /** Begins with a record of ascending terms, which counts `weight` times. */
  begin(record: Uint32Array, weight: number): void {
    this.#record = record;
    this.#weight = weight;
    for (let at = 0; at < record.length; at++) {
      const node = this.#first[record[at]];
      if (node > 0 && this.#open[node] > 0) this.#stack.push(node, at + 1);
    }
  }

  /** Continues with the record until it is done or about `most` terms were looked at; returns the number of these. */
  walk(most: number): number {
    const [record, stack] = [this.#record, this.#stack];
    let looked = record.length;
    while (stack.length > 0 && looked < most) {
      const next = stack.pop()!;
      const node = stack.pop()!;
      if (this.#left[node] > 0) this.#take(node);
      looked += 1 + record.length - next;
      if (this.#open[node] === 0) continue;
      for (let at = next; at < record.length; at++) {
        const longer = this.#find(node, record[at]);
        if (longer > 0 && this.#open[longer] > 0) stack.push(longer, at + 1);
      }
    }
    return looked;
  }

  /** True when the record has nowhere to go any more. */
  get isDone(): boolean {
    return this.#stack.length === 0;
  }

  /** Sets of which not all records were found. */
  get unfound(): number {
    return this.#open[0];
  }

  #take(node: number): void {
    this.#left[node] -= this.#weight;
    if (this.#left[node] > 0) return;
    for (let above = node; above > 0; above = this.#before[above]) this.#open[above]--;
    this.#open[0]--;
  }

  #find(before: number, term: number): number {
    if (before === 0) return this.#first[term];
    const mask = this.#slots.length - 1;
    let slot = this.#slotOf(before, term);
    for (let node = this.#slots[slot]; node > 0; node = this.#slots[slot]) {
      if (this.#term[node] === term && this.#before[node] === before) return node;
      slot = (slot + 1) & mask;
    }
    return 0;
  }

  #make(before: number, term: number): number {
    const node = this.#nodes++;
    this.#term[node] = term;
    this.#before[node] = before;
    if (before === 0) {
      this.#first[term] = node;
      return node;
    }
    let slot = this.#slotOf(before, term);
    while (this.#slots[slot] > 0) slot = (slot + 1) & (this.#slots.length - 1);
    this.#slots[slot] = node;
    return node;
  }

  #slotOf(before: number, term: number): number {
    return hashPair(before, term) >>> (32 - this.#bits);
  }
}
