/** Persons of a table whose rows are not one person each: who has which row, and how many have a value. */
import type { Steps } from '../base/steps.js';
import { countRowsPerCode, type Column, type Table } from './table.js';

/** The persons that the rows of a table belong to. */
export interface Units {
  /** Number of persons. */
  readonly count: number;
  /** [entries] person of every entry, in [0, count). */
  readonly of: Uint32Array;
}

/** What the columns of a person's key say. */
export interface FoundUnits extends Units {
  /** Rows that lack a part of the key; their persons are of no use where there are some. */
  readonly missing: number;
  /** Persons whose keys differ from another one only in case, blanks or final punctuation. */
  readonly alike: number;
}

/** The persons that hold each value of a column, each once. */
export interface Holders {
  /** [values + 1] holders of value v are units[start[v] .. start[v + 1] - 1], ascending. */
  readonly start: Uint32Array;
  readonly units: Uint32Array;
}

/**
 * Numbers the persons of a table by their key, in the order of their first rows. Keys are compared as typed values, texts trimmed.
 *
 * @param columns - the columns of the key, at least one
 */
export function* numberUnits(table: Table, columns: readonly Column[]): Steps<FoundUnits> {
  const [first, ...others] = columns;
  const keys = keysOf(first);
  let numbered = renumber(pick(first, keys.keyOf));
  yield;
  for (const column of others) {
    const { keyOf, count: size } = keysOf(column);
    const next = pick(column, keyOf);
    numbered = renumber(Float64Array.from(numbered.of, (key, entry) => key * size + next[entry]));
    yield;
  }
  const { of, count } = numbered;
  const weights = table.weights;
  const isBlank = columns.map(({ texts, missingCode }) =>
    Uint8Array.from(texts, (text, code) => Number(code === missingCode || text.trim() === '')),
  );
  let missing = 0;
  for (let entry = 0; entry < of.length; entry++) {
    if (columns.some(({ codes }, c) => isBlank[c][codes[entry]] === 1)) missing += weights?.[entry] ?? 1;
  }
  yield;
  const alike = others.length === 0 ? keys.count - keysOf(first, { isFolded: true }).count : 0;
  return { of, count, missing, alike };
}

/** Key of every dictionary entry: a number of its own for each typed value, or each trimmed text. */
function keysOf(column: Column, { isFolded = false } = {}): { keyOf: Uint32Array; count: number } {
  const numberOf = new Map<string | number, number>();
  const keyOf = Uint32Array.from(column.texts, (text, code) => {
    const number = column.numbers?.[code];
    const key = number === undefined || Number.isNaN(number) ? plain(text, isFolded) : number;
    let own = numberOf.get(key);
    if (own === undefined) numberOf.set(key, (own = numberOf.size));
    return own;
  });
  return { keyOf, count: numberOf.size };
}

const plain = (text: string, isFolded: boolean): string =>
  isFolded
    ? text
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[\s.,;]+/g, '')
    : text.trim();

const pick = ({ codes }: Column, keyOf: Uint32Array): Float64Array =>
  Float64Array.from(codes as Uint32Array, (code) => keyOf[code]);

function renumber(keys: Float64Array): { of: Uint32Array; count: number } {
  const numberOf = new Map<number, number>();
  const of = Uint32Array.from(keys, (key) => {
    let own = numberOf.get(key);
    if (own === undefined) numberOf.set(key, (own = numberOf.size));
    return own;
  });
  return { of, count: numberOf.size };
}

/** The holders of every group of entries, by counting sort. */
export function holdersOfGroups(groupOf: ArrayLike<number>, groups: number, { of, count }: Units): Holders {
  const start = new Uint32Array(groups + 1);
  const entries = of.length;
  for (let entry = 0; entry < entries; entry++) start[groupOf[entry] + 1]++;
  for (let group = 0; group < groups; group++) start[group + 1] += start[group];
  const at = start.slice(0, groups);
  const all = new Uint32Array(entries);
  for (let entry = 0; entry < entries; entry++) all[at[groupOf[entry]]++] = of[entry];
  const seen = new Uint32Array(count);
  const distinctStart = new Uint32Array(groups + 1);
  let length = 0;
  for (let group = 0; group < groups; group++) {
    const from = length;
    for (let i = start[group]; i < start[group + 1]; i++) {
      if (seen[all[i]] === group + 1) continue;
      seen[all[i]] = group + 1;
      all[length++] = all[i];
    }
    all.subarray(from, length).sort();
    distinctStart[group + 1] = length;
  }
  return { start: distinctStart, units: all.slice(0, length) };
}

const holdersOnce = new WeakMap<Units, Map<Column, Holders>>();

/** The holders of every dictionary entry of a column: found once and shared, so not to be written to. */
export function holdersOf(column: Column, units: Units): Holders {
  const byColumn = holdersOnce.get(units) ?? new Map<Column, Holders>();
  holdersOnce.set(units, byColumn);
  let holders = byColumn.get(column);
  if (holders === undefined) {
    holders = holdersOfGroups(column.codes, column.texts.length, units);
    byColumn.set(column, holders);
  }
  return holders;
}

/** [distinct] persons who have each dictionary entry of a column. */
export function unitsPerCode(column: Column, units: Units): Uint32Array {
  const { start } = holdersOf(column, units);
  return Uint32Array.from(column.texts, (_, code) => start[code + 1] - start[code]);
}

/** [distinct] persons who have each dictionary entry of a column, or rows where there are no units. */
export const countPerCode = (column: Column, units: Units | null): Uint32Array =>
  units === null ? countRowsPerCode(column) : unitsPerCode(column, units);

/** Adds the persons who hold a value. */
export function addHolders(found: Set<number>, { start, units }: Holders, value: number): void {
  for (let i = start[value]; i < start[value + 1]; i++) found.add(units[i]);
}
