import type { Steps } from '../../base/steps.js';
import { CandidateHeap } from '../cells/candidate-heap.js';

/** Records of a part, and what is known of the terms in it where that was handed down. */
interface Part {
  readonly rows: Uint32Array;
  readonly counted: Counted | null;
}

interface Counted {
  /** [terms] records of the part that have a term. */
  readonly supports: Uint32Array;
  /** Terms that may cut, by a support that they had before: supports only fall, so the first that is still true is the largest. */
  readonly heap: CandidateHeap;
}

/**
 * Cuts records into clusters of records that share terms (HORPART of Terrovitis et al. 2012, section 4): by the most
 * frequent term that was not cut by before, into the records that have it and the others, until a part has fewer than
 * `most` records. Other than in the paper a cut must leave k records on both sides, since a cluster of fewer records hides nobody;
 * a part that no term can cut is cut into even runs. The larger side of a cut takes the supports over and loses those of
 * the smaller one, so that a record is counted again only where its part was at most halved. Yields between cuts.
 *
 * @param records - [records] terms of every record, ascending
 * @param terms - number of terms
 * @param most - at least 2k
 * @returns clusters of record numbers, each of at least k where there are k records
 */
export function* partitionHorizontally(
  records: readonly Uint32Array[],
  terms: number,
  k: number,
  most: number,
): Steps<Uint32Array[]> {
  const clusters: Uint32Array[] = [];
  const counter = new Counter(records, terms, k);
  const stack: Part[] = [{ rows: Uint32Array.from(records, (_, row) => row), counted: null }];
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    yield;
    const { rows } = part;
    if (rows.length < most) {
      if (part.counted !== null) counter.free(part.counted, rows);
      clusters.push(rows);
      continue;
    }
    const counted = part.counted ?? (yield* counter.count(rows));
    const term = counter.mostFrequent(counted, rows.length);
    if (term < 0) {
      counter.free(counted, rows);
      const pieces = Math.ceil(rows.length / most);
      for (let i = 0; i < pieces; i++) {
        clusters.push(rows.slice(Math.floor((i * rows.length) / pieces), Math.floor(((i + 1) * rows.length) / pieces)));
      }
      continue;
    }
    const [having, others] = counter.cut(rows, term, counted.supports[term]);
    const isMost = having.length > others.length;
    counter.remove(counted, isMost ? others : having);
    stack.push({ rows: others, counted: isMost ? null : counted }, { rows: having, counted: isMost ? counted : null });
  }
  return clusters;
}

/** Counts terms of parts, in arrays that are used again. */
class Counter {
  readonly #records: readonly Uint32Array[];
  readonly #terms: number;
  readonly #k: number;
  /** Arrays of zeros. */
  readonly #unused: Uint32Array[] = [];

  constructor(records: readonly Uint32Array[], terms: number, k: number) {
    this.#records = records;
    this.#terms = terms;
    this.#k = k;
  }

  *count(rows: Uint32Array): Steps<Counted> {
    const supports = this.#unused.pop() ?? new Uint32Array(this.#terms);
    const found = this.#add(rows, supports);
    yield;
    const heap = new CandidateHeap(found.length + 1);
    for (const term of found) {
      // Where all but a few have a term, all but a few have it in every part of this one.
      if (supports[term] >= this.#k && rows.length - supports[term] >= this.#k) heap.push(-supports[term], 0, term);
    }
    yield* heap.build();
    return { supports, heap };
  }

  /** Adds the terms of records; those that were not there yet. */
  #add(rows: Uint32Array, supports: Uint32Array): number[] {
    const found: number[] = [];
    for (const row of rows) for (const term of this.#records[row]) if (supports[term]++ === 0) found.push(term);
    return found;
  }

  /** Takes records out of a part. */
  remove({ supports }: Counted, rows: Uint32Array): void {
    for (const row of rows) for (const term of this.#records[row]) supports[term]--;
  }

  /** Gives back what was counted of the records that are left. */
  free(counted: Counted, rows: Uint32Array): void {
    this.remove(counted, rows);
    this.#unused.push(counted.supports);
  }

  /** Of the terms that k records have and k have not, the one that most have; the first of several; -1 without any. */
  mostFrequent({ supports, heap }: Counted, rows: number): number {
    for (let top = heap.pop(); top !== null; top = heap.pop()) {
      const support = supports[top.id];
      if (support < this.#k || rows - support < this.#k) continue;
      if (support === -top.price) return top.id;
      heap.add(-support, 0, top.id);
    }
    return -1;
  }

  /** The records that have a term, and the others, both in their order. */
  cut(rows: Uint32Array, term: number, support: number): [Uint32Array, Uint32Array] {
    const having = new Uint32Array(support);
    const others = new Uint32Array(rows.length - support);
    let first = 0;
    let second = 0;
    for (const row of rows) {
      if (this.#records[row].includes(term)) having[first++] = row;
      else others[second++] = row;
    }
    return [having, others];
  }
}
