import type { Steps } from '../base/steps.js';
import { joinSharing } from '../base/join-sharing.js';
import type { QueryPart } from './query-parts.js';
import type { ShareOf } from './query-shares.js';

/** Released rows, those that show the same together. */
export interface ShownRows {
  /** [items] rows of every item. */
  readonly weights: ArrayLike<number>;
  /** By the name of a column: [items] released value. */
  readonly states: ReadonlyMap<string, ArrayLike<number>>;
  /** Buckets of a permuted release; null for others. */
  readonly buckets: ShownBuckets | null;
}

/** Buckets within which groups of columns were permuted. */
export interface ShownBuckets {
  /** [items] bucket of every item. */
  readonly of: Uint32Array;
  readonly count: number;
  /** Group of a column, by its name. */
  readonly groupOf: (name: string) => number;
}

/** Items between two yields. */
const ITEMS_AT_ONCE = 1 << 15;
/** Maximum assignments of rows to groups of a bucket for one part. */
const MOST_ASSIGNMENTS = 1 << 20;

/**
 * How many rows a reader of a release expects for a condition; null where a bucket is too large for a part that several groups of columns
 * decide together. Yields between stretches of the work.
 */
export function* expectRows(part: QueryPart, shareOf: ShareOf, rows: ShownRows): Steps<number | null> {
  if (rows.buckets !== null) return yield* expectInBuckets(part, shareOf, rows, rows.buckets);
  const { weights, states } = rows;
  let item = 0;
  let expected = 0;
  const stateOf = (name: string): number => states.get(name)![item];
  for (; item < weights.length; item++) {
    if (item % ITEMS_AT_ONCE === 0) yield;
    expected += weights[item] * shareOf(part, stateOf);
  }
  return expected;
}

function* expectInBuckets(
  part: QueryPart,
  shareOf: ShareOf,
  rows: ShownRows,
  buckets: ShownBuckets,
): Steps<number | null> {
  const start = new Uint32Array(buckets.count + 1);
  for (const bucket of buckets.of) start[bucket + 1]++;
  for (let b = 0; b < buckets.count; b++) start[b + 1] += start[b];
  const next = start.slice();
  const items = new Uint32Array(buckets.of.length);
  buckets.of.forEach((bucket, item) => (items[next[bucket]++] = item));
  let expected = 0;
  for (let b = 0; b < buckets.count; b++) {
    if (b % 64 === 0) yield;
    const own = items.subarray(start[b], start[b + 1]);
    const share = new Bucket(own, rows, shareOf, buckets.groupOf).shareOf(part);
    if (share === null) return null;
    expected += own.reduce((sum, item) => sum + rows.weights[item], 0) * share;
  }
  return expected;
}

/** One bucket: a person has one row of each group of columns, any of the bucket's, groups being independent. */
class Bucket {
  readonly #rows: number;

  constructor(
    readonly items: Uint32Array,
    readonly shown: ShownRows,
    readonly share: ShareOf,
    readonly groupOf: (name: string) => number,
  ) {
    this.#rows = items.reduce((sum, item) => sum + shown.weights[item], 0);
  }

  /** Probability of a part; null where there are too many assignments. */
  shareOf(part: QueryPart): number | null {
    const groups = this.#groupsOf(part);
    if (groups.length <= 1) return this.#mean(part, groups);
    if (part.kind === 'table') return this.#mean(part, groups);
    if (part.kind === 'not') {
      const of = this.shareOf(part.of);
      return of === null ? null : 1 - of;
    }
    const joined = this.#apart(part);
    if (joined.length === 1) return this.#mean(part, groups);
    const isAll = part.kind === 'all';
    let product = 1;
    for (const each of joined) {
      const share = this.shareOf(each);
      if (share === null) return null;
      product *= isAll ? share : 1 - share;
    }
    return isAll ? product : 1 - product;
  }

  #groupsOf({ columns }: QueryPart): number[] {
    return [...new Set(columns.map((name) => this.groupOf(name)))];
  }

  /** The parts of a part, those with a common group of columns joined. */
  #apart({ kind, parts }: QueryPart & { readonly kind: 'all' | 'any' }): QueryPart[] {
    const groups = joinSharing(parts.map((part) => this.#groupsOf(part)));
    return groups.map((group) => {
      const own = group.map((i) => parts[i]);
      return own.length === 1 ? own[0] : { kind, parts: own, columns: own.flatMap(({ columns }) => columns) };
    });
  }

  /** Mean over all assignments of one row to each group. */
  #mean(part: QueryPart, groups: readonly number[]): number | null {
    const { items, shown, share, groupOf } = this;
    let assignments = 1;
    for (let g = 0; g < groups.length; g++) assignments *= items.length;
    if (assignments > MOST_ASSIGNMENTS) return null;
    const chosen = new Map<number, number>();
    const stateOf = (name: string): number => shown.states.get(name)![chosen.get(groupOf(name))!];
    const sumFrom = (at: number): number => {
      if (at === groups.length) return share(part, stateOf);
      let sum = 0;
      for (const item of items) {
        chosen.set(groups[at], item);
        sum += (shown.weights[item] / this.#rows) * sumFrom(at + 1);
      }
      return sum;
    };
    return sumFrom(0);
  }
}
