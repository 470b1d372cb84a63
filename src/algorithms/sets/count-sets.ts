import type { TermLists } from './term-lists.js';

/** Called for each set with the persons who have it in one record. `set` is reused: it has the nodes of the set, ascending. */
type VisitSet = (set: readonly number[], persons: number) => void;

/** Records that have a set, and where the nodes after its last one begin in each. */
interface Having {
  readonly records: Uint32Array;
  readonly from: Uint32Array;
}

/**
 * Counts the persons of every set of one size that a record has: depth first, so that the records of a set are known when the next node is counted in
 * them (Zaki, Eclat, 2000), and no set is stored.
 */
export class SetCounter {
  readonly #lists: TermLists;
  readonly #personOf: Uint32Array;
  readonly #nodes: number;
  /** [nodes] counts, and 1 + the last person counted; zero between uses. */
  readonly #counts: Uint32Array;
  readonly #last: Uint32Array;
  readonly #set: number[] = [];

  /**
   * @param lists - [records] nodes, ascending
   * @param personOf - [records] whose each is; ascending
   * @param nodes - number of nodes
   */
  constructor(lists: TermLists, personOf: Uint32Array, nodes: number) {
    this.#lists = lists;
    this.#personOf = personOf;
    this.#nodes = nodes;
    this.#counts = new Uint32Array(nodes);
    this.#last = new Uint32Array(nodes);
  }

  /** Visits the sets of a size. Yields between the sets of one first node and those of the next. */
  *visit(size: number, visit: VisitSet): Generator<void, void> {
    const { start } = this.#lists;
    const all = {
      records: Uint32Array.from({ length: start.length - 1 }, (_, record) => record),
      from: start.subarray(0, start.length - 1),
    };
    if (size === 1) return this.#countNext(all, visit);
    for (const [node, own] of this.#divide(all)) {
      this.#set.push(node);
      this.#extend(own, size - 1, visit);
      this.#set.pop();
      yield;
    }
  }

  /** Visits the sets that begin with `#set` and have `more` nodes after it. */
  #extend(having: Having, more: number, visit: VisitSet): void {
    if (more === 1) return this.#countNext(having, visit);
    for (const [node, own] of this.#divide(having)) {
      this.#set.push(node);
      this.#extend(own, more - 1, visit);
      this.#set.pop();
    }
  }

  /** Nodes of some records, ascending, each with the records that have it. */
  *#divide({ records, from }: Having): Generator<[node: number, own: Having]> {
    const { start, terms } = this.#lists;
    const begin = new Uint32Array(this.#nodes + 1);
    for (let i = 0; i < records.length; i++) {
      for (let at = from[i]; at < start[records[i] + 1]; at++) begin[terms[at] + 1]++;
    }
    for (let node = 0; node < this.#nodes; node++) begin[node + 1] += begin[node];
    const cursor = begin.slice();
    const having = new Uint32Array(begin[this.#nodes]);
    const after = new Uint32Array(begin[this.#nodes]);
    for (let i = 0; i < records.length; i++) {
      for (let at = from[i]; at < start[records[i] + 1]; at++) {
        const place = cursor[terms[at]]++;
        having[place] = records[i];
        after[place] = at + 1;
      }
    }
    for (let node = 0; node < this.#nodes; node++) {
      const [first, end] = [begin[node], begin[node + 1]];
      if (first < end) yield [node, { records: having.subarray(first, end), from: after.subarray(first, end) }];
    }
  }

  /** Visits the sets of `#set` and one node after it. */
  #countNext({ records, from }: Having, visit: VisitSet): void {
    const { start, terms } = this.#lists;
    const touched: number[] = [];
    for (let i = 0; i < records.length; i++) {
      const person = this.#personOf[records[i]] + 1;
      for (let at = from[i]; at < start[records[i] + 1]; at++) {
        const node = terms[at];
        if (this.#last[node] === person) continue;
        if (this.#counts[node]++ === 0) touched.push(node);
        this.#last[node] = person;
      }
    }
    for (const node of touched) {
      const persons = this.#counts[node];
      this.#counts[node] = 0;
      this.#last[node] = 0;
      this.#set.push(node);
      visit(this.#set, persons);
      this.#set.pop();
    }
  }
}
