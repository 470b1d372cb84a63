import type { Column, Table } from '../table/table.js';
import { leafCodes } from './domain.js';
import type { Grouping } from './grouping.js';
import { groupInSteps } from './grouping.js';
import type { Located } from './located.js';
import { joinValues, type JoinedValues } from './values.js';

/** Rows of two tables by equal cells in some columns. */
export interface NumberedTogether {
  readonly count: number;
  /** [rows of the original] and [rows of the release] */
  readonly ofOriginal: Uint32Array;
  readonly ofRelease: Uint32Array;
}

type Tables = Pick<Located, 'original' | 'release' | 'missing' | 'attributes' | 'spec'>;

/** Numbers the rows of the original and of the release by their cells in some columns; null where one of them lacks a column. */
export function* numberTogether(input: Tables, names: readonly string[]): Generator<void, NumberedTogether | null> {
  const { original, release } = input;
  const entries = original.rows + release.rows;
  const columns: { readonly codes: Uint32Array; readonly width: number }[] = [];
  for (const name of names) {
    const [from, to] = [original.column(name), release.column(name)];
    if (from === undefined || to === undefined) return null;
    const { count, ofBase, ofOther } = joinCells(input, from, to);
    const codes = new Uint32Array(entries);
    from.codes.forEach((code, row) => (codes[row] = ofBase[code]));
    to.codes.forEach((code, row) => (codes[original.rows + row] = ofOther[code]));
    columns.push({ codes, width: count });
    yield;
  }
  const { groupOf, count } = (yield* groupInSteps({ entries, weights: null }, columns)) as Grouping;
  return { count, ofOriginal: groupOf.slice(0, original.rows), ofRelease: groupOf.slice(original.rows) };
}

/** Numbers the cells of a column on both sides: labels of single leaves by their leaf, since labels quote some values; others by their text. */
function joinCells(
  { missing, attributes, spec }: Tables,
  from: Column,
  to: Column,
): Pick<JoinedValues, 'count' | 'ofBase' | 'ofOther'> {
  const joined = joinValues(from, to, missing);
  const at = spec.quasiIdentifiers.findIndex(({ name }) => name === from.name);
  const read = at < 0 ? null : attributes[at];
  if (read === null) return joined;
  const valueOf = new Map<number, number>();
  leafCodes(from, read.domain, missing).forEach((leaf, code) => valueOf.set(leaf, joined.ofBase[code]));
  const ofOther = joined.ofOther.map((value, code) => {
    const runs = read.labels.runs[code] ?? [];
    return runs.length === 2 && runs[0] === runs[1] ? (valueOf.get(runs[0]) ?? value) : value;
  });
  return { ...joined, ofOther };
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

/** Numbers all rows of a table by some columns of it as one where there are none. */
export function* numberBeside(input: Tables, names: readonly string[]): Generator<void, NumberedTogether | null> {
  if (names.length > 0) return yield* numberTogether(input, names);
  const none = (table: Table) => new Uint32Array(table.rows);
  return { count: 1, ofOriginal: none(input.original), ofRelease: none(input.release) };
}

/** [keys] the places of every key. */
export function listBy(keyOf: Uint32Array, keys: number): number[][] {
  const lists = Array.from({ length: keys }, (): number[] => []);
  keyOf.forEach((key, place) => lists[key].push(place));
  return lists;
}
