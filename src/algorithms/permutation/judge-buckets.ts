import { asksForPersons, type Pairs } from '../../privacy/by-persons.js';
import type { PersonsOfTable } from '../../privacy/definition.js';
import type { PrivacyModel } from '../../privacy/model.js';
import type { LinkedColumn, Problem } from '../algorithm.js';
import { keyedRows, type PersonRows } from './person-rows.js';

/** Counts of values that are judged at once. */
const countsAtOnce = 1 << 18;

/** Limit on the rows of a bucket with one value of a linked column, where there is one: a share 1 / l. */
export interface BucketLimits {
  /** True where no value may have a larger share than 1 / l of the rows with the same quasi-identifiers beside. */
  readonly isShareBounded?: boolean;
}

/** Judges buckets in which every row is of another person: each then counts as one, as rows do. */
export class BucketJudge {
  readonly #models: readonly PrivacyModel[];
  readonly #rows: PersonRows;
  readonly #isShareBounded: boolean;
  /** Fewest rows that every model on sizes asks for. */
  readonly leastSize: number;
  /** Buckets judged. */
  judged = 0;

  constructor({ models }: Problem, rows: PersonRows, { isShareBounded = false }: BucketLimits) {
    this.#models = models.filter(({ attribute }) => attribute !== null);
    this.#rows = rows;
    this.#isShareBounded = isShareBounded;
    this.leastSize = models.reduce((least, model) => {
      if (model.attribute !== null) return least;
      const condition = model.condition(0, new Uint32Array(0));
      return condition.kind === 'size' ? Math.max(least, condition.minimum) : least;
    }, 1);
  }

  /** True where every model holds in every bucket, and all buckets of each vector leave it values enough; twice where rows lack a key. */
  holds(buckets: readonly Uint32Array[]): boolean {
    this.judged += buckets.length;
    const { persons } = this.#rows;
    const { linked, table, tableOfEach } = persons;
    const keyed = persons.keyed === persons.count ? buckets : buckets.map((rows) => keyedRows(this.#rows, rows));
    if (keyed.some(({ length }) => length < this.leastSize)) return false;
    const own: Reading = { buckets: keyed, table, pairsOf: ({ pairs }) => pairs };
    const each: Reading = { buckets, table: tableOfEach, pairsOf: ({ pairsOfEach }) => pairsOfEach };
    const readings = keyed === buckets ? [own] : [own, each];
    for (const model of this.#models) {
      // Rows without a key show a set of items, and add nobody to it.
      const asked = asksForPersons(model) ? [{ ...each, table }] : readings;
      if (!asked.every((reading) => this.#holdsIn(model, reading))) return false;
    }
    return readings.every((reading) =>
      linked.every(
        (_, column) => this.#isShared(column, reading.buckets) && this.#leavesEnough(column, reading.buckets),
      ),
    );
  }

  #holdsIn(model: PrivacyModel, { buckets, table, pairsOf }: Reading): boolean {
    const { persons, values } = this.#rows;
    const at = persons.linked.findIndex(({ attribute }) => attribute === model.attribute);
    const pairs = pairsOf(persons.linked[at]);
    if (pairs === null) return false;
    const size = pairs.values;
    const some = Math.max(1, Math.floor(countsAtOnce / size));
    for (let from = 0; from < buckets.length; from += some) {
      const judged = buckets.slice(from, from + some);
      const holders = new Uint32Array(judged.length * size);
      judged.forEach((rows, bucket) => {
        for (const row of rows) holders[bucket * size + values[at][row]]++;
      });
      const { holds } = model.achievedOfPersons({
        sizes: Uint32Array.from(judged, ({ length }) => length),
        holders,
        weights: Float64Array.from(holders),
        pairs: this.#pairsOf(judged, values[at]),
        tableHolders: pairs.holders,
        tableWeights: pairs.weights,
        table,
      });
      if (!holds) return false;
    }
    return true;
  }

  /** The rows of buckets as persons with one value each, those without a key numbered after all persons with one. */
  #pairsOf(buckets: readonly Uint32Array[], values: Uint32Array) {
    const { personOf, persons } = this.#rows;
    const start = new Uint32Array(buckets.length + 1);
    buckets.forEach(({ length }, bucket) => (start[bucket + 1] = start[bucket] + length));
    const valueOf = new Uint32Array(start[buckets.length]);
    const numbers = new Uint32Array(valueOf.length);
    buckets.forEach((rows, bucket) =>
      rows.forEach((row, at) => {
        valueOf[start[bucket] + at] = values[row];
        numbers[start[bucket] + at] = personOf[row] < persons.keyed ? at : persons.keyed + at;
      }),
    );
    return { start, personOf: numbers, valueOf };
  }

  /** True where no value has too large a share of the rows with the same quasi-identifiers beside. */
  #isShared(column: number, buckets: readonly Uint32Array[]): boolean {
    const { diversity } = this.#rows.persons.linked[column];
    if (!this.#isShareBounded || diversity === null) return true;
    const values = this.#rows.values[column];
    const beside = this.#rows.beside[column];
    return buckets.every((rows) => {
      const all = new Map<number, number>();
      const own = new Map<string, number>();
      for (const row of rows) {
        const key = `${beside[row]} ${values[row]}`;
        all.set(beside[row], (all.get(beside[row]) ?? 0) + 1);
        own.set(key, (own.get(key) ?? 0) + 1);
      }
      return [...own].every(([key, count]) => count * diversity <= (all.get(Number(key.split(' ')[0])) as number));
    });
  }

  /** True if the values that stand in all buckets of a vector are, for every vector, at least as many as the column requires. */
  #leavesEnough(column: number, buckets: readonly Uint32Array[]): boolean {
    const { fewest } = this.#rows.persons.linked[column];
    if (fewest === 0) return true;
    const { tupleOf } = this.#rows;
    const values = this.#rows.values[column];
    const beside = this.#rows.beside[column];
    // Values with what stands beside them, by bucket.
    const shown = buckets.map((rows) => {
      const found = new Map<number, Set<number>>();
      for (const row of rows) {
        const own = found.get(beside[row]) ?? new Set<number>();
        if (own.size === 0) found.set(beside[row], own);
        own.add(values[row]);
      }
      return found;
    });
    const bucketsOf = new Map<number, { readonly beside: number; readonly buckets: Set<number> }>();
    buckets.forEach((rows, bucket) => {
      for (const row of rows) {
        const own = bucketsOf.get(tupleOf[row]);
        if (own === undefined) bucketsOf.set(tupleOf[row], { beside: beside[row], buckets: new Set([bucket]) });
        else own.buckets.add(bucket);
      }
    });
    for (const { beside: with_, buckets: own } of bucketsOf.values()) {
      const [first, ...others] = [...own].map((bucket) => shown[bucket].get(with_) as Set<number>);
      let common = 0;
      for (const value of first) {
        if (common >= fewest) break;
        if (others.every((each) => each.has(value))) common++;
      }
      if (common < fewest) return false;
    }
    return true;
  }
}

/** The rows that are judged, and what their persons have in the table. */
interface Reading {
  readonly buckets: readonly Uint32Array[];
  readonly table: PersonsOfTable;
  readonly pairsOf: (column: LinkedColumn) => Pairs | null;
}
