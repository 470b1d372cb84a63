import type { Column, Table } from '../table/table.js';
import { groupInSteps } from './grouping.js';
import type { Grouping } from './grouping.js';
import { countCodes } from './sensitive.js';
import { isMissing } from './values.js';

/** The number of a row that has no key, and of a row in no class. */
export const NONE = 0xffffffff;

/** The persons of a table. */
export interface Persons {
  readonly count: number;
  /** [rows] person, or {@link NONE} where a part of the key is missing. */
  readonly of: Uint32Array;
  /** Rows whose key is missing. */
  readonly withoutKey: number;
  /** [entries] rows of each; null where entries are rows. */
  readonly weights: Uint32Array | null;
}

/**
 * Numbers the persons of a table by the columns of their key: rows whose typed values, texts without blanks around them, are equal
 * in all of them are one person's. Null where a column is not there. Yields between columns.
 */
export function* readPersons(
  table: Table,
  names: readonly string[],
  missing: ReadonlySet<string>,
): Generator<void, Persons | null> {
  const lacks = new Uint8Array(table.entries);
  const keys: { codes: Uint32Array; width: number }[] = [];
  for (const name of names) {
    const column = table.column(name);
    if (column === undefined) return null;
    const valueOf = readKey(column, missing);
    const codes = new Uint32Array(column.codes);
    for (let row = 0; row < codes.length; row++) {
      codes[row] = valueOf[codes[row]];
      if (codes[row] === 0) lacks[row] = 1;
    }
    keys.push({ codes, width: column.texts.length + 1 });
    yield;
  }
  const { groupOf, count } = (yield* groupInSteps(table, keys)) as Grouping;
  const numbers = new Uint32Array(count).fill(NONE);
  const of = new Uint32Array(table.entries).fill(NONE);
  let persons = 0;
  let withoutKey = 0;
  for (let row = 0; row < of.length; row++) {
    if (lacks[row] === 1) withoutKey += table.weights?.[row] ?? 1;
    else {
      const group = groupOf[row];
      if (numbers[group] === NONE) numbers[group] = persons++;
      of[row] = numbers[group];
    }
  }
  return { count: persons, of, withoutKey, weights: table.weights };
}

/** [dictionary] value of every text, from 1; 0 for the missing value. */
function readKey(column: Column, missing: ReadonlySet<string>): Uint32Array {
  const { texts, numbers } = column;
  const found = new Uint32Array(texts.length);
  const texted = new Map<string, number>();
  const numbered = new Map<number, number>();
  for (let code = 0; code < texts.length; code++) {
    const trimmed = texts[code].trim();
    if (trimmed === '' || missing.has(trimmed) || isMissing(column, code, missing)) continue;
    found[code] = numbers === null ? numberOf(texted, trimmed) : numberOf(numbered, numbers[code] + 0);
  }
  return found;
}

/** The number of a value, from 1, by first appearance. */
function numberOf<Value>(numbers: Map<Value, number>, value: Value): number {
  const known = numbers.get(value);
  if (known !== undefined) return known;
  numbers.set(value, numbers.size + 1);
  return numbers.size;
}

/** Persons with every row that has no key as one more. Entries without a key are one row each. */
export function eachAPerson({ count, of, withoutKey, weights }: Persons): Persons {
  if (withoutKey === 0) return { count, of, withoutKey, weights };
  let next = count;
  const each = of.map((person) => (person === NONE ? next++ : person));
  return { count: count + withoutKey, of: each, withoutKey: 0, weights };
}

/** Counts of those who have values of a column: persons, or rows where persons are not known. */
export interface Having {
  /** [values] */
  readonly counts: Float64Array;
  /** Counts those who have one of some values. */
  readonly ofAny: (values: readonly number[]) => number;
}

/**
 * Counts the persons who have the values of a column; rows without a key count as nobody. Without persons, counts rows.
 *
 * @param valueOf - [dictionary] value of every text, -1 for none
 */
export function countHaving(
  column: Column,
  persons: Persons | null,
  valueOf: ArrayLike<number>,
  values: number,
): Having {
  const counts = new Float64Array(values);
  if (persons === null) {
    countCodes(column).forEach((rows, code) => {
      if (valueOf[code] >= 0) counts[valueOf[code]] += rows;
    });
    return { counts, ofAny: (some) => some.reduce((sum, value) => sum + counts[value], 0) };
  }
  return countPersonsHaving(column, persons, valueOf, values);
}

/** By the value of each person's first row, and by the values of further rows that are others. */
function countPersonsHaving(
  column: Column,
  { of, count }: Persons,
  valueOf: ArrayLike<number>,
  values: number,
): Having {
  // Numbers at one width: a loop over arrays of several widths is many times slower.
  const codes = new Uint32Array(column.codes);
  const valueAt = Int32Array.from(valueOf);
  const first = new Uint32Array(count).fill(NONE);
  const firsts = new Uint32Array(values);
  // Further values of persons: those of value v stand at start[v] .. start[v + 1] - 1.
  const start = new Uint32Array(values + 1);
  for (let row = 0; row < of.length; row++) {
    const value = valueAt[codes[row]];
    const person = of[row];
    if (value < 0 || person === NONE || first[person] === value) continue;
    if (first[person] === NONE) {
      first[person] = value;
      firsts[value]++;
    } else start[value + 1]++;
  }
  for (let value = 0; value < values; value++) start[value + 1] += start[value];
  const further = new Uint32Array(start[values]);
  if (further.length > 0) {
    const next = start.slice();
    for (let row = 0; row < of.length; row++) {
      const value = valueAt[codes[row]];
      if (value >= 0 && of[row] !== NONE && first[of[row]] !== value) further[next[value]++] = of[row];
    }
  }
  const seen = new Uint32Array(count);
  const asked = new Uint32Array(values);
  let stamp = 0;
  const ofAny = (some: readonly number[]): number => {
    stamp++;
    let found = 0;
    for (const value of some) {
      if (asked[value] !== stamp) found += firsts[value];
      asked[value] = stamp;
    }
    for (const value of some) {
      for (let at = start[value]; at < start[value + 1]; at++) {
        const person = further[at];
        if (seen[person] === stamp || asked[first[person]] === stamp) continue;
        seen[person] = stamp;
        found++;
      }
    }
    return found;
  };
  const counts = Float64Array.from(firsts.keys(), (value) => ofAny([value]));
  return { counts, ofAny };
}
