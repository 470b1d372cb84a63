import { appendAll } from '../../base/sequences.js';
import type { Steps } from '../../base/steps.js';
import { CandidateHeap } from '../cells/candidate-heap.js';
import { RecordDealer } from './deal-records.js';
import type { RecordPersons, TermLists } from './term-lists.js';
import { listCount } from './term-lists.js';

/** Records counted between two yields. */
const YIELD_RECORDS = 1 << 14;

/** Records of a part, and what is known of the terms in it where that was handed down. */
interface Part {
  /** Value of `partOf` of the counter for its records. */
  readonly id: number;
  /** Ascending. Of a part that was counted also records that were cut off since. */
  readonly rows: Uint32Array;
  /** Records without those. */
  readonly size: number;
  /** No person has more of them. */
  readonly most: number;
  readonly counted: Counted | null;
}

interface Counted {
  /** [terms] records of the part that have a term. */
  readonly supports: Uint32Array;
  /** Terms that may cut, by a support that they had before: supports only fall, so the first that is still true is the largest. */
  readonly heap: CandidateHeap;
  /** Records by term, ascending, as they were when they were counted. */
  readonly rowsWith: Uint32Array;
  /** [terms] where those of a term end; they begin as many places before as it had records then. */
  readonly ends: Uint32Array;
  readonly lengths: Uint32Array;
}

/**
 * Cuts records into clusters of records that share terms (HORPART of Terrovitis et al. 2012, section 4): by the most
 * frequent term that was not cut by before, into the records that have it and the others, until a part has fewer than
 * `most` records. Other than in the paper a cut must leave k records on both sides, since a cluster of fewer records hides nobody;
 * a part that no term can cut is cut into even runs. The larger side of a cut takes the supports over and loses those of
 * the smaller one, so that a record is counted again only where its part was at most halved; the records of a term are found by
 * a list that was made when the part was counted. Where persons have several records, a cut must leave k records for each of the person
 * who has most, and a part is dealt into clusters that have no two records of one person. Yields between cuts.
 *
 * @param records - terms of every record, ascending
 * @param terms - number of terms
 * @param most - at least 2k
 * @param persons - null where every record is of another person; k records for each of the person who has most
 * @returns clusters of record numbers, each of at least k where there are k records
 */
export function* partitionHorizontally(
  records: TermLists,
  terms: number,
  k: number,
  most: number,
  persons: RecordPersons | null = null,
): Steps<Uint32Array[]> {
  const clusters: Uint32Array[] = [];
  const dealer = new RecordDealer(records, persons);
  const counter = new Counter(records, terms, k, dealer);
  const all = Uint32Array.from({ length: listCount(records) }, (_, record) => record);
  const stack: Part[] = [{ id: 0, rows: all, size: all.length, most: dealer.mostOf(all), counted: null }];
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    yield;
    const { size } = part;
    if (size < most) {
      appendAll(clusters, divide(counter.close(part), 1, dealer));
      continue;
    }
    const counted = part.counted ?? (yield* counter.count(part.rows));
    const open = { ...part, counted };
    const cut = counter.cutByMostFrequent(open);
    if (cut !== null) appendAll(stack, cut);
    else appendAll(clusters, divide(counter.close(open), Math.ceil(size / most), dealer));
  }
  return clusters;
}

/** Even runs of records, or, where persons have several of them, clusters that have no two of one person. */
function divide(rows: Uint32Array, least: number, dealer: RecordDealer): Uint32Array[] {
  const most = dealer.mostOf(rows);
  if (most > 1) return dealer.deal(rows, Math.max(least, most));
  const endOf = (piece: number): number => Math.floor((piece * rows.length) / least);
  return Array.from({ length: least }, (_, piece) => rows.slice(endOf(piece), endOf(piece + 1)));
}

/** Counts terms of parts, in arrays that are used again. */
class Counter {
  readonly #records: TermLists;
  readonly #terms: number;
  readonly #k: number;
  readonly #dealer: RecordDealer;
  /** [records] the part that each is in. */
  readonly #partOf: Uint32Array;
  #parts = 1;
  /** Arrays of closed parts: all supports are 0. */
  readonly #unused: Pick<Counted, 'supports' | 'ends' | 'lengths'>[] = [];

  constructor(records: TermLists, terms: number, k: number, dealer: RecordDealer) {
    this.#records = records;
    this.#terms = terms;
    this.#k = k;
    this.#dealer = dealer;
    this.#partOf = new Uint32Array(listCount(records));
  }

  *count(rows: Uint32Array): Steps<Counted> {
    const zeros = (): Uint32Array => new Uint32Array(this.#terms);
    const { supports, ends, lengths } = this.#unused.pop() ?? { supports: zeros(), ends: zeros(), lengths: zeros() };
    const found: number[] = [];
    for (let from = 0; from < rows.length; from += YIELD_RECORDS) {
      yield;
      this.#add(rows.subarray(from, from + YIELD_RECORDS), supports, found);
    }
    const heap = new CandidateHeap(found.length + 1);
    let items = 0;
    for (const term of found) {
      ends[term] = items;
      items += lengths[term] = supports[term];
      // A term that fewer than k records have, or lack, cuts no part of this one.
      if (supports[term] >= this.#k && rows.length - supports[term] >= this.#k) heap.push(-supports[term], 0, term);
    }
    const rowsWith = new Uint32Array(items);
    const { start, terms } = this.#records;
    for (let from = 0; from < rows.length; from += YIELD_RECORDS) {
      yield;
      for (const row of rows.subarray(from, from + YIELD_RECORDS)) {
        for (let at = start[row]; at < start[row + 1]; at++) rowsWith[ends[terms[at]]++] = row;
      }
    }
    yield* heap.build();
    return { supports, heap, rowsWith, ends, lengths };
  }

  /** Adds the terms of records, and to the list those that were not there yet. */
  #add(rows: Uint32Array, supports: Uint32Array, found: number[]): void {
    const { start, terms } = this.#records;
    for (const row of rows) {
      for (let at = start[row]; at < start[row + 1]; at++) if (supports[terms[at]]++ === 0) found.push(terms[at]);
    }
  }

  /** Takes records out of what was counted. */
  #remove({ supports }: Counted, rows: Uint32Array): void {
    const { start, terms } = this.#records;
    for (const row of rows) for (let at = start[row]; at < start[row + 1]; at++) supports[terms[at]]--;
  }

  /** The records of a part that is not cut any more; what was counted of it is given back. */
  close({ id, rows, size, counted }: Part): Uint32Array {
    const own = this.#rowsOf(id, rows, size);
    if (counted === null) return own;
    this.#remove(counted, own);
    this.#unused.push(counted);
    return own;
  }

  /** Selects the records of a part, whose number is `size`. */
  #rowsOf(id: number, rows: Uint32Array, size: number): Uint32Array {
    if (rows.length === size) return rows;
    const own = new Uint32Array(size);
    let at = 0;
    for (const row of rows) if (this.#partOf[row] === id) own[at++] = row;
    return own;
  }

  /** The term that most records have, of those that k records have and k lack; the first of equal ones; -1 without any. */
  #mostFrequent({ supports, heap }: Counted, rows: number): number {
    for (let top = heap.pop(); top !== null; top = heap.pop()) {
      const support = supports[top.id];
      if (support < this.#k || rows - support < this.#k) continue;
      if (support === -top.price) return top.id;
      heap.add(-support, 0, top.id);
    }
    return -1;
  }

  /**
   * The part without the records that have the most frequent term that can cut it, then these: what was counted stays with the larger of
   * both. Null where no term can.
   */
  cutByMostFrequent(part: Part & { readonly counted: Counted }): [Part, Part] | null {
    const { id, size, counted } = part;
    const { supports, rowsWith, ends, lengths } = counted;
    for (let term = this.#mostFrequent(counted, size); term >= 0; term = this.#mostFrequent(counted, size)) {
      const all = rowsWith.subarray(ends[term] - lengths[term], ends[term]);
      const having = this.#rowsOf(id, all, supports[term]);
      const most = this.#mostOfSides(part, having);
      if (most !== null) return this.#cut(part, having, most);
    }
    return null;
  }

  /** No person has more records of both sides of a cut, the records with its term first; null where a side has too few for that. */
  #mostOfSides({ id, rows, size, most }: Part, having: Uint32Array): readonly [number, number] | null {
    const left = size - having.length;
    const ofHaving = having.length >= this.#k * most ? most : this.#dealer.mostOf(having);
    if (having.length < this.#k * ofHaving) return null;
    if (left >= this.#k * most) return [ofHaving, most];
    const ofOthers = this.#dealer.mostWithout(this.#rowsOf(id, rows, size), having);
    return left >= this.#k * ofOthers ? [ofHaving, ofOthers] : null;
  }

  #cut(
    { id, rows, size, counted }: Part & { readonly counted: Counted },
    having: Uint32Array,
    [most, mostOfOthers]: readonly [number, number],
  ): [Part, Part] {
    const partOf = this.#partOf;
    const cutOff = this.#parts++;
    for (const row of having) partOf[row] = cutOff;
    const left = size - having.length;
    if (having.length <= left) {
      this.#remove(counted, having);
      const part = { id: cutOff, rows: having, size: having.length, most, counted: null };
      return [{ id, rows, size: left, most: mostOfOthers, counted }, part];
    }
    const others = this.#rowsOf(id, rows, left);
    this.#remove(counted, others);
    const part = { id: cutOff, rows: having, size: having.length, most, counted };
    return [{ id, rows: others, size: left, most: mostOfOthers, counted: null }, part];
  }
}
