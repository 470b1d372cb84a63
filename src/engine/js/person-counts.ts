import { toWorstCase } from '../../base/worst-case.js';
import type { PairColumn } from '../engine.js';

/** Persons of one class, from the histogram of a column of pairs; the twin of assembly/persons.ts. */
export class PersonCounter {
  /** [values] persons of the class who have each value; after `worstCase` the worst-case counts. */
  readonly holders: Uint32Array;
  /** [values] persons of the class by value, each spread evenly over their rows. */
  readonly weights: Float64Array;
  readonly #pairs: PairColumn;
  /** Rows of the codes and persons of a list, 0 between two counts, and its codes. */
  #rowsOfCode: Uint32Array | null = null;
  #rowsOfPerson: Uint32Array | null = null;
  #touched: Uint32Array | null = null;

  constructor(pairs: PairColumn) {
    this.#pairs = pairs;
    this.holders = new Uint32Array(pairs.values);
    this.weights = new Float64Array(pairs.values);
  }

  /** Counts the persons of a class into `holders` and `weights`, and returns their number. */
  count(histogram: Uint32Array, offset: number): number {
    const { personOf, valueOf, persons: all } = this.#pairs;
    const { holders, weights } = this;
    holders.fill(0);
    weights.fill(0);
    if (personOf.length === 0) return this.#countFirsts(histogram, offset);
    let persons = 0;
    for (let from = 0, to = 0; from < personOf.length && personOf[from] < all; from = to) {
      let rows = 0;
      for (to = from; to < personOf.length && personOf[to] === personOf[from]; to++) rows += histogram[offset + to];
      if (rows === 0) continue;
      persons++;
      for (let code = from; code < to; code++) {
        const own = histogram[offset + code];
        if (own === 0) continue;
        holders[valueOf[code]]++;
        weights[valueOf[code]] += own / rows;
      }
    }
    return persons;
  }

  /**
   * The count of a class that is a list of codes with their rows, which may repeat or have no rows, in time linear in its length.
   * Weights are summed in the order in which codes appear.
   */
  countListed(codes: Uint32Array, rows: Uint32Array, from: number, to: number): number {
    const { personOf, valueOf, persons: all } = this.#pairs;
    const { holders, weights } = this;
    this.#rowsOfCode ??= new Uint32Array(personOf.length);
    this.#rowsOfPerson ??= new Uint32Array(all);
    this.#touched ??= new Uint32Array(personOf.length);
    const rowsOfCode = this.#rowsOfCode;
    const rowsOfPerson = this.#rowsOfPerson;
    const touched = this.#touched;
    holders.fill(0);
    weights.fill(0);
    let persons = 0;
    let length = 0;
    for (let i = from; i < to; i++) {
      if (rows[i] === 0) continue;
      const code = codes[i];
      const person = personOf[code];
      if (person >= all) continue;
      if (rowsOfCode[code] === 0) touched[length++] = code;
      rowsOfCode[code] += rows[i];
      if (rowsOfPerson[person] === 0) persons++;
      rowsOfPerson[person] += rows[i];
    }
    for (let i = 0; i < length; i++) {
      const code = touched[i];
      holders[valueOf[code]]++;
      weights[valueOf[code]] += rowsOfCode[code] / rowsOfPerson[personOf[code]];
    }
    for (let i = 0; i < length; i++) {
      rowsOfPerson[personOf[touched[i]]] = 0;
      rowsOfCode[touched[i]] = 0;
    }
    return persons;
  }

  /** Forgets the data: of the last class that was counted. */
  clear(): void {
    this.holders.fill(0);
    this.weights.fill(0);
    this.#touched?.fill(0);
  }

  /** The count of a column of first rows, without weights. */
  #countFirsts(histogram: Uint32Array, offset: number): number {
    const { values } = this.#pairs;
    let persons = 0;
    for (let value = 0; value < values; value++) {
      const first = histogram[offset + value];
      persons += first;
      this.holders[value] = first + histogram[offset + values + value];
    }
    return persons;
  }

  /** Makes holders the worst-case counts. */
  worstCase(persons: number): void {
    toWorstCase(this.holders, persons);
  }

  equalWeights(persons: number, total: number): number {
    const whole = this.#pairs.weights;
    let sum = 0;
    for (let value = 0; value < whole.length; value++) {
      sum += Math.abs(this.weights[value] * total - whole[value] * persons);
    }
    return sum;
  }

  largestGain(persons: number, total: number): number {
    const whole = this.#pairs.holders;
    let largest = 0;
    for (let value = 0; value < whole.length; value++) {
      largest = Math.max(largest, this.holders[value] * total - whole[value] * persons);
    }
    return largest;
  }

  orderedWeights(persons: number, total: number): number {
    const table = this.#pairs.weights;
    let sum = 0;
    let own = 0;
    let whole = 0;
    for (let value = 0; value < table.length; value++) {
      own += this.weights[value];
      whole += table[value];
      sum += Math.abs(own * total - whole * persons);
    }
    return sum;
  }

  /** [height * values] nodes and scratch as `CompiledCondition` has them. */
  treeWeights(persons: number, total: number, nodeOf: Uint32Array, differences: Float64Array): number {
    const whole = this.#pairs.weights;
    let sum = 0;
    for (let at = 0; at < nodeOf.length;) {
      differences.fill(0);
      for (let value = 0; value < whole.length; value++, at++) {
        differences[nodeOf[at]] += this.weights[value] * total - whole[value] * persons;
      }
      for (const difference of differences) sum += Math.abs(difference);
    }
    return sum;
  }
}
