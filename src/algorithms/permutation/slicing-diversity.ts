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

/** Tuples and pieces of a bucket looked at between two yields. */
const YIELD_TUPLES = 1 << 11;
const YIELD_PIECES = 1 << 16;
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
  /** A vector that stands for every distinct tuple. */
  readonly #tuples: Uint32Array;
  /** [tuples * values] sum over buckets of p(t, B) p(s | t, B), and [tuples] of p(t, B), before both are divided by the latter. */
  readonly #weights: Float64Array;
  readonly #whole: Float64Array;
  readonly #values: number;
  /** The tuples that match a bucket. */
  readonly #matched = new Map<Bucket, Uint32Array>();
  /** Counts of the bucket that is split, which is tried several times, and of its two parts. */
  readonly #old: BucketCounts;
  #counted: Bucket | null = null;
  readonly #parts: readonly BucketCounts[];
  /** [tuples of the bucket * (values + 1)] what weights, and the whole behind them, become by a split. */
  #next = new Float64Array(0);
  /** [parts][tuples of the bucket] those that match a part. */
  readonly #matching: [Uint32Array, Uint32Array] = [new Uint32Array(0), new Uint32Array(0)];

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
    const tupleOf = yield* numberVectors(sub, set.length);
    const numbers = layOut(sub, own);
    yield;
    return new SlicingDiversity(numbers, tupleOf, set.codes(column), set.sizes[column], l);
  }

  private constructor(
    numbers: SubTuples,
    tupleOf: Uint32Array,
    sensitive: ArrayLike<number>,
    values: number,
    l: number,
  ) {
    this.#limit = (1 / l) * (1 + tolerance);
    this.#values = values;
    let tuples = 0;
    const first = new Uint32Array(tupleOf.length);
    for (let vector = 0; vector < tupleOf.length; vector++) if (tupleOf[vector] === tuples) first[tuples++] = vector;
    this.#tuples = first.slice(0, tuples);
    if (tuples * values > mostCells) {
      throw new CapacityError("slicing's check of diversity (tuples times values)", tuples * values, mostCells);
    }
    this.#weights = new Float64Array(tuples * values);
    this.#whole = new Float64Array(tuples);
    const counts = (): BucketCounts => new BucketCounts(numbers, sensitive);
    this.#old = counts();
    this.#parts = [counts(), counts()];
  }

  /** Takes the first bucket, of all rows. False when not even that is diverse. */
  *start(bucket: Bucket): Steps<boolean> {
    const all = Uint32Array.from({ length: this.#tuples.length }, (_, tuple) => tuple);
    const commit = yield* this.#replace(null, all, [bucket]);
    if (commit !== null) yield* commit();
    return commit !== null;
  }

  /** What replaces a bucket by its two parts, or null when some tuple would not be diverse any more. */
  *split(bucket: Bucket, parts: readonly Bucket[]): Steps<(() => Steps<void>) | null> {
    const tuples = this.#matched.get(bucket);
    if (tuples === undefined) throw new RangeError('an unknown bucket');
    if (this.#counted !== bucket) {
      this.#counted = null;
      yield* this.#old.count(bucket);
      this.#counted = bucket;
    }
    const commit = yield* this.#replace(this.#old, tuples, parts);
    if (commit === null) return null;
    const matched = this.#matched;
    return function* () {
      yield* commit();
      matched.delete(bucket);
    };
  }

  /** The largest p(t, s) of any tuple and value, summed anew over all buckets. */
  *largest(): Steps<number> {
    const size = this.#values;
    const weights = this.#weights.fill(0);
    const whole = this.#whole.fill(0);
    this.#counted = null;
    for (const [bucket, matched] of this.#matched) {
      yield* this.#old.count(bucket);
      for (const tuple of matched) {
        const share = this.#old.share(this.#tuples[tuple]);
        whole[tuple] += share;
        this.#old.add(this.#tuples[tuple], share, weights, tuple * size);
      }
      yield;
    }
    let largest = 0;
    for (let tuple = 0; tuple < whole.length; tuple++) {
      for (let value = 0; value < size; value++) {
        largest = Math.max(largest, weights[tuple * size + value] / whole[tuple]);
      }
    }
    return largest;
  }

  *#replace(
    old: BucketCounts | null,
    tuples: Uint32Array,
    parts: readonly Bucket[],
  ): Steps<(() => Steps<void>) | null> {
    for (const [i, part] of parts.entries()) yield* this.#parts[i].count(part);
    const size = this.#values;
    const cells = tuples.length * (size + 1);
    if (this.#next.length < cells) this.#next = new Float64Array(cells);
    const next = this.#next;
    for (const [i, all] of this.#matching.entries()) {
      if (all.length < tuples.length) this.#matching[i] = new Uint32Array(tuples.length);
    }
    const matched = this.#matching;
    const sizes = parts.map(() => 0);
    for (let at = 0; at < tuples.length; at++) {
      if (at % YIELD_TUPLES === YIELD_TUPLES - 1) yield;
      const tuple = tuples[at];
      const vector = this.#tuples[tuple];
      const from = at * (size + 1);
      for (let value = 0, w = tuple * size; value < size; value++, w++) next[from + value] = this.#weights[w];
      let whole = this.#whole[tuple];
      if (old !== null) {
        const share = -old.share(vector);
        whole += share;
        old.add(vector, share, next, from);
      }
      for (let i = 0; i < parts.length; i++) {
        const share = this.#parts[i].share(vector);
        if (share < 0) continue;
        whole += share;
        this.#parts[i].add(vector, share, next, from);
        matched[i][sizes[i]++] = tuple;
      }
      next[from + size] = whole;
      const most = whole * this.#limit;
      for (let value = 0; value < size; value++) {
        if (next[from + value] <= most) continue;
        // Who stood in the way once does so again: next time this tuple is looked at first.
        tuples[at] = tuples[0];
        tuples[0] = tuple;
        return null;
      }
    }
    return () =>
      this.#commit(
        tuples,
        parts,
        parts.map((_, i) => matched[i].slice(0, sizes[i])),
      );
  }

  /** Takes the weights over that a split came to. */
  *#commit(tuples: Uint32Array, parts: readonly Bucket[], matched: readonly Uint32Array[]): Steps<void> {
    const size = this.#values;
    const next = this.#next;
    for (let at = 0; at < tuples.length; at++) {
      if (at % YIELD_TUPLES === YIELD_TUPLES - 1) yield;
      const from = at * (size + 1);
      for (let value = 0, w = tuples[at] * size; value < size; value++, w++) this.#weights[w] = next[from + value];
      this.#whole[tuples[at]] = next[from + size];
    }
    for (const [i, part] of parts.entries()) this.#matched.set(part, matched[i]);
  }
}

/** The sub-tuples of all vectors, numbered over all groups. */
interface SubTuples {
  readonly groups: number;
  /** [vectors * groups] number of a sub-tuple; those of one group follow those of the group before. */
  readonly of: Uint32Array;
  /** Sub-tuples of all groups. */
  readonly count: number;
  /** The group of the sensitive attribute, its first number, and how many it has. */
  readonly own: number;
  readonly first: number;
  readonly ownCount: number;
}

function layOut(sub: readonly Uint32Array[], own: number): SubTuples {
  const groups = sub.length;
  const vectors = sub[0].length;
  const of = new Uint32Array(groups * vectors);
  let count = 0;
  let first = 0;
  let ownCount = 0;
  for (const [g, ids] of sub.entries()) {
    let most = 0;
    for (let vector = 0; vector < vectors; vector++) {
      of[vector * groups + g] = count + ids[vector];
      if (ids[vector] >= most) most = ids[vector] + 1;
    }
    if (g === own) [first, ownCount] = [count, most];
    count += most;
  }
  return { groups, of, count, own, first, ownCount };
}

/** Counts of one bucket at a time that matching needs. */
class BucketCounts {
  readonly #numbers: SubTuples;
  readonly #sensitive: ArrayLike<number>;
  /** [sub-tuples of all groups] rows. */
  readonly #rowsOf: Int32Array;
  #rows = 0;
  /** [sub-tuples of the own group] first entry of a sensitive value and its rows, from 1; [entries] the next one. */
  readonly #head: Int32Array;
  #next = new Int32Array(16);
  #value = new Int32Array(16);
  #count = new Int32Array(16);
  /** What is counted, to be taken out again. */
  #vectors: Uint32Array = new Uint32Array(0);

  constructor(numbers: SubTuples, sensitive: ArrayLike<number>) {
    this.#numbers = numbers;
    this.#sensitive = sensitive;
    this.#rowsOf = new Int32Array(numbers.count);
    this.#head = new Int32Array(numbers.ownCount);
  }

  /** Counts a bucket in place of the last one. Yields between stretches of the work. */
  *count({ vectors, counts, rows }: Bucket): Steps<void> {
    const { groups, of, own, first } = this.#numbers;
    const rowsOf = this.#rowsOf;
    for (const vector of this.#vectors) {
      for (let at = vector * groups, end = at + groups; at < end; at++) rowsOf[of[at]] = 0;
      this.#head[of[vector * groups + own] - first] = 0;
    }
    this.#vectors = vectors;
    this.#rows = rows;
    if (vectors.length > this.#next.length) {
      this.#next = new Int32Array(vectors.length);
      this.#value = new Int32Array(vectors.length);
      this.#count = new Int32Array(vectors.length);
    }
    let entries = 0;
    for (let piece = 0; piece < vectors.length; piece++) {
      if (piece % YIELD_PIECES === YIELD_PIECES - 1) yield;
      const vector = vectors[piece];
      for (let at = vector * groups, end = at + groups; at < end; at++) rowsOf[of[at]] += counts[piece];
      entries = this.#note(of[vector * groups + own] - first, this.#sensitive[vector], counts[piece], entries);
    }
  }

  /** Adds rows of a sensitive value; how many entries there are by then. */
  #note(own: number, value: number, rows: number, entries: number): number {
    let entry = this.#head[own];
    while (entry > 0 && this.#value[entry - 1] !== value) entry = this.#next[entry - 1];
    if (entry > 0) {
      this.#count[entry - 1] += rows;
      return entries;
    }
    this.#value[entries] = value;
    this.#count[entries] = rows;
    this.#next[entries] = this.#head[own];
    this.#head[own] = entries + 1;
    return entries + 1;
  }

  /** p(t, B) of the tuple of a vector, before it is divided by its sum; -1 when it does not match the bucket. */
  share(vector: number): number {
    const { groups, of } = this.#numbers;
    const rowsOf = this.#rowsOf;
    let share = 1;
    for (let at = vector * groups, end = at + groups; at < end; at++) {
      const rows = rowsOf[of[at]];
      if (rows === 0) return -1;
      share *= rows / this.#rows;
    }
    return share;
  }

  /** Adds a share of the tuple of a vector to the weights of its sensitive values. */
  add(vector: number, share: number, weights: Float64Array, from: number): void {
    const { groups, of, own, first } = this.#numbers;
    const id = of[vector * groups + own];
    const rows = this.#rowsOf[id];
    for (let entry = this.#head[id - first]; entry > 0; entry = this.#next[entry - 1]) {
      weights[from + this.#value[entry - 1]] += (share * this.#count[entry - 1]) / rows;
    }
  }
}

/** [vectors] equal numbers for equal vectors, by first appearance. Yields between stretches of the work. */
function* numberVectors(columns: readonly ArrayLike<number>[], length: number): Steps<Uint32Array> {
  let ids: Uint32Array = new Uint32Array(length);
  let slots = new Int32Array(0);
  for (const column of columns) {
    const next: Uint32Array = new Uint32Array(length);
    // Pairs by number, and their places of a table of which half is empty.
    const left = new Uint32Array(length);
    const right = new Uint32Array(length);
    const bits = 33 - Math.clz32(length);
    if (slots.length === 0) slots = new Int32Array(2 ** bits);
    else slots.fill(0);
    let count = 0;
    for (let v = 0; v < length; v++) {
      if (v % YIELD_PIECES === 0) yield;
      const [id, code] = [ids[v], column[v]];
      let slot = hashOf(id, code) >>> (32 - bits);
      let known = slots[slot];
      while (known > 0 && (left[known - 1] !== id || right[known - 1] !== code)) {
        slot = (slot + 1) & (slots.length - 1);
        known = slots[slot];
      }
      if (known === 0) {
        left[count] = id;
        right[count] = code;
        known = ++count;
        slots[slot] = known;
      }
      next[v] = known - 1;
    }
    ids = next;
  }
  return ids;
}

function hashOf(id: number, code: number): number {
  let hash = Math.imul(id, 0x9e3779b1) ^ Math.imul(code + 0x7f4a7c15, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 13), 0x297a2d39);
  return (hash ^ (hash >>> 16)) >>> 0;
}
