import type { ClassCondition, Engine } from '../../engine/engine.js';
import { InfeasibleError } from '../../errors.js';
import type { Domain } from '../../hierarchy/domain.js';
import type { Control, Problem } from '../algorithm.js';
import { Pauses } from '../pauses.js';
import { ranksOf, type Ties } from '../ties.js';
import type { BucketParts } from './permuted.js';
import { collectParts } from './permuted.js';
import type { Bucket, SlicingDiversity } from './slicing-diversity.js';

/** The buckets of tuple-partition and what it took. */
export interface TuplePartition {
  readonly parts: BucketParts;
  readonly splits: number;
  readonly refused: number;
}

/** How buckets are split. */
export interface PartitionOptions {
  /** relaxed: even halves, equal values divided; strict: equal values stay together. */
  readonly partitioning: 'strict' | 'relaxed';
  /** Which attribute is split first where widths are equal. */
  readonly ties: Ties;
}

/** One bucket of all rows. */
export function bucketOfAll({ set, rows }: Problem): Bucket {
  const counts = set.counts();
  return { vectors: Uint32Array.from(counts, (_, v) => v), counts, rows };
}

/**
 * Partitions tuples into buckets (Li, Li, Zhang and Molloy 2009, Figure 1; Toth 2015, Algorithm 3): a bucket is split in two
 * as Mondrian does, the attribute of the widest normalized range first (ties as `ties` says), at its median; the split
 * stands when both halves satisfy every model and every tuple of the table stays diverse. Where the paper gives a bucket
 * up after one split, here the other attributes are tried as well.
 *
 * @param diversity - checks of the sliced table, one a sensitive attribute
 */
export async function partitionTuples(
  problem: Problem,
  engine: Engine,
  conditions: readonly ClassCondition[],
  diversity: readonly SlicingDiversity[],
  { partitioning, ties }: PartitionOptions,
  control: Control,
): Promise<TuplePartition> {
  const { set, domains } = problem;
  const codes = domains.map((_, a) => set.codes(a));
  const positions = domains.map(positionsOf);
  const ranks = ranksOf(domains, ties);
  const sensitive = conditions.map((condition) => ('column' in condition ? set.codes(condition.column) : null));
  const satisfies = (bucket: Bucket): boolean =>
    conditions.every((condition, i) => {
      const column = sensitive[i];
      let histogram: Uint32Array | null = null;
      if (column !== null && 'column' in condition) {
        histogram = new Uint32Array(set.sizes[condition.column]);
        for (let at = 0; at < bucket.vectors.length; at++) histogram[column[bucket.vectors[at]]] += bucket.counts[at];
      }
      return engine.checkCondition(condition, Uint32Array.of(bucket.rows), histogram)[0] === 1;
    });

  const root = bucketOfAll(problem);
  for (const each of diversity) {
    if (!each.start(root)) {
      throw new InfeasibleError(
        'NO_SOLUTION',
        'even one bucket of all rows is not l-diverse as slicing has it; sensitive columns in groups of their own are the most diverse',
      );
    }
  }
  const open: Bucket[] = [root];
  const done: Bucket[] = [];
  let splits = 0;
  let refused = 0;
  const pauses = new Pauses(control, 'partition');
  for (let next = 0; next < open.length; next++) {
    const bucket = open[next];
    const halves = split(bucket);
    if (halves === null) done.push(bucket);
    else {
      open.push(...halves);
      splits++;
    }
    await pauses.restWhenDue(Math.min(0.99, done.length / open.length));
  }
  const parts = collectParts(
    done.length,
    done.flatMap(({ vectors, counts: rows }, bucket) =>
      Array.from(vectors, (vector, at) => ({ vector, bucket, count: rows[at] })),
    ),
  );
  return { parts, splits, refused };

  function split(bucket: Bucket): Bucket[] | null {
    if (bucket.rows < 2) return null;
    const widths = positions.map(({ at, range }, a) => {
      let low = Infinity;
      let high = -Infinity;
      for (const vector of bucket.vectors) {
        low = Math.min(low, at[codes[a][vector]]);
        high = Math.max(high, at[codes[a][vector]]);
      }
      return (high - low) / range;
    });
    const order = widths.flatMap((width, a) => (width > 0 ? [a] : []));
    order.sort((a, b) => widths[b] - widths[a] || ranks[a] - ranks[b] || a - b);
    for (const a of order) {
      const halves = halve(bucket, codes[a], partitioning);
      if (halves === null) continue;
      if (halves.every(satisfies) && splitAll(bucket, halves)) return halves;
      refused++;
    }
    return null;
  }

  function splitAll(bucket: Bucket, halves: readonly Bucket[]): boolean {
    const commits = diversity.map((each) => each.split(bucket, halves));
    if (commits.includes(null)) return false;
    for (const commit of commits) commit?.();
    return true;
  }
}

/** Where leaves lie on the scale on which an attribute's width is measured. */
function positionsOf(domain: Domain): { readonly at: Float64Array; readonly range: number } {
  const { numbers, size } = domain;
  if (numbers === null)
    return { at: Float64Array.from({ length: size }, (_, leaf) => leaf), range: Math.max(1, size - 1) };
  const present = numbers.filter((number) => !Number.isNaN(number));
  const low = present[0] ?? 0;
  const high = present.at(-1) ?? 0;
  // A missing value stands past the largest number, one whole range away: it is split off first.
  const at = numbers.map((number) => (Number.isNaN(number) ? 2 * high - low + 1 : number));
  return { at, range: high > low ? high - low : 1 };
}

function halve(bucket: Bucket, codes: ArrayLike<number>, partitioning: 'strict' | 'relaxed'): Bucket[] | null {
  const order = Array.from(bucket.vectors, (_, at) => at).sort(
    (a, b) => codes[bucket.vectors[a]] - codes[bucket.vectors[b]] || a - b,
  );
  const half = Math.floor(bucket.rows / 2);
  let before = 0;
  const left: [number, number][] = [];
  const right: [number, number][] = [];
  if (partitioning === 'relaxed') {
    for (const at of order) {
      const take = Math.max(0, Math.min(bucket.counts[at], half - before));
      before += bucket.counts[at];
      if (take > 0) left.push([bucket.vectors[at], take]);
      if (take < bucket.counts[at]) right.push([bucket.vectors[at], bucket.counts[at] - take]);
    }
  } else {
    let median = -1;
    for (const at of order) {
      before += bucket.counts[at];
      if (before * 2 >= bucket.rows) {
        median = codes[bucket.vectors[at]];
        break;
      }
    }
    const last = codes[bucket.vectors[order[order.length - 1]]];
    for (const at of order) {
      const code = codes[bucket.vectors[at]];
      (code < median || (code === median && median < last) ? left : right).push([
        bucket.vectors[at],
        bucket.counts[at],
      ]);
    }
  }
  return left.length === 0 || right.length === 0 ? null : [bucketOf(left), bucketOf(right)];
}

function bucketOf(pieces: [number, number][]): Bucket {
  pieces.sort((a, b) => a[0] - b[0]);
  return {
    vectors: Uint32Array.from(pieces, ([vector]) => vector),
    counts: Uint32Array.from(pieces, ([, count]) => count),
    rows: pieces.reduce((sum, [, count]) => sum + count, 0),
  };
}
