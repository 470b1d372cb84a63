import { CapacityError } from '../../base/errors.js';
import type { RecordPersons, TermLists } from './term-lists.js';
import { listCount } from './term-lists.js';

/** Terms whose combinations may be released, and the sub-record of every record, where it is not empty. */
export interface Chunk {
  /** Ascending. */
  readonly terms: readonly number[];
  /** Ascending terms each, in the order of the records. */
  readonly subRecords: TermLists;
}

/** A cluster of records taken apart. */
export interface Cluster {
  /** Record numbers. */
  readonly rows: Uint32Array;
  readonly chunks: readonly Chunk[];
  /** The term chunk: terms of which only the occurrence in the cluster is released. Ascending. */
  readonly terms: readonly number[];
}

const mostSets = 5_000_000;

/**
 * Lemma 2 of the paper: with an empty term chunk, sub-records must be enough to leave no record empty after k of every chunk
 * that m terms can touch were put on the same k records.
 */
export function fillsRecords(chunks: readonly Chunk[], size: number, k: number, m: number): boolean {
  const all = chunks.reduce((sum, { subRecords }) => sum + listCount(subRecords), 0);
  return all >= size + k * Math.max(0, Math.min(m, chunks.length) - 1);
}

/** Takes clusters apart, one after the other, in arrays that are used again. */
export class VerticalPartition {
  readonly #records: TermLists;
  readonly #k: number;
  readonly #m: number;
  readonly #persons: RecordPersons | null;
  /** [terms] records of the cluster, each of another person, that have a term; 0 between two clusters. */
  readonly #supports: Uint32Array;
  /** [terms] the last person who has a term with a support. */
  readonly #lastWith: Uint32Array;
  /** [terms] place of a term among those that fill chunks, from 1; 0 between two clusters. */
  readonly #placeOf: Uint32Array;
  /** Sub-records of the cluster with those terms, as places. */
  readonly #own = { start: new Uint32Array(16), places: new Uint32Array(16), person: new Uint32Array(16) };

  /**
   * @param terms - number of terms
   * @param persons - null where every record is of another person
   */
  constructor(records: TermLists, terms: number, k: number, m: number, persons: RecordPersons | null = null) {
    this.#records = records;
    this.#k = k;
    this.#m = m;
    this.#persons = persons;
    this.#supports = new Uint32Array(terms);
    this.#lastWith = new Uint32Array(terms);
    this.#placeOf = new Uint32Array(terms);
  }

  /**
   * Takes a cluster apart (VERPART, section 4 of Terrovitis et al. 2012). Terms that fewer than k records have go to the
   * term chunk; the others, the most frequent first, fill record chunks while these stay k^m-anonymous: every set of up
   * to m terms that a sub-record has, k sub-records have. No two records are of one person. Where that leaves the term chunk empty and too few sub-records
   * to fill all records (lemma 2), the least frequent term goes to the term chunk.
   */
  partition(rows: Uint32Array): Cluster {
    const found = this.#count(rows);
    const frequent = this.#byFrequency(found.filter((term) => this.#supports[term] >= this.#k));
    const rare = found.filter((term) => this.#supports[term] < this.#k);
    let chunks = this.#fill(rows, frequent, null);
    if (rare.length === 0 && chunks.length > 0 && !fillsRecords(chunks, rows.length, this.#k, this.#m)) {
      const moved = frequent[frequent.length - 1];
      rare.push(moved);
      chunks = this.#fill(rows, frequent, moved);
    }
    for (const term of found) this.#supports[term] = 0;
    return { rows, chunks, terms: rare.sort((a, b) => a - b) };
  }

  /**
   * k^m-anonymous chunks of terms that k persons of the records have each. Every term, the most frequent first, goes to the first
   * chunk that stays anonymous: the same chunks as filling one after the other, in one pass over the terms.
   *
   * @param rows - those of a person one after the other
   */
  fillChunks(rows: Uint32Array, terms: readonly number[]): Chunk[] {
    const found = this.#count(rows);
    const chunks = this.#fill(rows, this.#byFrequency(terms), null);
    for (const term of found) this.#supports[term] = 0;
    return chunks;
  }

  /** Person of a record; a person per record where persons are not distinguished. */
  #personOf(row: number): number {
    return this.#persons === null ? row : this.#persons.of[row];
  }

  /** Counts the persons who have a term; the terms in the order in which they come. */
  #count(rows: Uint32Array): number[] {
    const { start, terms } = this.#records;
    const supports = this.#supports;
    const lastWith = this.#lastWith;
    const found: number[] = [];
    for (const row of rows) {
      const person = this.#personOf(row);
      for (let at = start[row]; at < start[row + 1]; at++) {
        const term = terms[at];
        if (supports[term] === 0) found.push(term);
        else if (lastWith[term] === person) continue;
        supports[term]++;
        lastWith[term] = person;
      }
    }
    return found;
  }

  /** [candidates] persons who have each in some records, those of a person one after the other. */
  countPersons(rows: Uint32Array, candidates: readonly number[]): number[] {
    const found = this.#count(rows);
    const counts = candidates.map((term) => this.#supports[term]);
    for (const term of found) this.#supports[term] = 0;
    return counts;
  }

  /** Most frequent first, then the smaller number. */
  #byFrequency(terms: readonly number[]): number[] {
    const supports = this.#supports;
    return [...terms].sort((a, b) => supports[b] - supports[a] || a - b);
  }

  /** Chunks of terms, the most frequent of which come first. A term that is left out still has its place in them. */
  #fill(rows: Uint32Array, terms: readonly number[], leftOut: number | null): Chunk[] {
    terms.forEach((term, place) => (this.#placeOf[term] = place + 1));
    this.#project(rows);
    const chunkOf = this.#chunksOf(rows.length, terms);
    const away = leftOut === null ? -1 : terms.indexOf(leftOut);
    const chunks = this.#chunksFrom(rows.length, terms, chunkOf, away);
    for (const term of terms) this.#placeOf[term] = 0;
    return chunks;
  }

  /** Collects the terms of the records that have a place. */
  #project(rows: Uint32Array): void {
    const { start, terms } = this.#records;
    const own = this.#own;
    let items = 0;
    for (const row of rows) items += start[row + 1] - start[row];
    if (own.start.length <= rows.length) {
      own.start = new Uint32Array(2 * rows.length);
      own.person = new Uint32Array(2 * rows.length);
    }
    if (own.places.length < items) own.places = new Uint32Array(2 * items);
    let kept = 0;
    for (let i = 0; i < rows.length; i++) {
      own.person[i] = this.#personOf(rows[i]);
      for (let at = start[rows[i]]; at < start[rows[i] + 1]; at++) {
        const place = this.#placeOf[terms[at]];
        if (place > 0) own.places[kept++] = place - 1;
      }
      own.start[i + 1] = kept;
    }
  }

  /** [places] the chunk that each term goes to. */
  #chunksOf(size: number, terms: readonly number[]): Int32Array {
    const { start, places, person } = this.#own;
    const having = listHaving(this.#own, size, terms.length);
    const chunkOf = new Int32Array(terms.length).fill(-1);
    // Persons who have another term beside, and the last of them.
    const beside = new Uint32Array(terms.length);
    const lastWith = new Uint32Array(terms.length);
    const seen = new Uint32Array(terms.length);
    // [chunks] the place, from 1, of the term that the chunk is closed to.
    const closedTo: number[] = [];
    for (let place = 0; place < terms.length; place++) {
      const own = having.terms.subarray(having.start[place], having.start[place + 1]);
      let others = 0;
      for (let i = 0; i < own.length && this.#m > 1; i++) {
        // Places before this one have a chunk.
        for (let at = start[own[i]]; at < start[own[i] + 1]; at++) {
          const other = places[at];
          if (other >= place) continue;
          if (beside[other] === 0) seen[others++] = other;
          else if (lastWith[other] === person[own[i]]) continue;
          beside[other]++;
          lastWith[other] = person[own[i]];
        }
      }
      for (let i = 0; i < others; i++) {
        if (beside[seen[i]] < this.#k) closedTo[chunkOf[seen[i]]] = place + 1;
        beside[seen[i]] = 0;
      }
      let chunk = 0;
      while (
        chunk < closedTo.length &&
        (closedTo[chunk] === place + 1 || (this.#m > 2 && !this.#staysAnonymous(own, chunkOf, chunk)))
      ) {
        chunk++;
      }
      if (chunk === closedTo.length) closedTo.push(0);
      chunkOf[place] = chunk;
    }
    return chunkOf;
  }

  /**
   * True when a chunk stays k^m-anonymous with one more term: every set of up to m - 1 of its terms that some record has
   * beside the new one, k persons have in a record beside it.
   *
   * @param having - the records that have the new term
   */
  #staysAnonymous(having: Uint32Array, chunkOf: Int32Array, chunk: number): boolean {
    const { start, places, person } = this.#own;
    const counts = new Map<string, number>();
    const lastWith = new Map<string, number>();
    for (const record of having) {
      const own = places.subarray(start[record], start[record + 1]).filter((place) => chunkOf[place] === chunk);
      const extend = (from: number, length: number, key: string): void => {
        for (let at = from; at < own.length; at++) {
          const longer = `${key} ${own[at]}`;
          if (lastWith.get(longer) !== person[record]) counts.set(longer, (counts.get(longer) ?? 0) + 1);
          lastWith.set(longer, person[record]);
          if (counts.size > mostSets) throw new CapacityError('sets of terms', counts.size, mostSets);
          if (length + 1 < this.#m - 1) extend(at + 1, length + 1, longer);
        }
      };
      extend(0, 0, '');
    }
    for (const count of counts.values()) if (count < this.#k) return false;
    return true;
  }

  /** The chunks with what the records have of their terms, empty ones left out. */
  #chunksFrom(size: number, terms: readonly number[], chunkOf: Int32Array, away: number): Chunk[] {
    const { start, places } = this.#own;
    const own: number[][] = [];
    for (let place = 0; place < terms.length; place++) {
      while (own.length <= chunkOf[place]) own.push([]);
      if (place !== away) own[chunkOf[place]].push(terms[place]);
    }
    const lists = own.map(() => 0);
    const items = own.map(() => 0);
    const lastIn = own.map(() => -1);
    const walk = (visit: (chunk: number, place: number, isFirst: boolean) => void): void => {
      lastIn.fill(-1);
      for (let record = 0; record < size; record++) {
        for (let at = start[record]; at < start[record + 1]; at++) {
          const place = places[at];
          if (place === away) continue;
          const chunk = chunkOf[place];
          visit(chunk, place, lastIn[chunk] !== record);
          lastIn[chunk] = record;
        }
      }
    };
    walk((chunk, _, isFirst) => {
      items[chunk]++;
      if (isFirst) lists[chunk]++;
    });
    const made = own.map((_, chunk) => ({
      start: new Uint32Array(lists[chunk] + 1),
      terms: new Uint32Array(items[chunk]),
    }));
    lists.fill(0);
    items.fill(0);
    walk((chunk, place, isFirst) => {
      if (isFirst) lists[chunk]++;
      made[chunk].terms[items[chunk]++] = terms[place];
      made[chunk].start[lists[chunk]] = items[chunk];
    });
    return own
      .map((each, chunk) => ({ terms: each.sort((a, b) => a - b), subRecords: made[chunk] }))
      .filter((chunk) => chunk.terms.length > 0);
  }
}

/** Lists, for every place, the records that have it, by number within the cluster. */
function listHaving(
  { start, places }: { readonly start: Uint32Array; readonly places: Uint32Array },
  size: number,
  count: number,
): TermLists {
  const ends = new Uint32Array(count + 1);
  for (let at = 0; at < start[size]; at++) ends[places[at] + 1]++;
  for (let place = 0; place < count; place++) ends[place + 1] += ends[place];
  const found = ends.slice();
  const terms = new Uint32Array(start[size]);
  for (let record = 0; record < size; record++) {
    for (let at = start[record]; at < start[record + 1]; at++) terms[ends[places[at]]++] = record;
  }
  return { start: found, terms };
}
