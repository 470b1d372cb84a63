import { appendAll } from '../../base/sequences.js';
import type { ClassCondition, Engine } from '../../engine/engine.js';
import { InfeasibleError } from '../../base/errors.js';
import type { Domain } from '../../hierarchy/domain.js';
import type { Control, Problem } from '../algorithm.js';
import { Pauses } from '../pauses.js';
import { ranksOf } from '../ties.js';
import type { BucketParts } from './permuted.js';
import { collectParts } from './permuted.js';
import type { Steps } from '../../base/steps.js';
import { placesByCode } from '../../base/sort-by-code.js';
import type { Bucket, SlicingDiversity } from './slicing-diversity.js';
import type { Ties } from '../shared-options.js';

/** Vectors of a bucket from which on it yields after every attribute. */
const YIELD_VECTORS = 1 << 10;

/** The buckets of tuple-partition and what it took. */
interface TuplePartition {
  readonly parts: BucketParts;
  readonly splits: number;
  readonly refused: number;
}

/** Options that split buckets. */
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
  const satisfies = checkOf(problem, engine, conditions);

  const pauses = new Pauses(control, 'partition');
  const root = bucketOfAll(problem);
  for (const each of diversity) {
    if (!(await pauses.drive(each.start(root)))) {
      throw new InfeasibleError(
        'NO_SOLUTION',
        'even one bucket of all rows is not l-diverse as slicing has it; sensitive columns in groups of their own are the most diverse',
      );
    }
  }
  /** Buckets by the order in which they are split; null: done with. */
  const open: (Bucket | null)[] = [root];
  const done: Bucket[] = [];
  let splits = 0;
  let refused = 0;
  for (let next = 0; next < open.length; next++) {
    const bucket = open[next] as Bucket;
    open[next] = null;
    const halves = await pauses.drive(split(bucket), () => pauses.pause(Math.min(0.99, done.length / open.length)));
    if (halves === null) done.push(bucket);
    else {
      appendAll(open, halves);
      splits++;
    }
    await pauses.pauseWhenDue(Math.min(0.99, done.length / open.length));
  }
  const parts = await pauses.drive(collectParts(set.length, done));
  return { parts, splits, refused };

  function* split(bucket: Bucket): Steps<Bucket[] | null> {
    if (bucket.rows < 2) return null;
    const widths = yield* widthsOf(bucket, codes, positions);
    const order = widths.flatMap((width, a) => (width > 0 ? [a] : []));
    order.sort((a, b) => widths[b] - widths[a] || ranks[a] - ranks[b] || a - b);
    for (const a of order) {
      yield;
      const halves = halve(bucket, codes[a], partitioning);
      if (halves === null) continue;
      if (satisfies(halves) && (yield* staysDiverse(diversity, bucket, halves))) return halves;
      refused++;
    }
    return null;
  }
}

/** Returns a test whether some buckets satisfy all conditions on classes. */
function checkOf(
  { set }: Problem,
  engine: Engine,
  conditions: readonly ClassCondition[],
): (buckets: readonly Bucket[]) => boolean {
  const sensitive = conditions.map((condition) => ('column' in condition ? set.codes(condition.column) : null));
  return (buckets) => {
    const sizes = Uint32Array.from(buckets, ({ rows }) => rows);
    return conditions.every((condition, i) => {
      const column = sensitive[i];
      let histogram: Uint32Array | null = null;
      if (column !== null && 'column' in condition) {
        const values = set.sizes[condition.column];
        histogram = new Uint32Array(buckets.length * values);
        for (const [b, { vectors, counts }] of buckets.entries()) {
          for (let at = 0; at < vectors.length; at++) histogram[b * values + column[vectors[at]]] += counts[at];
        }
      }
      return engine.checkCondition(condition, sizes, histogram).every((holds) => holds === 1);
    });
  };
}

/** [attributes] normalized range of a bucket. */
export function* widthsOf(
  { vectors }: Bucket,
  codes: readonly ArrayLike<number>[],
  positions: readonly Positions[],
): Steps<number[]> {
  const widths: number[] = [];
  for (const [a, { at, range }] of positions.entries()) {
    if (vectors.length > YIELD_VECTORS) yield;
    const own = codes[a];
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < vectors.length; i++) {
      const place = at[own[vectors[i]]];
      if (place < low) low = place;
      if (place > high) high = place;
    }
    widths.push((high - low) / range);
  }
  return widths;
}

/** Tests whether every tuple stays diverse when a bucket is split: then the split is noted. */
function* staysDiverse(
  diversity: readonly SlicingDiversity[],
  bucket: Bucket,
  halves: readonly Bucket[],
): Steps<boolean> {
  const commits: (() => Steps<void>)[] = [];
  for (const each of diversity) {
    const commit = yield* each.split(bucket, halves);
    if (commit === null) return false;
    commits.push(commit);
  }
  for (const commit of commits) yield* commit();
  return true;
}

/** Positions of leaves on the scale on which an attribute's width is measured. */
export interface Positions {
  readonly at: Float64Array;
  readonly range: number;
}

/** [leaves] places of a domain. */
export function positionsOf(domain: Domain): Positions {
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

/** The halves of a bucket along an attribute, or null where all of its values are on one side. */
export function halve(bucket: Bucket, codes: ArrayLike<number>, partitioning: 'strict' | 'relaxed'): Bucket[] | null {
  const { vectors, counts, rows } = bucket;
  const order = placesByCode(vectors, codes);
  // Rows of every piece that go to the first half.
  const first = new Uint32Array(vectors.length);
  let before = 0;
  if (partitioning === 'relaxed') {
    const half = Math.floor(rows / 2);
    for (const at of order) {
      first[at] = Math.max(0, Math.min(counts[at], half - before));
      before += counts[at];
    }
  } else {
    let median = -1;
    for (const at of order) {
      before += counts[at];
      if (before * 2 >= rows) {
        median = codes[vectors[at]];
        break;
      }
    }
    const last = codes[vectors[order[order.length - 1]]];
    for (const at of order) {
      const code = codes[vectors[at]];
      if (code < median || (code === median && median < last)) first[at] = counts[at];
    }
  }
  const second = new Uint32Array(vectors.length);
  for (let at = 0; at < second.length; at++) second[at] = counts[at] - first[at];
  const halves = [partOf(vectors, first), partOf(vectors, second)];
  return halves.some((half) => half.vectors.length === 0) ? null : halves;
}

/** The pieces of a bucket that have rows. */
function partOf(vectors: Uint32Array, counts: Uint32Array): Bucket {
  let pieces = 0;
  for (let at = 0; at < counts.length; at++) if (counts[at] > 0) pieces++;
  const part = { vectors: new Uint32Array(pieces), counts: new Uint32Array(pieces) };
  let rows = 0;
  pieces = 0;
  for (let at = 0; at < counts.length; at++) {
    if (counts[at] === 0) continue;
    part.vectors[pieces] = vectors[at];
    part.counts[pieces++] = counts[at];
    rows += counts[at];
  }
  return { ...part, rows };
}
