import type { ClassOfRows, Located } from './located.js';
import { groupsOf, listBy, numberTogether, type NumberedTogether } from './numbered-together.js';
import { eachAPerson, NONE, type Persons } from './persons.js';
import { placeInBuckets } from './place-in-buckets.js';

/** Rows between two pauses. */
const rowsAtOnce = 1 << 16;

/**
 * Finds the bucket that every row of the original was released in: as is claimed, where somebody claims it. Else one way to give the
 * rows to the buckets that show their quasi-identifiers, so that no bucket gets two rows of one person where that can be: what is released
 * is the same in any such way.
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
  const wrong = { reason: 'the run names rows of the original for buckets that do not fit them' };
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

/** Gives rows to buckets, those of the persons with most rows first; tries further where that leaves a person two rows of a bucket. */
function* locateByVectors(input: Located, persons: Persons): Generator<void, ClassOfRows> {
  const { original, classes, spec, budget } = input;
  const names = new Set(spec.quasiIdentifiers.map(({ name }) => name));
  const isLacking = persons.withoutKey > 0;
  const groups: NumberedTogether[] = [];
  for (const group of groupsOf(input)) {
    // Every group decides, where rows lack a key, which values belong to rows with one.
    if (!group.some((name) => names.has(name)) && !isLacking) continue;
    const numbers = yield* numberTogether(input, group);
    if (numbers === null) return { reason: 'a column of the release is not in the original' };
    groups.push(numbers);
  }
  const shownIn = { groups, buckets: classes, personOf: eachAPerson(persons).of, budget };
  if (groups.length !== 1 || isLacking) {
    const placed = yield* placeInBuckets(shownIn);
    if (placed !== null && !('reason' in placed) && placed.isOneOfSeveral === true && isLacking)
      return { reason: 'rows without a key fit the buckets in several ways', open: placed.open };
    return placed ?? { reason: 'the rows of the original do not fit buckets without two rows of one person' };
  }
  const [numbers] = groups;
  const rowsOf = listBy(numbers.ofOriginal, numbers.count);
  const shown = listBy(numbers.ofRelease, numbers.count);
  const classOf = new Uint32Array(original.rows).fill(NONE);
  const has = new Set<number>();
  let isRepeated = false;
  const place = (row: number, bucket: number): void => {
    const own = persons.of[row] * classes.count + bucket;
    classOf[row] = bucket;
    isRepeated ||= has.has(own);
    has.add(own);
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
    if (left.size > 0) return { reason: 'buckets show values that no row of the original has' };
  }
  const placed = isRepeated ? yield* placeInBuckets(shownIn) : null;
  if (placed !== null && 'reason' in placed) return placed;
  return { classOf: placed?.classOf ?? classOf, isOneOfSeveral: true, areVectorsKnown: true };
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
