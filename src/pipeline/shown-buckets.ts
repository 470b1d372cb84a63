import { largestOf } from '../base/sequences.js';
import type { Recoding } from '../algorithms/algorithm.js';
import type { Steps } from '../base/steps.js';
import type { ClassValues } from '../quality/released.js';
import { countByClass } from '../release/count-by-class.js';
import type { ShownClasses } from '../release/shown-classes.js';

/** Buckets of a permuted release as shown, and the leaves that each shows of every attribute. */
export interface ShownBuckets {
  readonly count: number;
  /** [attributes][buckets] first and last leaf. */
  readonly lower: readonly Uint32Array[];
  readonly upper: readonly Uint32Array[];
  /** Returns a bucket as shown: good until the next is read. Null when two of its values have a leaf in common. */
  read(bucket: number): ShownBucket | null;
}

/** A bucket as shown. */
interface ShownBucket {
  /** [groups] rows by sub-tuple. */
  wanted(): Uint32Array[];
  /** Writes which of the bucket's sub-tuples show a vector; false when it is not shown. */
  findInto(codes: readonly ArrayLike<number>[], vector: number, tuples: Int32Array): boolean;
}

/**
 * Reads what the buckets of a recoding show. Yields between stretches of the work.
 *
 * @param groups - attributes that are permuted together
 */
export function* showBuckets(
  { permutation, parts }: Recoding,
  shownClasses: ShownClasses,
  groups: readonly (readonly number[])[],
): Steps<ShownBuckets> {
  const { buckets: count = 0, bucketOf = [] } = permutation ?? {};
  const bucketOfPart = Uint32Array.from(parts.classId, (id) => bucketOf[id]);
  const shownOfPart = Uint32Array.from(parts.classId, (id) => shownClasses.classOf[id]);
  const lists: ShownTuples[] = [];
  const addList = (group: readonly number[]): number => {
    const tuples = new SubTuples(shownClasses, group);
    const tupleOfPart = shownOfPart.map((id) => tuples.tupleOf[id]);
    const shown = countByClass(count, bucketOfPart, tupleOfPart, tuples.count, parts.count);
    return lists.push({ tuples, shown, placeOf: new Int32Array(tuples.count).fill(-1) }) - 1;
  };
  // Attributes one by one come first, then the groups that have more of them.
  for (let a = 0; a < shownClasses.searched.length; a++) {
    yield;
    addList([a]);
  }
  const listOf: number[] = [];
  for (const group of groups) {
    yield;
    listOf.push(group.length === 1 ? group[0] : addList(group));
  }
  const lower: Uint32Array[] = [];
  const upper: Uint32Array[] = [];
  for (const [a, { values }] of shownClasses.searched.entries()) {
    yield;
    const { start, code } = lists[a].shown;
    lower.push(new Uint32Array(count));
    upper.push(new Uint32Array(count));
    for (let bucket = 0; bucket < count; bucket++) {
      for (let at = start[bucket]; at < start[bucket + 1]; at++) {
        const { lo, hi } = values[code[at]];
        if (at === start[bucket] || lo < lower[a][bucket]) lower[a][bucket] = lo;
        if (hi > upper[a][bucket]) upper[a][bucket] = hi;
      }
    }
  }
  const reader = new BucketReader(shownClasses, lists, listOf);
  return { count, lower, upper, read: (bucket) => (reader.read(bucket) ? reader : null) };
}

/** The sub-tuples of a group, and what buckets show of them. */
interface ShownTuples {
  readonly tuples: SubTuples;
  readonly shown: ClassValues;
  /** [sub-tuples] where each stands in the bucket that is read, or -1. */
  readonly placeOf: Int32Array;
}

/** The sub-tuples of a group of attributes, numbered: of one attribute its values. */
class SubTuples {
  /** Above all numbers. */
  count: number;
  /** [classes] */
  readonly tupleOf: Uint32Array;
  readonly #group: readonly number[];
  readonly #width: number;
  /** [attributes] number of a sub-tuple by that of its beginning and the next value. */
  readonly #longer: readonly Map<number, number>[];

  constructor({ count, searched }: ShownClasses, group: readonly number[]) {
    this.#group = group;
    this.#longer = group.map(() => new Map<number, number>());
    this.count = this.#width = largestOf(searched.map(({ values }) => values.length));
    this.tupleOf = new Uint32Array(count);
    const values = new Uint32Array(searched.length);
    for (let id = 0; id < count; id++) {
      for (const a of group) values[a] = searched[a].valueOf[id];
      this.tupleOf[id] = this.find(values, { isNew: true });
    }
  }

  /** The number of the sub-tuple of some values; -1 where none has it that was new. */
  find(values: ArrayLike<number>, { isNew }: { readonly isNew: boolean }): number {
    let tuple = values[this.#group[0]];
    for (let i = 1; i < this.#group.length; i++) {
      const key = tuple * this.#width + values[this.#group[i]];
      const known = this.#longer[i].get(key);
      if (known === undefined && !isNew) return -1;
      if (known === undefined) this.#longer[i].set(key, this.count);
      tuple = known ?? this.count++;
    }
    return tuple;
  }
}

/** Reads one bucket after the other. */
class BucketReader implements ShownBucket {
  readonly #shownClasses: ShownClasses;
  readonly #lists: readonly ShownTuples[];
  /** [groups] */
  readonly #listOf: readonly number[];
  #bucket = 0;
  /** [attributes] the values of the bucket by their leaves. */
  #values: readonly Uint32Array[] = [];
  /** [attributes] of the vector that is looked for. */
  readonly #found: Uint32Array;

  constructor(shownClasses: ShownClasses, lists: readonly ShownTuples[], listOf: readonly number[]) {
    this.#shownClasses = shownClasses;
    this.#lists = lists;
    this.#listOf = listOf;
    this.#found = new Uint32Array(shownClasses.searched.length);
  }

  /** Goes on to a bucket; false when two values of an attribute have a leaf in common. */
  read(bucket: number): boolean {
    for (const list of this.#lists) {
      for (const tuple of this.#own(list.shown.code, list)) list.placeOf[tuple] = -1;
    }
    this.#bucket = bucket;
    for (const list of this.#lists) {
      this.#own(list.shown.code, list).forEach((tuple, place) => (list.placeOf[tuple] = place));
    }
    this.#values = this.#shownClasses.searched.map(({ values }, a) =>
      this.#own(this.#lists[a].shown.code, this.#lists[a])
        .slice()
        .sort((one, other) => values[one].lo - values[other].lo),
    );
    return this.#values.every((own, a) => {
      const { values } = this.#shownClasses.searched[a];
      return own.every((value, i) => i === 0 || values[value].lo > values[own[i - 1]].hi);
    });
  }

  /** Entries at the bucket's sub-tuples of a list. */
  #own(all: Uint32Array, { shown: { start } }: ShownTuples): Uint32Array {
    return all.subarray(start[this.#bucket], start[this.#bucket + 1]);
  }

  wanted(): Uint32Array[] {
    return this.#listOf.map((list) => this.#own(this.#lists[list].shown.rows, this.#lists[list]).slice());
  }

  findInto(codes: readonly ArrayLike<number>[], vector: number, tuples: Int32Array): boolean {
    for (let a = 0; a < this.#values.length; a++) {
      const value = this.#valueOf(a, codes[a][vector]);
      if (value < 0) return false;
      this.#found[a] = value;
    }
    for (let g = 0; g < tuples.length; g++) {
      const { tuples: all, placeOf } = this.#lists[this.#listOf[g]];
      const tuple = all.find(this.#found, { isNew: false });
      tuples[g] = tuple < 0 ? -1 : placeOf[tuple];
      if (tuples[g] < 0) return false;
    }
    return true;
  }

  /** The value that shows a leaf, or -1. */
  #valueOf(a: number, leaf: number): number {
    const own = this.#values[a];
    const { values } = this.#shownClasses.searched[a];
    let from = 0;
    let to = own.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (values[own[middle]].hi < leaf) from = middle + 1;
      else to = middle;
    }
    return from < own.length && values[own[from]].lo <= leaf ? own[from] : -1;
  }
}
