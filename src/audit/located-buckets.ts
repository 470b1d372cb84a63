import type { Table } from '../table/table.js';
import type { Grouping } from './grouping.js';
import { groupInSteps } from './grouping.js';
import type { ClassOfRows, Located } from './located-rows.js';
import { NONE, type Persons } from './persons.js';
import { joinValues } from './values.js';

/** Rows between two pauses. */
const rowsAtOnce = 1 << 16;

/** Rows of two tables by equal cells in some columns. */
export interface NumberedTogether {
  readonly count: number;
  /** [rows of the original] and [rows of the release] */
  readonly ofOriginal: Uint32Array;
  readonly ofRelease: Uint32Array;
}

/** Numbers the rows of the original and of the release by their cells in some columns; null where one of them lacks a column. */
export function* numberTogether(
  { original, release, missing }: Pick<Located, 'original' | 'release' | 'missing'>,
  names: readonly string[],
): Generator<void, NumberedTogether | null> {
  const entries = original.rows + release.rows;
  const columns: { readonly codes: Uint32Array; readonly width: number }[] = [];
  for (const name of names) {
    const [from, to] = [original.column(name), release.column(name)];
    if (from === undefined || to === undefined) return null;
    const { count, ofBase, ofOther } = joinValues(from, to, missing);
    const codes = new Uint32Array(entries);
    from.codes.forEach((code, row) => (codes[row] = ofBase[code]));
    to.codes.forEach((code, row) => (codes[original.rows + row] = ofOther[code]));
    columns.push({ codes, width: count });
    yield;
  }
  const { groupOf, count } = (yield* groupInSteps({ entries, weights: null }, columns)) as Grouping;
  return { count, ofOriginal: groupOf.slice(0, original.rows), ofRelease: groupOf.slice(original.rows) };
}

/** Groups of released columns that were permuted together; columns whose group is not known stand alone. */
export function groupsOf({ spec, release }: Pick<Located, 'spec' | 'release'>): string[][] {
  const given = (spec.permutation?.groups ?? []).map((group) =>
    group.filter((name) => release.column(name) !== undefined),
  );
  const named = new Set(given.flat());
  return [...given, ...release.columns.flatMap(({ name }) => (named.has(name) ? [] : [[name]]))].filter(
    (group) => group.length > 0,
  );
}

/**
 * Finds the bucket that every row of the original was released in: as is claimed, where somebody claims it. Else, where all
 * quasi-identifiers were kept together, one way to give the rows of equal cells to the buckets that show them, so that no bucket gets
 * two rows of one person where that can be: what is released is the same in any such way.
 */
export function* locateInBuckets(input: Located, persons: Persons): Generator<void, ClassOfRows> {
  const { originalRows } = input.spec;
  return originalRows === undefined
    ? yield* locateByVectors(input, persons)
    : yield* locateAsClaimed(input, originalRows);
}

/** Checks that every bucket shows what the rows have that are said to be in it, group by group of columns. */
function* locateAsClaimed(input: Located, claimed: Uint32Array): Generator<void, ClassOfRows> {
  const { release, original, classes } = input;
  const wrong = { reason: 'the rows of the original that buckets are said to have do not fit them' };
  if (claimed.length !== release.rows) return wrong;
  const classOf = new Uint32Array(original.rows).fill(NONE);
  const taken = new Uint8Array(original.rows);
  for (let entry = 0; entry < claimed.length; entry++) {
    const row = claimed[entry];
    if (row >= taken.length || taken[row]++ > 0) return wrong;
    classOf[row] = classes.groupOf[entry];
  }
  for (const group of groupsOf(input)) {
    const numbers = yield* numberTogether(input, group);
    if (numbers === null) return { reason: 'a column of the release is not in the original' };
    const balance = new Map<number, number>();
    const add = (bucket: number, value: number, rows: number): void => {
      const key = bucket * numbers.count + value;
      balance.set(key, (balance.get(key) ?? 0) + rows);
    };
    for (let entry = 0; entry < claimed.length; entry++) {
      if (entry % rowsAtOnce === 0) yield;
      add(classes.groupOf[entry], numbers.ofRelease[entry], 1);
      add(classes.groupOf[entry], numbers.ofOriginal[claimed[entry]], -1);
    }
    for (const rows of balance.values()) if (rows !== 0) return wrong;
  }
  return { classOf };
}

function* locateByVectors(input: Located, persons: Persons): Generator<void, ClassOfRows> {
  const { original, classes, spec } = input;
  const names = spec.quasiIdentifiers.map(({ name }) => name);
  const group = groupsOf(input).find((own) => names.every((name) => own.includes(name)));
  if (group === undefined)
    return { reason: 'quasi-identifiers are permuted apart, so the bucket of a row is not known' };
  const numbers = yield* numberTogether(input, group);
  if (numbers === null) return { reason: 'a column of the release is not in the original' };
  const rowsOf = listBy(numbers.ofOriginal, numbers.count);
  const shown = listBy(numbers.ofRelease, numbers.count);
  const classOf = new Uint32Array(original.rows).fill(NONE);
  const has = new Set<number>();
  const place = (row: number, bucket: number): void => {
    classOf[row] = bucket;
    has.add(persons.of[row] * classes.count + bucket);
  };
  for (let value = 0; value < numbers.count; value++) {
    if (value % rowsAtOnce === 0) yield;
    const left = new Map<number, number>();
    for (const entry of shown[value]) {
      const bucket = classes.groupOf[entry];
      left.set(bucket, (left.get(bucket) ?? 0) + 1);
    }
    const rest: number[] = [];
    for (const rows of byMost(rowsOf[value], persons.of)) {
      for (const row of rows) {
        const bucket = fullest(left, (each) => !has.has(persons.of[row] * classes.count + each));
        if (bucket < 0) rest.push(row);
        else take(left, bucket, () => place(row, bucket));
      }
    }
    for (const row of rest) {
      const bucket = fullest(left, () => true);
      if (bucket >= 0) take(left, bucket, () => place(row, bucket));
    }
    if (left.size > 0) return { reason: 'buckets show what no row of the original has' };
  }
  return { classOf };
}

function take(left: Map<number, number>, bucket: number, place: () => void): void {
  const rows = left.get(bucket) as number;
  if (rows > 1) left.set(bucket, rows - 1);
  else left.delete(bucket);
  place();
}

/** The bucket with the most places left of those that may be taken, or -1. */
function fullest(left: ReadonlyMap<number, number>, may: (bucket: number) => boolean): number {
  let best = -1;
  let most = 0;
  for (const [bucket, rows] of left) {
    if (rows <= most || !may(bucket)) continue;
    best = bucket;
    most = rows;
  }
  return best;
}

/** Rows by person, who has most first. */
function byMost(rows: readonly number[], personOf: Uint32Array): number[][] {
  const own = new Map<number, number[]>();
  for (const row of rows) own.set(personOf[row], [...(own.get(personOf[row]) ?? []), row]);
  return [...own.values()].sort((a, b) => b.length - a.length);
}

/** [keys] the places of every key. */
function listBy(keyOf: Uint32Array, keys: number): number[][] {
  const lists = Array.from({ length: keys }, (): number[] => []);
  keyOf.forEach((key, place) => lists[key].push(place));
  return lists;
}

/** Numbers all rows of a table by some columns of it as one where there are none. */
export function* numberBeside(
  input: Pick<Located, 'original' | 'release' | 'missing'>,
  names: readonly string[],
): Generator<void, NumberedTogether | null> {
  if (names.length > 0) return yield* numberTogether(input, names);
  const none = (table: Table) => new Uint32Array(table.rows);
  return { count: 1, ofOriginal: none(input.original), ofRelease: none(input.release) };
}
