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
  const values = new Map<string | number, number>();
  return Uint32Array.from(column.texts, (text, code) => {
    const trimmed = text.trim();
    if (trimmed === '' || missing.has(trimmed) || isMissing(column, code, missing)) return 0;
    const value = column.numbers === null ? trimmed : column.numbers[code] + 0;
    if (!values.has(value)) values.set(value, values.size + 1);
    return values.get(value)!;
  });
}

/** Persons with every row that has no key as one more. Of tables of rows only. */
export function eachAPerson({ count, of, withoutKey, weights }: Persons): Persons {
  if (withoutKey === 0) return { count, of, withoutKey, weights };
  let next = count;
  const each = of.map((person) => (person === NONE ? next++ : person));
  return { count: count + withoutKey, of: each, withoutKey: 0, weights };
}

/** How many have values of a column: persons, or rows where persons are not known. */
export interface Having {
  /** [values] */
  readonly counts: Float64Array;
  /** How many have one of some values. */
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
  const { of, count } = persons;
  // Numbers at one width: a loop over arrays of several widths is many times slower.
  const codes = new Uint32Array(column.codes);
  const valueAt = Int32Array.from(valueOf);
  // Persons of every value, row by row: those of value v stand at start[v] .. start[v + 1] - 1.
  const start = new Uint32Array(values + 1);
  for (let row = 0; row < of.length; row++) {
    const value = valueAt[codes[row]];
    if (value >= 0 && of[row] !== NONE) start[value + 1]++;
  }
  for (let value = 0; value < values; value++) start[value + 1] += start[value];
  const next = start.slice();
  const having = new Uint32Array(start[values]);
  for (let row = 0; row < of.length; row++) {
    const value = valueAt[codes[row]];
    if (value >= 0 && of[row] !== NONE) having[next[value]++] = of[row];
  }
  const seen = new Uint32Array(count);
  let stamp = 0;
  const ofAny = (some: readonly number[]): number => {
    stamp++;
    let found = 0;
    for (const value of some) {
      for (let at = start[value]; at < start[value + 1]; at++) {
        const person = having[at];
        if (seen[person] === stamp) continue;
        seen[person] = stamp;
        found++;
      }
    }
    return found;
  };
  for (let value = 0; value < values; value++) counts[value] = ofAny([value]);
  return { counts, ofAny };
}
