import type { Codes } from '../table/table.js';
import type { KeyOrder } from './counting-order.js';
import { orderInSteps } from './counting-order.js';
import type { Runs } from './domain.js';

/** Pairs, and rows, looked at between two pauses. */
const pairsAtOnce = 1 << 16;
const rowsAtOnce = 1 << 14;

/** The distinct buckets of every value of a column, or the distinct values of every bucket: ascending. */
export interface Occurrences {
  /** [keys + 1] where the entries of a key begin. */
  readonly start: Uint32Array;
  readonly other: Uint32Array;
}

/** The distinct pairs (key, other) of rows, by key, and how many rows have each; others ascending. */
export interface CountedPairs extends Occurrences {
  /** [entries] */
  readonly rows: Uint32Array;
}

/** Lists the distinct pairs of rows. Yields between stretches of the work. */
export function* listOccurrences(
  keyOf: Uint32Array,
  keys: number,
  otherOf: Uint32Array,
  others: number,
): Generator<void, CountedPairs> {
  return yield* countPairs(yield* orderInSteps(keyOf.length, keys, (row) => keyOf[row]), otherOf, others);
}

/**
 * {@link listOccurrences} of rows in the order of their keys.
 *
 * @param otherOf - [rows] in [0, others)
 */
export function* countPairs({ start, order }: KeyOrder, otherOf: Codes, others: number): Generator<void, CountedPairs> {
  const countOf = new Uint32Array(others);
  const starts = new Uint32Array(start.length);
  const other = new Uint32Array(order.length);
  const rows = new Uint32Array(order.length);
  let kept = 0;
  for (let key = 0; key < start.length - 1; key++) {
    for (let at = start[key]; at < start[key + 1]; at++) {
      if (at % rowsAtOnce === 0) yield;
      const next = otherOf[order[at]];
      if (countOf[next]++ === 0) other[kept++] = next;
    }
    other.subarray(starts[key], kept).sort();
    for (let at = starts[key]; at < kept; at++) {
      rows[at] = countOf[other[at]];
      countOf[other[at]] = 0;
    }
    starts[key + 1] = kept;
  }
  yield;
  return { start: starts, other: other.slice(0, kept), rows: rows.slice(0, kept) };
}

/** Index of an other one among those of a key, or -1. */
export function placeWith({ start, other }: Occurrences, key: number, wanted: number): number {
  let from = start[key];
  let to = start[key + 1];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (other[middle] < wanted) from = middle + 1;
    else to = middle;
  }
  return from < start[key + 1] && other[from] === wanted ? from - start[key] : -1;
}

/** The different sets of values that buckets show of one column. */
export interface ValueSets {
  /** [buckets] number of its set. */
  readonly setOf: Uint32Array;
  /** [sets] ascending */
  readonly sets: readonly Uint32Array[];
  /** [sets] all that the values of a set stand for; null: nothing. */
  readonly runs: readonly (Runs | null)[];
}

/**
 * Numbers the sets of values of buckets.
 *
 * @param runsOf - what a value stands for, null: nothing
 */
export function* numberSets(
  { start, other }: Occurrences,
  runsOf: (value: number) => Runs | null,
): Generator<void, ValueSets> {
  const numberOf = new Map<string, number>();
  const sets: Uint32Array[] = [];
  const setOf = new Uint32Array(start.length - 1);
  let looked = 0;
  for (let bucket = 0; bucket < setOf.length; bucket++) {
    looked += start[bucket + 1] - start[bucket];
    if (looked >= pairsAtOnce) {
      looked = 0;
      yield;
    }
    const values = other.subarray(start[bucket], start[bucket + 1]);
    const key = values.join();
    const number = numberOf.get(key) ?? sets.push(values) - 1;
    numberOf.set(key, number);
    setOf[bucket] = number;
  }
  yield;
  return { setOf, sets, runs: sets.map((values) => joinRuns(Array.from(values, (value) => runsOf(value) ?? []))) };
}

/** All leaves of some runs; null where there are none. */
function joinRuns(all: readonly Runs[]): Runs | null {
  const pairs = all.flatMap((runs) =>
    Array.from({ length: runs.length >> 1 }, (_, i) => [runs[2 * i], runs[2 * i + 1]] as const),
  );
  pairs.sort(([a], [b]) => a - b);
  const joined: number[] = [];
  for (const [first, last] of pairs) {
    const end = joined.length - 1;
    if (end >= 0 && first <= joined[end] + 1) joined[end] = Math.max(joined[end], last);
    else joined.push(first, last);
  }
  return joined.length === 0 ? null : joined;
}
