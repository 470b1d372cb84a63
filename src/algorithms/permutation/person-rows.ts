/** Rows of persons with several rows, one by one, for algorithms that make buckets of them. */
import { largestOf, sumOf } from '../../base/sequences.js';
import type { Steps } from '../../base/steps.js';
import { orderByGroup } from '../../table/units.js';
import type { PersonsOfBuckets, Problem } from '../algorithm.js';
import { numberVectors } from './slicing-diversity.js';

/** The rows of a table, numbered by the distinct vectors that they are counted in. */
export interface PersonRows {
  readonly persons: PersonsOfBuckets;
  readonly count: number;
  /** [rows] vector of the frequency set. */
  readonly vectorOf: Uint32Array;
  /** [rows] */
  readonly personOf: Uint32Array;
  /** [rows] tuple of quasi-identifiers. */
  readonly tupleOf: Uint32Array;
  /** [tuples + 1] tuple t has the rows of `byTuple` from start[t] on. */
  readonly start: Uint32Array;
  readonly byTuple: Uint32Array;
  /** [linked columns][rows] */
  readonly values: readonly Uint32Array[];
  /** [linked columns][rows] quasi-identifiers that are released beside the value, as a number; 0 where none are. */
  readonly beside: readonly Uint32Array[];
  /** [rows] all values of linked columns, and whether the row has a key, as a number. */
  readonly combined: Uint32Array;
}

/**
 * Lists the rows of a problem of persons.
 *
 * @param groups - columns that stay together
 */
export function* listPersonRows(
  { set, domains }: Problem,
  persons: PersonsOfBuckets,
  groups: readonly (readonly string[])[],
): Steps<PersonRows> {
  const counts = set.counts();
  const count = sumOf(counts);
  const vectorOf = new Uint32Array(count);
  let next = 0;
  counts.forEach((rows, vector) => {
    vectorOf.fill(vector, next, next + rows);
    next += rows;
  });
  yield;
  const ofRows = (codes: ArrayLike<number>): Uint32Array => vectorOf.map((vector) => codes[vector]);
  const names = domains.map(({ attribute }) => attribute);
  const tupleOf = ofRows(yield* numberVectors(domains.map((_, a) => set.codes(a)), set.length)); // prettier-ignore
  const { start, order: byTuple } = orderByGroup(tupleOf, largestOf(tupleOf, 0) + 1);
  yield;
  const values: Uint32Array[] = [];
  const beside: Uint32Array[] = [];
  for (const { attribute, column } of persons.linked) {
    values.push(ofRows(set.codes(column)));
    const group = groups.find((each) => each.includes(attribute)) ?? [];
    const own = group.flatMap((name) => (names.includes(name) ? [set.codes(names.indexOf(name))] : []));
    beside.push(ofRows(yield* numberVectors(own, set.length)));
  }
  const who = set.codes(persons.column);
  const lacksKey = Uint32Array.from({ length: set.length }, (_, vector) => Number(who[vector] >= persons.keyed));
  // Rows without a key are dealt evenly, too.
  const all = [...persons.linked.map(({ column }) => set.codes(column)), lacksKey];
  const combined = ofRows(yield* numberVectors(all, set.length));
  const personOf = ofRows(who);
  return { persons, count, vectorOf, personOf, tupleOf, start, byTuple, values, beside, combined };
}

/** The rows of some tuples. */
export function rowsOfTuples({ start, byTuple }: PersonRows, tuples: ArrayLike<number>): Uint32Array {
  let length = 0;
  for (let i = 0; i < tuples.length; i++) length += start[tuples[i] + 1] - start[tuples[i]];
  const rows = new Uint32Array(length);
  length = 0;
  for (let i = 0; i < tuples.length; i++) {
    const own = byTuple.subarray(start[tuples[i]], start[tuples[i] + 1]);
    rows.set(own, length);
    length += own.length;
  }
  return rows;
}

/** Rows that have a key. */
export const keyedRows = ({ personOf, persons: { keyed } }: PersonRows, rows: Uint32Array): Uint32Array =>
  rows.filter((row) => personOf[row] < keyed);

/** The most rows that one person has of some, and the numbers of rows of all of them, descending. */
export function rowsPerPerson({ personOf, persons: { count } }: PersonRows, rows: ArrayLike<number>): number[] {
  const own = new Uint32Array(count);
  for (let i = 0; i < rows.length; i++) own[personOf[rows[i]]]++;
  return Array.from(own.filter((many) => many > 0).sort().reverse()); // prettier-ignore
}
