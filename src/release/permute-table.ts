import type { RandomSource } from '../base/random.js';
import { shuffle } from '../base/random.js';
import type { Column } from '../table/table.js';
import { allocateCodes, Table } from '../table/table.js';
import type { Permutation } from '../algorithms/algorithm.js';
import type { ReleasedColumn } from './build-table.js';
import { buildTableInSteps } from './build-table.js';
import type { Pieces } from './pieces.js';
import type { Steps } from '../base/steps.js';

/** A permuted release: one table, or two that the column of buckets joins. */
export interface PermutedTables {
  readonly release: Table;
  readonly sensitive: Table | null;
}

/** Target of each row of the input. */
interface PermutedRows {
  /** The rows of the input and their classes, for the released values of quasi-identifiers. */
  readonly pieces: Pick<Pieces, 'entry' | 'classId'>;
  /** [rows of the input] */
  readonly bucketOf: Uint32Array;
  /** Rows of the input in the order of the release: what a place shows is permuted, its bucket is not. */
  readonly order: Uint32Array;
  /** The second of two tables then has an order of its own. */
  readonly isShuffled: boolean;
}

/**
 * Permutes every group of columns within every bucket, each order drawn uniformly and independently of the others.
 * Buckets are numbered from 1 in the order in which they appear; numbers that read as missing cells are passed over.
 * Yields between stretches of the work.
 *
 * @param columns - released columns of the input
 */
export function* permuteTableInSteps(
  columns: readonly Column[],
  quasiIdentifiers: ReadonlyMap<string, ReleasedColumn>,
  permutation: Permutation,
  { pieces, bucketOf, order, isShuffled }: PermutedRows,
  random: RandomSource,
): Steps<PermutedTables> {
  const second = order.slice();
  if (isShuffled && permutation.separate.length > 0) shuffle(second, random);
  const first = layOut(order, bucketOf, permutation.buckets);
  const other = layOut(second, bucketOf, permutation.buckets);
  const separate = new Set(permutation.separate);
  const made = new Map<string, Column>();
  for (const group of permutation.groups) {
    const places = group.some((name) => separate.has(name)) ? other : first;
    const source = yield* permuteWithin(places, random);
    const chosen = columns.filter(({ name }) => group.includes(name));
    const built = yield* buildTableInSteps(chosen, quasiIdentifiers, pieces, source);
    for (const column of built.columns) made.set(column.name, column);
  }
  const missing = new Set(
    Array.from(quasiIdentifiers.values(), ({ domain }) => [...(domain.missingTexts ?? [])]).flat(),
  );
  const numberOf = numberBuckets(order, bucketOf, permutation.buckets, missing);
  const bucketColumn = (rows: Uint32Array): Column =>
    columnOfBuckets(permutation.bucketColumn, rows, bucketOf, numberOf);
  const pick = (isSeparate: boolean): Column[] =>
    columns.flatMap(({ name }) => (separate.has(name) === isSeparate ? (made.get(name) ?? []) : []));
  return {
    release: new Table(order.length, [...pick(false), bucketColumn(order)]),
    sensitive: separate.size === 0 ? null : new Table(order.length, [bucketColumn(second), ...pick(true)]),
  };
}

/** Buckets permuted between two yields. */
const YIELD_BUCKETS = 1024;

interface Layout {
  /** [buckets + 1] places of a bucket are places[start[b] .. start[b + 1] - 1]. */
  readonly start: Uint32Array;
  readonly places: Uint32Array;
  /** [places] row of the input that would stand there. */
  readonly rows: Uint32Array;
}

function layOut(order: Uint32Array, bucketOf: Uint32Array, buckets: number): Layout {
  const start = new Uint32Array(buckets + 1);
  for (const row of order) start[bucketOf[row] + 1]++;
  for (let b = 0; b < buckets; b++) start[b + 1] += start[b];
  const next = start.slice();
  const places = new Uint32Array(order.length);
  order.forEach((row, place) => (places[next[bucketOf[row]]++] = place));
  return { start, places, rows: order };
}

/** [places] row of the input at every place: those of each bucket in an order drawn at random. */
function* permuteWithin({ start, places, rows }: Layout, random: RandomSource): Steps<Uint32Array> {
  const mixed = new Uint32Array(rows.length);
  for (let at = 0; at < mixed.length; at++) mixed[at] = rows[places[at]];
  for (let b = 0; b + 1 < start.length; b++) {
    if (b % YIELD_BUCKETS === 0) yield;
    shuffle(mixed, random, start[b], start[b + 1]);
  }
  const source = new Uint32Array(rows.length);
  for (let at = 0; at < mixed.length; at++) source[places[at]] = mixed[at];
  return source;
}

function numberBuckets(
  order: Uint32Array,
  bucketOf: Uint32Array,
  buckets: number,
  missing: ReadonlySet<string>,
): Uint32Array {
  const numberOf = new Uint32Array(buckets);
  let next = 0;
  for (const row of order) {
    if (numberOf[bucketOf[row]] !== 0) continue;
    do next++;
    while (missing.has(String(next)));
    numberOf[bucketOf[row]] = next;
  }
  return numberOf;
}

function columnOfBuckets(name: string, rows: Uint32Array, bucketOf: Uint32Array, numberOf: Uint32Array): Column {
  const codeOf = new Int32Array(numberOf.length).fill(-1);
  const numbers: number[] = [];
  const found = new Uint32Array(rows.length);
  for (let place = 0; place < rows.length; place++) {
    const bucket = bucketOf[rows[place]];
    if (codeOf[bucket] < 0) codeOf[bucket] = numbers.push(numberOf[bucket]) - 1;
    found[place] = codeOf[bucket];
  }
  const codes = allocateCodes(rows.length, numbers.length);
  codes.set(found);
  return {
    name,
    type: 'integer',
    codes,
    texts: numbers.map(String),
    numbers: Float64Array.from(numbers),
    missingCode: -1,
  };
}
