import { CapacityError } from '../../base/errors.js';
import type { Steps } from '../../base/steps.js';
import type { Problem } from '../algorithm.js';

/** A bucket being made: pieces of vectors. */
export interface Bucket {
  /** Ascending; [pieces] and rows of each. */
  readonly vectors: Uint32Array;
  readonly counts: Uint32Array;
  readonly rows: number;
}

/** What rounding in sums that are kept up may add, relative; a count is never off by so little. */
const tolerance = 1e-10;

/** Counts of one bucket that matching needs. */
interface BucketCounts {
  readonly rows: number;
  /** [groups][sub-tuples] rows by sub-tuple; sparse where a group has many. */
  readonly sub: readonly (Int32Array | Map<number, number>)[];
  /** Rows by sensitive value, by the sub-tuple of the sensitive attribute's own group. */
  readonly sensitive: Map<number, Map<number, number>>;
}

const densest = 1024;
/** Tuples looked at between two yields. */
const YIELD_TUPLES = 1 << 11;
const mostCells = 2 ** 28;

/**
 * The l-diversity of a sliced table for one sensitive attribute: for no original tuple t and no value s may
 * p(t, s) = sum over buckets B of p(t, B) p(s | t, B) exceed 1/l. Li, Li, Zhang and Molloy 2009, section 3.2.
 *
 * p(t, B) is proportional to the product, over groups of columns, of the share of the bucket's rows that have t's
 * values of the group (sensitive attributes left out); p(s | t, B) is the share of s among the rows that have t's values
 * of the group in which the sensitive attribute is.
 *
 * The check is incremental: a split of a bucket changes p(t, .) only for the tuples that match the bucket.
 */
export class SlicingDiversity {
  readonly #limit: number;
  /** [groups][vectors] number of the sub-tuple of a vector. */
  readonly #sub: readonly Uint32Array[];
  readonly #own: number;
  readonly #sensitive: ArrayLike<number>;
  /** A vector that stands for every distinct tuple. */
  readonly #tuples: Uint32Array;
  /** [tuples * values] sum over buckets of p(t, B) p(s | t, B), and [tuples] of p(t, B), before both are divided by the latter. */
  readonly #weights: Float64Array;
  readonly #whole: Float64Array;
  readonly #values: number;
  readonly #subTuples: readonly number[];
  readonly #counts = new Map<Bucket, { readonly counts: BucketCounts; readonly matched: number[] }>();

  /**
   * Numbers sub-tuples and tuples, in steps.
   *
   * @param groups - columns of the frequency set by group, sensitive ones left out; may be empty lists
   * @param own - the group of the sensitive attribute
   * @param column - its column of the frequency set
   */
  static *make(
    problem: Problem,
    groups: readonly (readonly number[])[],
    own: number,
    column: number,
    l: number,
  ): Steps<SlicingDiversity> {
    const { set } = problem;
    const sub: Uint32Array[] = [];
    for (const columns of groups) {
      const codes = columns.map((c) => set.codes(c));
      sub.push(yield* numberVectors(codes, set.length));
    }
    return new SlicingDiversity(problem, sub, yield* numberVectors(sub, set.length), own, column, l);
  }

  private constructor(
    { set }: Problem,
    sub: readonly Uint32Array[],
    tupleOf: Uint32Array,
    own: number,
    column: number,
    l: number,
  ) {
    this.#limit = (1 / l) * (1 + tolerance);
    this.#sub = sub;
    this.#own = own;
    this.#sensitive = set.codes(column);
    this.#values = set.sizes[column];
    this.#subTuples = this.#sub.map((of) => of.reduce((most, id) => Math.max(most, id + 1), 0));
    const first: number[] = [];
    tupleOf.forEach((tuple, vector) => {
      if (tuple === first.length) first.push(vector);
    });
    this.#tuples = Uint32Array.from(first);
    if (first.length * this.#values > mostCells) {
      throw new CapacityError(
        "slicing's check of diversity (tuples times values)",
        first.length * this.#values,
        mostCells,
      );
    }
    this.#weights = new Float64Array(first.length * this.#values);
    this.#whole = new Float64Array(first.length);
  }

  /** Takes the first bucket, of all rows. False when not even that is diverse. */
  *start(bucket: Bucket): Steps<boolean> {
    const all = Array.from(this.#tuples, (_, tuple) => tuple);
    const commit = yield* this.#replace(null, all, [bucket]);
    if (commit !== null) yield* commit();
    return commit !== null;
  }

  /** What replaces a bucket by its parts, or null when some tuple would not be diverse any more. */
  *split(bucket: Bucket, parts: readonly Bucket[]): Steps<(() => Steps<void>) | null> {
    const old = this.#counts.get(bucket);
    if (old === undefined) throw new RangeError('an unknown bucket');
    const commit = yield* this.#replace(old.counts, old.matched, parts);
    if (commit === null) return null;
    const counts = this.#counts;
    return function* () {
      yield* commit();
      counts.delete(bucket);
    };
  }

  /** The largest p(t, s) of any tuple and value, summed anew over all buckets. */
  *largest(): Steps<number> {
    this.#weights.fill(0);
    this.#whole.fill(0);
    for (const { counts, matched } of this.#counts.values()) {
      yield;
      for (const tuple of matched) this.#add(tuple, counts, 1, this.#weights, tuple * this.#values, this.#whole, tuple);
    }
    let largest = 0;
    for (let tuple = 0; tuple < this.#whole.length; tuple++) {
      for (let value = 0; value < this.#values; value++) {
        largest = Math.max(largest, this.#weights[tuple * this.#values + value] / this.#whole[tuple]);
      }
    }
    return largest;
  }

  *#replace(old: BucketCounts | null, tuples: number[], parts: readonly Bucket[]): Steps<(() => Steps<void>) | null> {
    const counted: BucketCounts[] = [];
    for (const part of parts) {
      counted.push(this.#count(part));
      yield;
    }
    const matched = counted.map((): number[] => []);
    const size = this.#values;
    const weights = new Float64Array(size);
    const whole = new Float64Array(1);
    for (let at = 0; at < tuples.length; at++) {
      if (at % YIELD_TUPLES === YIELD_TUPLES - 1) yield;
      const tuple = tuples[at];
      weights.set(this.#weights.subarray(tuple * size, (tuple + 1) * size));
      whole[0] = this.#whole[tuple];
      if (old !== null) this.#add(tuple, old, -1, weights, 0, whole, 0);
      counted.forEach((counts, i) => {
        if (this.#add(tuple, counts, 1, weights, 0, whole, 0)) matched[i].push(tuple);
      });
      const most = whole[0] * this.#limit;
      for (let value = 0; value < size; value++) {
        if (weights[value] <= most) continue;
        // Who stood in the way once does so again: next time this tuple is looked at first.
        tuples[at] = tuples[0];
        tuples[0] = tuple;
        return null;
      }
    }
    return () => this.#commit(old, tuples, parts, counted, matched);
  }

  *#commit(
    old: BucketCounts | null,
    tuples: readonly number[],
    parts: readonly Bucket[],
    counted: readonly BucketCounts[],
    matched: readonly number[][],
  ): Steps<void> {
    let added = 0;
    const add = (tuple: number, counts: BucketCounts, sign: number): boolean => {
      this.#add(tuple, counts, sign, this.#weights, tuple * this.#values, this.#whole, tuple);
      return ++added % YIELD_TUPLES === 0;
    };
    if (old !== null) for (const tuple of tuples) if (add(tuple, old, -1)) yield;
    for (const [i, counts] of counted.entries()) {
      for (const tuple of matched[i]) if (add(tuple, counts, 1)) yield;
      this.#counts.set(parts[i], { counts, matched: matched[i] });
    }
  }

  /** Adds a bucket's part in a tuple's sums, `sign` times. False when the tuple does not match the bucket. */
  #add(
    tuple: number,
    counts: BucketCounts,
    sign: number,
    weights: Float64Array,
    from: number,
    whole: Float64Array,
    at: number,
  ): boolean {
    const vector = this.#tuples[tuple];
    let share = sign;
    let inOwn = 0;
    for (let g = 0; g < this.#sub.length; g++) {
      const of = counts.sub[g];
      const id = this.#sub[g][vector];
      const rows = of instanceof Map ? (of.get(id) ?? 0) : of[id];
      if (rows === 0) return false;
      if (g === this.#own) inOwn = rows;
      share *= rows / counts.rows;
    }
    whole[at] += share;
    const values = counts.sensitive.get(this.#sub[this.#own][vector]);
    if (values !== undefined) for (const [value, rows] of values) weights[from + value] += (share * rows) / inOwn;
    return true;
  }

  #count({ vectors, counts, rows }: Bucket): BucketCounts {
    const sub = this.#subTuples.map((size) => (size <= densest ? new Int32Array(size) : new Map<number, number>()));
    const sensitive = new Map<number, Map<number, number>>();
    for (let at = 0; at < vectors.length; at++) {
      const vector = vectors[at];
      this.#sub.forEach((of, g) => {
        const rowsOf = sub[g];
        if (rowsOf instanceof Map) rowsOf.set(of[vector], (rowsOf.get(of[vector]) ?? 0) + counts[at]);
        else rowsOf[of[vector]] += counts[at];
      });
      const own = this.#sub[this.#own][vector];
      let values = sensitive.get(own);
      if (values === undefined) sensitive.set(own, (values = new Map<number, number>()));
      values.set(this.#sensitive[vector], (values.get(this.#sensitive[vector]) ?? 0) + counts[at]);
    }
    return { rows, sub, sensitive };
  }
}

/** [vectors] equal numbers for equal vectors, by first appearance. Yields between columns. */
function* numberVectors(columns: readonly ArrayLike<number>[], length: number): Steps<Uint32Array> {
  let ids = new Uint32Array(length);
  for (const column of columns) {
    yield;
    let size = 1;
    for (let v = 0; v < length; v++) size = Math.max(size, column[v] + 1);
    const known = new Map<number, number>();
    const next = new Uint32Array(length);
    for (let v = 0; v < length; v++) {
      const pair = ids[v] * size + column[v];
      let id = known.get(pair);
      if (id === undefined) known.set(pair, (id = known.size));
      next[v] = id;
    }
    ids = next;
  }
  return ids;
}
