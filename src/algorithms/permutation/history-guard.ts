/** `"history": "protect"` of buckets: no person's buckets together leave too few values of a sensitive column that is the same in all their rows. */
import { orderByGroup } from '../../table/units.js';
import type { PersonRows } from './person-rows.js';

/** Keeps the bucket of every row, and takes other buckets only where they disclose nobody. */
export class HistoryGuard {
  readonly #rows: PersonRows;
  /** Linked columns that are watched. */
  readonly #watched: readonly number[];
  readonly #ofPerson: ReturnType<typeof orderByGroup>;
  /** [rows] */
  readonly #bucketOf: Int32Array;
  /** [watched] values of every bucket. */
  readonly #shown: readonly Map<number, Set<number>>[];
  #buckets = 0;

  constructor(rows: PersonRows) {
    const { linked, count } = rows.persons;
    this.#rows = rows;
    this.#watched = linked.flatMap(({ isWatched, fewest }, column) => (isWatched && fewest > 0 ? [column] : []));
    this.#ofPerson = orderByGroup(rows.personOf, this.#watched.length === 0 ? 0 : count);
    this.#bucketOf = new Int32Array(rows.count).fill(-1);
    this.#shown = this.#watched.map(() => new Map<number, Set<number>>());
  }

  /** Puts rows into these buckets, which no other rows are in; false, and nothing is changed, where that discloses somebody. */
  accept(buckets: readonly Uint32Array[]): boolean {
    if (this.#watched.length === 0) return true;
    const before = buckets.map((rows) => Int32Array.from(rows, (row) => this.#bucketOf[row]));
    const persons = new Set<number>();
    buckets.forEach((rows) => {
      const id = this.#buckets++;
      for (const row of rows) {
        this.#bucketOf[row] = id;
        persons.add(this.#rows.personOf[row]);
      }
      this.#watched.forEach((column, i) => {
        const values = this.#rows.values[column];
        this.#shown[i].set(id, new Set(Array.from(rows, (row) => values[row])));
      });
    });
    const { keyed } = this.#rows.persons;
    if ([...persons].every((person) => person >= keyed || this.#isHidden(person))) return true;
    buckets.forEach((rows, b) => rows.forEach((row, at) => (this.#bucketOf[row] = before[b][at])));
    return false;
  }

  #isHidden(person: number): boolean {
    const { start, order } = this.#ofPerson;
    const own = order.subarray(start[person], start[person + 1]);
    const ids = [...new Set(Array.from(own, (row) => this.#bucketOf[row]))].filter((id) => id >= 0);
    if (ids.length === 0) return true;
    return this.#watched.every((column, i) => {
      const [first, ...others] = ids.map((id) => this.#shown[i].get(id) as Set<number>);
      const common = [...first].filter((value) => others.every((each) => each.has(value)));
      return common.length >= this.#rows.persons.linked[column].fewest;
    });
  }
}
