import type { PublicPairs } from '../algorithms/algorithm.js';
import { InvalidArgumentError } from '../base/errors.js';
import { amount } from '../base/plural.js';
import { sumOf } from '../base/sequences.js';
import type { Steps } from '../base/steps.js';
import type { Engine, EngineColumn, FrequencySet } from '../engine/engine.js';
import { groupColumns } from '../engine/group-columns.js';
import type { Domain } from '../hierarchy/domain.js';
import { rowsPerEntry, type Table } from '../table/table.js';
import { holdersOfGroups, orderByGroup, type Units } from '../table/units.js';
import { numberPairs, type PairedColumn } from './pair-columns.js';
import type { CodedPublic, PreparedPublic } from './prepare-public.js';
import type { PublicPersons } from './public-persons.js';

/** The persons of the input, beside a public table. */
export interface OwnPersons {
  readonly units: Units;
  /** [entries] vector of every entry in the set. */
  readonly vectorOf: Uint32Array;
  /** [entries] */
  readonly weights: Uint32Array;
  readonly paired: readonly PairedColumn[];
  /** True where the last column of the set tells first rows of persons from the others; else it holds the persons. */
  readonly isFirsts: boolean;
  readonly inPublic: PublicPersons;
}

/**
 * Counts the public table by persons in the domains of the problem and joins it to the private vectors: see `PublicProblem`. The caller
 * disposes of `problem.set`. Yields between stretches of the work.
 *
 * @param set - the private vectors: quasi-identifiers, columns that models look at, the persons or their first rows
 * @throws InvalidArgumentError PUBLIC_NOT_SUPERSET for persons of the input who are not among the public ones with all of their vectors
 */
export function* preparePublicPersons(
  joined: CodedPublic,
  domains: readonly Domain[],
  set: FrequencySet,
  engine: Engine,
  path: string,
  own: OwnPersons,
): Steps<PreparedPublic> {
  const { table } = joined;
  const length = set.length;
  const vectors = groupColumns(
    engine,
    length + table.entries,
    domains.map((domain, a) => {
      const { column, codeOf } = joined.columns[a];
      const codes = new Uint32Array(length + table.entries);
      codes.set(set.codes(a));
      for (let row = 0; row < table.entries; row++) codes[length + row] = domain.leafOf[codeOf[column.codes[row]]];
      return { codes, size: domain.size };
    }),
  );
  yield;
  const { groups, groupOf } = vectors;
  const { only, units, missing } = joinPersons(own, table, { groups, groupOf, length });
  yield;
  if (missing > 0) throw notAmong(missing, path);
  const rows = new Uint32Array(length + only.length);
  rows.set(set.counts());
  only.forEach(({ rows: more }, i) => (rows[length + i] = more));
  const columns = set.sizes.map((size, column): EngineColumn => {
    const codes = new Uint32Array(length + only.length).fill(size);
    codes.set(set.codes(column));
    if (column >= domains.length) return { codes, size: size + 1 };
    only.forEach(({ group }, i) => (codes[length + i] = vectors.codes[column][group]));
    return { codes, size };
  });
  yield;
  const membership = columns.length;
  columns.push({ codes: new Uint32Array(length + only.length).fill(1, length), size: 2 });
  const pairs: PublicPairs[] = [];
  for (const each of pairColumns(set, own, only, units.count)) {
    const { codes, size, ...pair } = each;
    const global = new Uint32Array(size);
    for (let v = 0; v < rows.length; v++) global[codes[v]] += rows[v];
    pairs.push({ ...pair, column: columns.length, global });
    columns.push({ codes, size });
    yield;
  }
  const counts = new Uint32Array(groups);
  const weights = rowsPerEntry(table);
  for (let row = 0; row < weights.length; row++) counts[groupOf[length + row]] += weights[row];
  const holders = holdersOfGroups(groupOf.subarray(length), groups, units);
  return {
    problem: { rows: sumOf(rows), set: engine.frequencySetOf(columns, rows), membership, pairs },
    vectors: { codes: vectors.codes, counts, persons: { ...holders, count: units.count } },
  };
}

const notAmong = (persons: number, path: string): InvalidArgumentError =>
  new InvalidArgumentError(
    path,
    'a public table with every person of the input, and with each of their quasi-identifiers',
    `one that lacks those of ${amount(persons, 'person', 'persons')} of the input`,
    'PUBLIC_NOT_SUPERSET',
  );

/** Rows of one vector of quasi-identifiers that are only public. */
interface PublicRows {
  readonly group: number;
  /** Their person; where first rows are told apart, 1 for those of persons who are only public, 0 for others. */
  readonly who: number;
  readonly rows: number;
}

/**
 * Finds the rows that are only public, the persons of the public entries, and how many persons of the input are not among them. Where
 * each public row is a person, persons of the input have the first rows of their vector.
 */
function joinPersons(
  { units: own, vectorOf, weights, isFirsts, inPublic }: OwnPersons,
  table: Table,
  { groups, groupOf, length }: { readonly groups: number; readonly groupOf: Uint32Array; readonly length: number },
): { readonly only: readonly PublicRows[]; readonly units: Units; readonly missing: number } {
  const { units: known } = inPublic;
  const publicWeights = rowsPerEntry(table);
  const most = known?.count ?? own.count + table.entries;
  const of = known?.of ?? new Uint32Array(table.entries);
  const ownRows = new Uint32Array(most);
  const publicRows = new Uint32Array(most);
  const isMissing = new Uint8Array(own.count);
  const owned = orderByGroup(vectorOf.map((vector) => groupOf[vector]), groups); // prettier-ignore
  const listed = orderByGroup(groupOf.subarray(length), groups);
  const only: PublicRows[] = [];
  let next = own.count;
  for (let group = 0; group < groups; group++) {
    const members: number[] = [];
    for (let i = owned.start[group]; i < owned.start[group + 1]; i++) {
      const entry = owned.order[i];
      const person = own.of[entry];
      if (ownRows[person] === 0) members.push(person);
      ownRows[person] += weights[entry];
    }
    const others: number[] = [];
    for (let i = listed.start[group]; i < listed.start[group + 1]; i++) {
      const row = listed.order[i];
      const place = i - listed.start[group];
      if (known === null) of[row] = place < members.length ? members[place] : next++;
      const person = of[row];
      if (publicRows[person] === 0 && ownRows[person] === 0) others.push(person);
      publicRows[person] += publicWeights[row];
    }
    let further = 0;
    for (const person of members) {
      if (publicRows[person] === 0) isMissing[person] = 1;
      const rest = Math.max(0, publicRows[person] - ownRows[person]);
      if (rest > 0 && !isFirsts) only.push({ group, who: person, rows: rest });
      further += rest;
    }
    for (const person of others) {
      if (!isFirsts) only.push({ group, who: person, rows: publicRows[person] });
      further += publicRows[person] - 1;
    }
    if (isFirsts && others.length > 0) only.push({ group, who: 1, rows: others.length });
    if (isFirsts && further > 0) only.push({ group, who: 0, rows: further });
    for (const person of members) ownRows[person] = publicRows[person] = 0;
    for (const person of others) publicRows[person] = 0;
  }
  const missing = isMissing.reduce((count, flag) => count + flag, 0);
  return { only, units: { of, count: known?.count ?? next }, missing };
}

/** The columns of pairs: of persons and memberships, then of persons and the values of attributes. */
function* pairColumns(
  set: FrequencySet,
  { paired, isFirsts }: OwnPersons,
  only: readonly PublicRows[],
  persons: number,
): Generator<Omit<PublicPairs, 'column' | 'global'> & { readonly codes: Uint32Array; readonly size: number }> {
  const whoAt = set.sizes.length - 1;
  const who = set.codes(whoAt);
  const length = set.length;
  const make = (attribute: string | null, values: number, codeOf: (vector: number) => number) => {
    // Codes of first rows, or values.
    const own = new Uint32Array(length + only.length);
    const personOfVector = new Uint32Array(own.length);
    for (let v = 0; v < length; v++) {
      own[v] = codeOf(v);
      personOfVector[v] = who[v];
    }
    only.forEach((rows, i) => {
      own[length + i] = isFirsts && rows.who === 0 ? 2 * values : values - 1;
      personOfVector[length + i] = rows.who;
    });
    const none = new Uint32Array(0);
    const found = isFirsts ? { pairOf: own, personOf: none, valueOf: none } : numberPairs(personOfVector, own);
    const { pairOf: codes, personOf, valueOf } = found;
    const about = { values, persons, holders: new Uint32Array(values), weights: new Float64Array(values) };
    const size = isFirsts ? 2 * values + 1 : personOf.length;
    return { attribute, codes, size, pairs: { personOf, valueOf, ...about } };
  };
  yield make(null, 2, (v) => (isFirsts ? who[v] * 4 : 0));
  for (const [j, { counted, pairs }] of paired.entries()) {
    const { values, valueOf } = pairs;
    const codes = set.codes(whoAt - paired.length + j);
    yield make(counted.attribute, values + 1, (v) => {
      const code = codes[v];
      if (!isFirsts) return valueOf[code];
      return code < values ? code : code < 2 * values ? code + 1 : 2 * values + 2;
    });
  }
}
