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

/** Maximum relative rounding error of running sums; counts differ by more. */
const tolerance = 1e-10;

/** Tuples and pieces of a bucket looked at between two yields. */
const YIELD_TUPLES = 1 << 11;
const YIELD_PIECES = 1 << 16;
const mostCells = 2 ** 28;
/** Shares of values that are spread out over all sub-tuples, at most. */
const mostSpread = 1 << 20;

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
  readonly #tuples: number;
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
  /** Weights after a split, of one tuple of the bucket after the other, and the whole. */
  #nextWeights = new Float64Array(0);
  #nextWhole = new Float64Array(0);
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
    const numbers = layOut(sub, tupleOf, own);
    yield;
    return new SlicingDiversity(numbers, set.codes(column), set.sizes[column], l);
  }

  private constructor(numbers: SubTuples, sensitive: ArrayLike<number>, values: number, l: number) {
    this.#limit = (1 / l) * (1 + tolerance);
    this.#values = values;
    const { tuples } = numbers;
    if (tuples * values > mostCells) {
      throw new CapacityError("slicing's check of diversity (tuples times values)", tuples * values, mostCells);
    }
    this.#tuples = tuples;
    this.#weights = new Float64Array(tuples * values);
    this.#whole = new Float64Array(tuples);
    const counts = (): BucketCounts => new BucketCounts(numbers, sensitive, values);
    this.#old = counts();
    this.#parts = [counts(), counts()];
  }

  /** Takes the first bucket, of all rows. False when not even that is diverse. */
  *start(bucket: Bucket): Steps<boolean> {
    const all = Uint32Array.from({ length: this.#tuples }, (_, tuple) => tuple);
    const commit = yield* this.#replace(null, all, [bucket]);
    if (commit !== null) yield* commit();
    return commit !== null;
  }

  /** Returns the step that replaces a bucket by its two parts, or null when some tuple would not be diverse any more. */
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

  /** The largest p(t, s) of any tuple and value, recomputed over all buckets. */
  *largest(): Steps<number> {
    const size = this.#values;
    const weights = this.#weights.fill(0);
    const whole = this.#whole.fill(0);
    this.#counted = null;
    for (const [bucket, matched] of this.#matched) {
      yield* this.#old.count(bucket);
      for (const tuple of matched) {
        const share = this.#old.share(tuple);
        whole[tuple] += share;
        this.#old.add(tuple, share, weights, tuple * size);
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
    const [first, second] = this.#parts;
    yield* first.count(parts[0]);
    if (old === null || parts.length === 1) second.clear();
    else second.takeRest(old, first);
    this.#reserve(tuples.length);
    const found = yield* this.#tryParts(old, tuples);
    if (found === null) return null;
    const matched = parts.map((_, i) => this.#matching[i].slice(0, found[i]));
    return () => this.#commit(tuples, parts, matched);
  }

  #reserve(tuples: number): void {
    if (this.#nextWhole.length >= tuples) return;
    this.#nextWhole = new Float64Array(tuples);
    this.#nextWeights = new Float64Array(tuples * this.#values);
    this.#matching[0] = new Uint32Array(tuples);
    this.#matching[1] = new Uint32Array(tuples);
  }

  /** Counts the tuples that match each of the parts; null where one would not stay diverse. */
  *#tryParts(old: BucketCounts | null, tuples: Uint32Array): Steps<readonly [number, number] | null> {
    const [first, second] = this.#parts;
    const [inFirst, inSecond] = this.#matching;
    const sizes: [number, number] = [0, 0];
    for (let at = 0; at < tuples.length; at++) {
      if (at % YIELD_TUPLES === YIELD_TUPLES - 1) yield;
      const tuple = tuples[at];
      const before = old === null ? 0 : old.share(tuple);
      const one = first.share(tuple);
      const two = second.share(tuple);
      let whole = this.#whole[tuple] - before;
      if (one > 0) {
        whole += one;
        inFirst[sizes[0]++] = tuple;
      }
      if (two > 0) {
        whole += two;
        inSecond[sizes[1]++] = tuple;
      }
      this.#nextWhole[at] = whole;
      if (this.#staysDiverse(tuple, at, whole, old, [before, one, two])) continue;
      // A tuple that failed once fails again: it is tested first next time.
      tuples[at] = tuples[0];
      tuples[0] = tuple;
      return null;
    }
    return sizes;
  }

  /** Computes the weights of a tuple after a split; false when one is too large. */
  #staysDiverse(
    tuple: number,
    place: number,
    whole: number,
    old: BucketCounts | null,
    [before, one, two]: readonly [number, number, number],
  ): boolean {
    const size = this.#values;
    const from = place * size;
    const next = this.#nextWeights;
    const weights = this.#weights;
    const most = whole * this.#limit;
    const [first, second] = this.#parts;
    const { spread } = this.#old;
    let w = tuple * size;
    if (spread === null) {
      for (let value = from; value < from + size; value++) next[value] = weights[w++];
      if (old !== null) old.add(tuple, -before, next, from);
      if (one > 0) first.add(tuple, one, next, from);
      if (two > 0) second.add(tuple, two, next, from);
      for (let value = from; value < from + size; value++) if (next[value] > most) return false;
      return true;
    }
    const [inFirst, inSecond] = [first.spread!, second.spread!];
    for (let value = from, of = first.placeOf(tuple); value < from + size; value++, w++, of++) {
      const weight = weights[w] - before * spread[of] + one * inFirst[of] + two * inSecond[of];
      next[value] = weight;
      if (weight > most) return false;
    }
    return true;
  }

  /** Takes over what a split came to. */
  *#commit(tuples: Uint32Array, parts: readonly Bucket[], matched: readonly Uint32Array[]): Steps<void> {
    const size = this.#values;
    const next = this.#nextWeights;
    let from = 0;
    for (let at = 0; at < tuples.length; at++) {
      if (at % YIELD_TUPLES === YIELD_TUPLES - 1) yield;
      const tuple = tuples[at];
      this.#whole[tuple] = this.#nextWhole[at];
      for (let value = 0, w = tuple * size; value < size; value++, w++) this.#weights[w] = next[from++];
    }
    for (const [i, part] of parts.entries()) this.#matched.set(part, matched[i]);
  }
}

/** The sub-tuples of all vectors and tuples, numbered over all groups. */
interface SubTuples {
  readonly groups: number;
  /** [vectors * groups], [tuples * groups] number of a sub-tuple; those of one group follow those of the group before. */
  readonly of: Uint16Array | Uint32Array;
  readonly ofTuple: Uint16Array | Uint32Array;
  readonly tuples: number;
  /** Sub-tuples of all groups. */
  readonly count: number;
  /** The group of the sensitive attribute, its first number, and how many it has. */
  readonly own: number;
  readonly first: number;
  readonly ownCount: number;
}

function layOut(sub: readonly Uint32Array[], tupleOf: Uint32Array, own: number): SubTuples {
  const groups = sub.length;
  const vectors = tupleOf.length;
  const firsts = [0];
  for (const ids of sub) firsts.push(firsts[firsts.length - 1] + 1 + ids.reduce((most, id) => Math.max(most, id), 0));
  const count = firsts[groups];
  const tuples = 1 + tupleOf.reduce((most, tuple) => Math.max(most, tuple), -1);
  // Short keys make these frequent look-ups fast.
  const numbers = (length: number) => (count > 0x10000 ? new Uint32Array(length) : new Uint16Array(length));
  const of = numbers(groups * vectors);
  const ofTuple = numbers(groups * tuples);
  for (const [g, ids] of sub.entries()) {
    for (let vector = 0; vector < vectors; vector++) {
      of[vector * groups + g] = firsts[g] + ids[vector];
      ofTuple[tupleOf[vector] * groups + g] = firsts[g] + ids[vector];
    }
  }
  return { groups, of, ofTuple, tuples, count, own, first: firsts[own], ownCount: firsts[own + 1] - firsts[own] };
}

/** Counts of one bucket at a time that matching needs. */
class BucketCounts {
  readonly #numbers: SubTuples;
  readonly #sensitive: ArrayLike<number>;
  /** [sub-tuples of all groups] rows. */
  readonly #rowsOf: Int32Array;
  /** The sub-tuples that have rows. */
  readonly #present: Uint32Array;
  #presentCount = 0;
  #rows = 0;
  /** [sub-tuples of the own group] first entry of a sensitive value and its rows, from 1; [entries] the next one. */
  readonly #head: Int32Array;
  #next = new Int32Array(16);
  #value = new Int32Array(16);
  #count = new Int32Array(16);
  #entries = 0;
  /** [sub-tuples of all groups] share of the bucket's rows. */
  readonly #shares: Float64Array;
  /** [sub-tuples of the own group * values] share of a value in the rows of a sub-tuple; null where that is too many. */
  readonly spread: Float64Array | null;
  /** [values] 0 between two uses. */
  readonly #less: Int32Array;

  constructor(numbers: SubTuples, sensitive: ArrayLike<number>, values: number) {
    this.#numbers = numbers;
    this.#sensitive = sensitive;
    this.#rowsOf = new Int32Array(numbers.count);
    this.#present = new Uint32Array(numbers.count);
    this.#head = new Int32Array(numbers.ownCount);
    this.#shares = new Float64Array(numbers.count);
    this.spread = numbers.ownCount * values > mostSpread ? null : new Float64Array(numbers.ownCount * values);
    this.#less = new Int32Array(values);
  }

  /** A bucket without rows. */
  clear(): void {
    const { first, ownCount } = this.#numbers;
    for (let i = 0; i < this.#presentCount; i++) {
      const id = this.#present[i];
      this.#rowsOf[id] = 0;
      this.#shares[id] = 0;
      if (id < first || id >= first + ownCount) continue;
      if (this.spread !== null) this.#spreadOut(id - first, 0);
      this.#head[id - first] = 0;
    }
    this.#presentCount = 0;
    this.#entries = 0;
    this.#rows = 0;
  }

  /** Counts a bucket in place of the last one. Yields between stretches of the work. */
  *count({ vectors, counts, rows }: Bucket): Steps<void> {
    this.clear();
    const { groups, of, own, first } = this.#numbers;
    const rowsOf = this.#rowsOf;
    const present = this.#present;
    this.#rows = rows;
    this.#reserve(vectors.length);
    for (let piece = 0; piece < vectors.length; piece++) {
      if (piece % YIELD_PIECES === YIELD_PIECES - 1) yield;
      const vector = vectors[piece];
      const pieceRows = counts[piece];
      for (let at = vector * groups, end = at + groups; at < end; at++) {
        const id = of[at];
        const before = rowsOf[id];
        if (before === 0) present[this.#presentCount++] = id;
        rowsOf[id] = before + pieceRows;
      }
      this.#note(of[vector * groups + own] - first, this.#sensitive[vector], pieceRows);
    }
    this.#divide();
  }

  /** Counts what is left of a bucket without one of its two parts. */
  takeRest(whole: BucketCounts, part: BucketCounts): void {
    this.clear();
    const { first, ownCount } = this.#numbers;
    this.#rows = whole.#rows - part.#rows;
    this.#reserve(whole.#entries);
    let presentCount = 0;
    for (let i = 0; i < whole.#presentCount; i++) {
      const id = whole.#present[i];
      const rows = whole.#rowsOf[id] - part.#rowsOf[id];
      if (rows === 0) continue;
      this.#present[presentCount++] = id;
      this.#rowsOf[id] = rows;
      if (id >= first && id < first + ownCount) this.#takeValues(id - first, whole, part);
    }
    this.#presentCount = presentCount;
    this.#divide();
  }

  /** Makes shares of what was counted, once for all tuples. */
  #divide(): void {
    const { first, ownCount } = this.#numbers;
    for (let i = 0; i < this.#presentCount; i++) {
      const id = this.#present[i];
      this.#shares[id] = this.#rowsOf[id] / this.#rows;
      if (id < first || id >= first + ownCount) continue;
      if (this.spread !== null) this.#spreadOut(id - first, 1 / this.#rowsOf[id]);
    }
  }

  #spreadOut(own: number, factor: number): void {
    const from = own * this.#less.length;
    for (let entry = this.#head[own]; entry > 0; entry = this.#next[entry - 1]) {
      this.spread![from + this.#value[entry - 1]] = factor * this.#count[entry - 1];
    }
  }

  #takeValues(own: number, whole: BucketCounts, part: BucketCounts): void {
    const less = this.#less;
    for (let entry = part.#head[own]; entry > 0; entry = part.#next[entry - 1]) {
      less[part.#value[entry - 1]] = part.#count[entry - 1];
    }
    for (let entry = whole.#head[own]; entry > 0; entry = whole.#next[entry - 1]) {
      const value = whole.#value[entry - 1];
      const rows = whole.#count[entry - 1] - less[value];
      less[value] = 0;
      if (rows > 0) this.#add(own, value, rows);
    }
  }

  #reserve(entries: number): void {
    if (entries <= this.#next.length) return;
    this.#next = new Int32Array(entries);
    this.#value = new Int32Array(entries);
    this.#count = new Int32Array(entries);
  }

  /** Adds rows of a sensitive value. */
  #note(own: number, value: number, rows: number): void {
    let entry = this.#head[own];
    while (entry > 0 && this.#value[entry - 1] !== value) entry = this.#next[entry - 1];
    if (entry === 0) {
      this.#add(own, value, rows);
      return;
    }
    this.#count[entry - 1] += rows;
  }

  /** Adds the rows of a value that has none yet. */
  #add(own: number, value: number, rows: number): void {
    const entry = this.#entries++;
    this.#value[entry] = value;
    this.#count[entry] = rows;
    this.#next[entry] = this.#head[own];
    this.#head[own] = entry + 1;
  }

  /** p(t, B) of a tuple, before it is divided by its sum; 0 when it does not match the bucket. */
  share(tuple: number): number {
    const { groups, ofTuple } = this.#numbers;
    const shares = this.#shares;
    let share = 1;
    for (let at = tuple * groups, end = at + groups; at < end; at++) share *= shares[ofTuple[at]];
    return share;
  }

  /** Place in `spread` of p(s | t, B) of a tuple and the first value. */
  placeOf(tuple: number): number {
    const { groups, ofTuple, own, first } = this.#numbers;
    return (ofTuple[tuple * groups + own] - first) * this.#less.length;
  }

  /** Adds a share of a tuple to the weights of its sensitive values. */
  add(tuple: number, share: number, weights: Float64Array, from: number): void {
    const { groups, ofTuple, own, first } = this.#numbers;
    const id = ofTuple[tuple * groups + own];
    const rows = this.#rowsOf[id];
    for (let entry = this.#head[id - first]; entry > 0; entry = this.#next[entry - 1]) {
      weights[from + this.#value[entry - 1]] += (share * this.#count[entry - 1]) / rows;
    }
  }
}

/** [vectors] equal numbers for equal vectors, by first appearance. Yields between stretches of the work. */
export function* numberVectors(columns: readonly ArrayLike<number>[], length: number): Steps<Uint32Array> {
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
