import { CandidateHeap } from '../cells/candidate-heap.js';
import type { RecordPersons, TermLists } from './term-lists.js';

/** Deals records into clusters that have no two records of one person. */
export class RecordDealer {
  readonly #records: TermLists;
  readonly #persons: RecordPersons | null;
  /** [persons] records of some; 0 between two uses. */
  readonly #own: Uint32Array;

  /** @param persons - null where every record is of another person */
  constructor(records: TermLists, persons: RecordPersons | null) {
    this.#records = records;
    this.#persons = persons;
    this.#own = new Uint32Array(persons?.count ?? 0);
  }

  /** The most of some records that one person has. */
  mostOf(rows: Uint32Array): number {
    return this.mostWithout(rows, new Uint32Array(0));
  }

  /** The most of some records, without a part of them, that one person has. */
  mostWithout(rows: Uint32Array, without: Uint32Array): number {
    if (this.#persons === null) return Math.min(1, rows.length - without.length);
    const { of } = this.#persons;
    const own = this.#own;
    for (const row of rows) own[of[row]]++;
    for (const row of without) own[of[row]]--;
    let most = 0;
    for (const row of rows) {
      if (own[of[row]] > most) most = own[of[row]];
      own[of[row]] = 0;
    }
    return most;
  }

  /**
   * As many clusters of even sizes, of records that are alike. Records go to the clusters one after the other in the order of their terms,
   * those of the persons first who have a record left for every cluster that is still to come.
   *
   * @param parts - at least as many as one person has records
   */
  deal(rows: Uint32Array, parts: number): Uint32Array[] {
    const { of } = this.#persons!;
    const order = this.#byTerms(rows);
    const queueOf = new Map<number, number[]>();
    for (let at = order.length - 1; at >= 0; at--) {
      const person = of[order[at]];
      const queue = queueOf.get(person);
      if (queue === undefined) queueOf.set(person, [at]);
      else queue.push(at);
    }
    // Queues end with the next record of a person.
    const open = new CandidateHeap(queueOf.size + 1);
    const byLeft: number[][] = Array.from({ length: parts + 1 }, () => []);
    const offer = (person: number, queue: readonly number[]): void => {
      if (queue.length === 0) return;
      open.add(queue.at(-1)!, 0, person);
      byLeft[queue.length].push(person);
    };
    for (const [person, queue] of queueOf) offer(person, queue);
    const clusters: Uint32Array[] = [];
    for (let left = parts, records = rows.length; left > 0; left--) {
      const size = Math.ceil(records / left);
      const cluster: number[] = [];
      const taken: number[] = [];
      const take = (person: number): void => {
        cluster.push(order[queueOf.get(person)!.pop()!]);
        taken.push(person);
      };
      // Persons who had as many records left before may have fewer by now.
      for (const person of byLeft[left]) if (queueOf.get(person)!.length === left) take(person);
      while (cluster.length < size) {
        const { price, id } = open.pop()!;
        // The next record of who is in the cluster is offered after it; other offers are of records that are dealt.
        if (queueOf.get(id)!.at(-1) === price) take(id);
      }
      for (const person of taken) offer(person, queueOf.get(person)!);
      clusters.push(Uint32Array.from(cluster).sort());
      records -= cluster.length;
    }
    return clusters;
  }

  /** Records by their terms, the most frequent of which have the smallest numbers. */
  #byTerms(rows: Uint32Array): Uint32Array {
    const { start, terms } = this.#records;
    return rows.slice().sort((a, b) => {
      const [lengthA, lengthB] = [start[a + 1] - start[a], start[b + 1] - start[b]];
      for (let i = 0; i < lengthA && i < lengthB; i++) {
        const order = terms[start[a] + i] - terms[start[b] + i];
        if (order !== 0) return order;
      }
      return lengthB - lengthA || a - b;
    });
  }
}
