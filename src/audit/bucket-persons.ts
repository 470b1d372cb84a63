/** What buckets owe persons with several rows: no two rows of one in a bucket, and values enough for each vector in all of its buckets. */
import { amount, plural } from '../base/plural.js';
import { largestOf, smallestOf } from '../base/sequences.js';
import type { SparseHistogram } from './histogram.js';
import type { Located } from './located.js';
import type { SensitiveColumn } from './models/model.js';
import { groupsOf, numberBeside } from './numbered-together.js';
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

/** What is asked of a vector. */
interface Linking {
  /** [rows of the original] vector of quasi-identifiers, and bucket. */
  readonly vectorOf: Uint32Array;
  readonly bucketOf: Uint32Array;
  /** Fewest values of a sensitive column. */
  readonly fewestOf: (name: string) => number;
}

/**
 * The problems of vectors of which all buckets together leave fewer values of a sensitive column than are asked for: values that every
 * bucket of the vector shows, beside its own quasi-identifiers where some are kept together with them.
 */
export function* linkingProblems(input: Located, { vectorOf, bucketOf, fewestOf }: Linking): Generator<void, string[]> {
  const { spec, keptColumns, classes } = input;
  const names = new Set(spec.quasiIdentifiers.map(({ name }) => name));
  const bucketsOf = new Map<number, Set<number>>();
  const rowOf = new Map<number, number>();
  vectorOf.forEach((vector, row) => {
    if (bucketOf[row] === NONE) return;
    rowOf.set(vector, row);
    bucketsOf.set(vector, (bucketsOf.get(vector) ?? new Set()).add(bucketOf[row]));
  });
  yield;
  const problems: string[] = [];
  for (const name of spec.sensitiveColumns ?? []) {
    const kept = keptColumns.find(({ original }) => original.name === name);
    const group = groupsOf(input).find((each) => each.includes(name)) ?? [];
    const beside = yield* numberBeside(
      input,
      group.filter((each) => names.has(each)),
    );
    if (kept === undefined || beside === null) continue;
    const shown = new Map<string, Set<number>>();
    kept.release.codes.forEach((code, entry) => {
      const key = `${classes.groupOf[entry]} ${beside.ofRelease[entry]}`;
      shown.set(key, (shown.get(key) ?? new Set()).add(kept.values.ofOther[code]));
    });
    yield;
    const fewest = fewestOf(name);
    let vectors = 0;
    for (const [vector, buckets] of bucketsOf) {
      const own = beside.ofOriginal[rowOf.get(vector) as number];
      const sets = Array.from(buckets, (bucket) => shown.get(`${bucket} ${own}`) ?? new Set<number>());
      const common = [...sets[0]].filter((value) => sets.every((each) => each.has(value)));
      if (common.length < fewest) vectors++;
    }
    if (vectors === 0) continue;
    problems.push(
      `column ${JSON.stringify(name)}: the buckets of ${amount(vectors, 'vector')} of quasi-identifiers together leave fewer than ${amount(fewest, 'value')}`,
    );
  }
  return problems;
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
