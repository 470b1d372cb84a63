/** Rules of buckets for persons with several rows: no two rows of one in a bucket, and values enough for each vector in all of its buckets. */
import { amount, plural } from '../base/plural.js';
import { largestOf, smallestOf } from '../base/sequences.js';
import type { KeptColumn } from './columns.js';
import type { SparseHistogram } from './histogram.js';
import type { Located } from './located.js';
import type { SensitiveColumn } from './models/model.js';
import { groupsOf, numberBeside, type NumberedTogether } from './numbered-together.js';
import type { OpenPlaces, Place } from './open-places.js';
import type { PersonRows } from './person-counts.js';
import { NONE } from './persons.js';

/** Buckets with several rows of one person. */
export function findRepeated({ sizes, start }: PersonRows): number {
  let buckets = 0;
  for (let bucket = 0; bucket < sizes.length; bucket++) {
    if (sizes[bucket] < start[bucket + 1] - start[bucket]) buckets++;
  }
  return buckets;
}

/** The problem of such buckets; none where there is none. */
export const repeatedProblems = (buckets: number): string[] =>
  buckets === 0
    ? []
    : [
        `${amount(buckets, 'bucket')} ${plural(buckets, 'has', 'have')} several rows of one person, which stand for one`,
      ];

/** Rows of the original with their buckets, and the values required of a vector. */
interface Linking {
  /** [rows of the original] vector of quasi-identifiers, and bucket. */
  readonly vectorOf: Uint32Array;
  readonly bucketOf: Uint32Array;
  /** [rows of the original] person, {@link NONE} for a row without a key. */
  readonly personOf: Uint32Array;
  /** Fewest values of a sensitive column. */
  readonly fewestOf: (name: string) => number;
}

/**
 * The problems of vectors of which all buckets together leave fewer values of a sensitive column than are asked for: values that every
 * bucket of the vector shows, beside its own quasi-identifiers where some are kept together with them. Where rows lack a key, that is
 * asked without them, too.
 */
export function* linkingProblems(input: Located, linking: Linking): Generator<void, string[]> {
  const { spec, keptColumns } = input;
  const { vectorOf, bucketOf, personOf, fewestOf } = linking;
  const names = new Set(spec.quasiIdentifiers.map(({ name }) => name));
  const problems: string[] = [];
  const areLacking = personOf.includes(NONE);
  const readings = areLacking ? [(row: number) => personOf[row] !== NONE, () => true] : [() => true];
  for (const name of spec.sensitiveColumns ?? []) {
    const kept = keptColumns.find(({ original }) => original.name === name);
    const group = groupsOf(input).find((each) => each.includes(name)) ?? [];
    const beside = yield* numberBeside(
      input,
      group.filter((each) => names.has(each)),
    );
    if (kept === undefined || beside === null) continue;
    const fewest = fewestOf(name);
    const failing = new Set<number>();
    for (const isOf of readings) {
      const shown = areLacking ? shownByRows(linking, kept, beside, isOf) : shownByBuckets(input, kept, beside);
      yield;
      const bucketsOf = new Map<number, Set<number>>();
      const rowOf = new Map<number, number>();
      vectorOf.forEach((vector, row) => {
        if (bucketOf[row] === NONE || !isOf(row)) return;
        rowOf.set(vector, row);
        bucketsOf.set(vector, (bucketsOf.get(vector) ?? new Set()).add(bucketOf[row]));
      });
      yield;
      for (const [vector, buckets] of bucketsOf) {
        const own = beside.ofOriginal[rowOf.get(vector) as number];
        const sets = Array.from(buckets, (bucket) => shown.get(`${bucket} ${own}`) ?? new Set<number>());
        const common = [...sets[0]].filter((value) => sets.every((each) => each.has(value)));
        if (common.length < fewest) failing.add(vector);
      }
    }
    if (failing.size === 0) continue;
    problems.push(
      `column ${JSON.stringify(name)}: the buckets of ${amount(failing.size, 'vector')} of quasi-identifiers together leave fewer than ${amount(fewest, 'value')}`,
    );
  }
  return problems;
}

/**
 * True where the buckets of every vector leave at least as many values as are asked for, whichever of its buckets its rows lie in; where rows lack a
 * key, by those values alone that surely are of rows with one, too.
 */
export function* doOpenLinksHold(
  input: Located,
  { places }: OpenPlaces,
  { vectorOf, personOf, fewestOf }: Omit<Linking, 'bucketOf'>,
): Generator<void, boolean> {
  const { spec, keptColumns } = input;
  const names = new Set(spec.quasiIdentifiers.map(({ name }) => name));
  for (const name of spec.sensitiveColumns ?? []) {
    const kept = keptColumns.find(({ original }) => original.name === name);
    const group = groupsOf(input).find((each) => each.includes(name)) ?? [];
    const own = group.filter((each) => names.has(each));
    const beside = yield* numberBeside(input, own);
    if (kept === undefined || beside === null) continue;
    const shown = shownByBuckets(input, kept, beside);
    const sure = yield* shownByKeys(input, { kept, beside, shown }, places, personOf);
    for (const isKeyed of [true, false]) {
      const common = new Map<number, readonly number[]>();
      for (const { rows, c, high } of places) {
        if (high === 0 || (isKeyed && personOf[rows[0]] === NONE)) continue;
        const here = (isKeyed ? sure : shown).get(`${c} ${beside.ofOriginal[rows[0]]}`) ?? new Set<number>();
        const vector = vectorOf[rows[0]];
        common.set(vector, [...(common.get(vector) ?? here)].filter((value) => here.has(value))); // prettier-ignore
      }
      yield;
      for (const left of common.values()) if (left.length < fewestOf(name)) return false;
    }
  }
  return true;
}

/** Shown values by the bucket and what stands beside, of which more rows stand there than rows without a key can have. */
function* shownByKeys(
  { release, classes }: Located,
  {
    kept,
    beside,
    shown,
  }: { readonly kept: KeptColumn; readonly beside: NumberedTogether; readonly shown: ShownValues },
  places: readonly Place[],
  personOf: Uint32Array,
): Generator<void, ShownValues> {
  const rowsOf = new Map<string, number>();
  const add = (c: number, next: number, value: number, rows: number): void => {
    const key = `${c} ${next} ${value}`;
    rowsOf.set(key, (rowsOf.get(key) ?? 0) + rows);
  };
  for (let entry = 0; entry < release.entries; entry++) {
    const value = kept.values.ofOther[kept.release.codes[entry]];
    add(classes.groupOf[entry], beside.ofRelease[entry], value, 1);
  }
  yield;
  for (const { rows, c, high } of places) {
    if (personOf[rows[0]] !== NONE) continue;
    add(c, beside.ofOriginal[rows[0]], kept.values.ofBase[kept.original.codes[rows[0]]], -high);
  }
  yield;
  return new Map(
    Array.from(shown, ([key, own]) => [
      key,
      new Set([...own].filter((value) => (rowsOf.get(`${key} ${value}`) ?? 0) > 0)),
    ]),
  );
}

/** Values of a column that buckets show, by the bucket and what stands beside. */
type ShownValues = ReadonlyMap<string, ReadonlySet<number>>;

function shownByBuckets({ classes }: Located, { release, values }: KeptColumn, beside: NumberedTogether): ShownValues {
  const shown = new Map<string, Set<number>>();
  release.codes.forEach((code, entry) => {
    const key = `${classes.groupOf[entry]} ${beside.ofRelease[entry]}`;
    shown.set(key, (shown.get(key) ?? new Set()).add(values.ofOther[code]));
  });
  return shown;
}

/** Values of a column that buckets show of some rows of the original. */
function shownByRows(
  { bucketOf }: Linking,
  { original, values }: KeptColumn,
  beside: NumberedTogether,
  isOf: (row: number) => boolean,
): ShownValues {
  const shown = new Map<string, Set<number>>();
  original.codes.forEach((code, row) => {
    if (bucketOf[row] === NONE || !isOf(row)) return;
    const key = `${bucketOf[row]} ${beside.ofOriginal[row]}`;
    shown.set(key, (shown.get(key) ?? new Set()).add(values.ofBase[code]));
  });
  return shown;
}

/** The length of the interval of the numbers of a bucket in which every row is of another person; 0 without a number. */
export function intervalOfRows({ start, rank }: SparseHistogram, c: number, numbers: Float64Array): number {
  const own = Array.from(rank.subarray(start[c], start[c + 1]), (value) => numbers[value]).filter(
    (number) => !Number.isNaN(number),
  );
  return own.length === 0 ? 0 : largestOf(own) - smallestOf(own);
}

/** The rows of a bucket as persons of their own. */
export function rowsAsPersons({ start, rank, count }: SensitiveColumn['histogram'], c: number) {
  const rows: { readonly person: number; readonly rank: number }[] = [];
  for (let e = start[c]; e < start[c + 1]; e++) {
    for (let row = 0; row < count[e]; row++) rows.push({ person: rows.length, rank: rank[e] });
  }
  return rows;
}
