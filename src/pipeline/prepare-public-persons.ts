import type { PublicPairs } from '../algorithms/algorithm.js';
import { InvalidArgumentError } from '../base/errors.js';
import { amount } from '../base/plural.js';
import { sumOf } from '../base/sequences.js';
import type { Steps } from '../base/steps.js';
import type { Engine, EngineColumn, FrequencySet } from '../engine/engine.js';
import { groupColumns } from '../engine/group-columns.js';
import type { Domain } from '../hierarchy/domain.js';
import { rowsPerEntry, type Table } from '../table/table.js';
import { holdersOfGroups, NOBODY, orderByGroup, type Units } from '../table/units.js';
import { matchPersons } from './match-persons.js';
import { numberPairs, type PairedColumn } from './pair-columns.js';
import { PERSONS } from '../privacy/by-persons.js';
import { eachOf, type EachAPerson } from './prepare-persons.js';
import type { CodedPublic, PreparedPublic } from './prepare-public.js';
import type { PublicPersons } from './public-persons.js';

/** The persons of the input, beside a public table. */
interface OwnPersons {
  readonly units: Units;
  /** [entries] vector of every entry in the set. */
  readonly vectorOf: Uint32Array;
  /** [entries] */
  readonly weights: Uint32Array;
  readonly paired: readonly PairedColumn[];
  /** The units and pairs with each row that lacks a key as a person; null where none does. */
  readonly each: Pick<EachAPerson, 'units' | 'paired'> | null;
  /** True where the last column of the set separates first rows of persons from the others; else it holds the persons. */
  readonly isFirsts: boolean;
  readonly inPublic: PublicPersons;
}

/**
 * Counts the public table by persons in the domains of the problem and joins it to the private vectors: see `PublicProblem`. The caller
 * disposes of `problem.set`. Yields between stretches of the work.
 *
 * @param set - the private vectors: quasi-identifiers, columns that models look at, the persons or their first rows
 * @throws InvalidArgumentError PUBLIC_NOT_SUPERSET for persons of the input who are not among the public ones with all of their vectors, and
 *   for rows without a key that cannot each be of another public person
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
  const { only, units, missing, unmatched, whoOf } = joinPersons(own, table, { groups, groupOf, length });
  yield;
  if (missing > 0) throw notAmong(missing, path);
  if (unmatched > 0) throw notEachAmong(unmatched, path);
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
  for (const each of pairColumns(set, own, { only, persons: units.count, whoOf, from: domains.length })) {
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

const notEachAmong = (rows: number, path: string): InvalidArgumentError =>
  new InvalidArgumentError(
    path,
    'a public table in which each row of the input without a key can be that of another person, who has its quasi-identifiers and no key in the input ("missingPersons": "separate"; another cure: "onMissing": "drop")',
    `one without such persons for ${amount(rows, 'row')}`,
    'PUBLIC_NOT_SUPERSET',
  );

/** Rows of one vector of quasi-identifiers that are only public. */
interface PublicRows {
  readonly group: number;
  /** Their person; where first rows are marked, 1 for those of persons who are only public, 0 for others. */
  readonly who: number;
  readonly rows: number;
}

/** A public table joined to the persons of the input. */
interface JoinedPersons {
  readonly only: readonly PublicRows[];
  /** The persons of the public entries. */
  readonly units: Units;
  /** Persons of the input who are not among the public ones. */
  readonly missing: number;
  /** Rows without a key that are left where each is of another public person. */
  readonly unmatched: number;
  /** [entries of the input] the person among the public ones. */
  readonly whoOf: Uint32Array;
}

/**
 * Finds the rows that are only public, and the persons of the public entries. Where each public row is a person, persons of the input
 * have the first rows of their vector, and rows without a key the next ones.
 */
function joinPersons(
  { units: own, vectorOf, weights, isFirsts, inPublic }: OwnPersons,
  table: Table,
  { groups, groupOf, length }: { readonly groups: number; readonly groupOf: Uint32Array; readonly length: number },
): JoinedPersons {
  const { units: known } = inPublic;
  const publicWeights = rowsPerEntry(table);
  const most = known?.count ?? own.count + table.entries;
  const of = known?.of ?? new Uint32Array(table.entries);
  const ownRows = new Uint32Array(most);
  const publicRows = new Uint32Array(most);
  const isMissing = new Uint8Array(own.count);
  const ownGroupOf = vectorOf.map((vector) => groupOf[vector]);
  const owned = orderByGroup(ownGroupOf, groups);
  const listed = orderByGroup(groupOf.subarray(length), groups);
  const whoOf = own.of.slice();
  let unmatched = known === null ? 0 : matchKeyless(whoOf, ownGroupOf, { units: known, from: own.count, groups, groupOf: groupOf.subarray(length) }); // prettier-ignore
  const only: PublicRows[] = [];
  let next = own.count;
  for (let group = 0; group < groups; group++) {
    const members: number[] = [];
    const keyless: number[] = [];
    for (let i = owned.start[group]; i < owned.start[group + 1]; i++) {
      const entry = owned.order[i];
      const person = whoOf[entry];
      if (person === NOBODY) {
        keyless.push(entry);
        continue;
      }
      if (ownRows[person] === 0) members.push(person);
      ownRows[person] += weights[entry];
    }
    if (known === null) {
      unmatched += Math.max(
        0,
        keyless.length - Math.max(0, listed.start[group + 1] - listed.start[group] - members.length),
      );
      for (const entry of keyless) {
        members.push(next);
        whoOf[entry] = next;
        ownRows[next++] = weights[entry];
      }
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
      if (publicRows[person] === 0 && person < own.count) isMissing[person] = 1;
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
  return { only, units: { of, count: known?.count ?? next }, missing, unmatched, whoOf };
}

/**
 * Gives each entry without a key another public person who has its vector and no key in the input.
 *
 * @param whoOf - [entries] changed
 * @returns entries that are left
 */
function matchKeyless(
  whoOf: Uint32Array,
  ownGroupOf: Uint32Array,
  { units, from, groups, groupOf }: { readonly units: Units; readonly from: number; readonly groups: number; readonly groupOf: Uint32Array }, // prettier-ignore
): number {
  if (!whoOf.includes(NOBODY)) return 0;
  const wanted = new Uint32Array(groups);
  whoOf.forEach((person, entry) => (wanted[ownGroupOf[entry]] += Number(person === NOBODY)));
  const others = units.of.map((person) => (person < from ? NOBODY : person));
  const { takenBy, unmatched } = matchPersons(wanted, holdersOfGroups(groupOf, groups, { of: others, count: units.count }), units.count); // prettier-ignore
  const taken = Array.from({ length: groups }, (): number[] => []);
  takenBy.forEach((group, person) => {
    if (group >= 0) taken[group].push(person);
  });
  whoOf.forEach((person, entry) => {
    if (person === NOBODY) whoOf[entry] = taken[ownGroupOf[entry]].pop() ?? NOBODY;
  });
  return unmatched;
}

/** Rows that columns of pairs are made of. */
interface JoinedRows extends Pick<JoinedPersons, 'only' | 'whoOf'> {
  readonly persons: number;
  /** The first column of the set that models look at. */
  readonly from: number;
}

/** A column of pairs of a vector, before it is one of the set. */
type MadePairs = Omit<PublicPairs, 'column' | 'global'> & { readonly codes: Uint32Array; readonly size: number };

/** Persons of the input by what the vectors of the set say. */
interface Reading {
  /** [vectors] person; where first rows are marked, 0 for the first row of a person, 1 for others. */
  readonly who: ArrayLike<number>;
  /** [vectors] 1 where it is a row without a key, whose person is then only public. */
  readonly isOther: Uint8Array;
  readonly nameOf: (attribute: string | null) => string | null;
  readonly paired: readonly PairedColumn[];
}

/** The columns of pairs: of persons and memberships, then of persons and the values of attributes; twice where rows lack a key. */
function* pairColumns(set: FrequencySet, own: OwnPersons, joined: JoinedRows): Generator<MadePairs> {
  const { paired, each, isFirsts, units } = own;
  const whoAt = set.sizes.length - 1;
  const who = set.codes(whoAt);
  const codesOf = (at: number): ArrayLike<number> => set.codes(joined.from + at);
  const isOther = new Uint8Array(set.length);
  const keyed = { who, isOther, nameOf: (attribute: string | null) => attribute, paired };
  if (each === null) return yield* readingColumns(keyed, own, joined, codesOf);
  const whoOfEach = set.codes(whoAt - 1);
  for (let v = 0; v < isOther.length; v++)
    isOther[v] = Number(isFirsts ? who[v] === 1 && whoOfEach[v] === 0 : whoOfEach[v] >= units.count);
  const inPublic = new Uint32Array(each.units.count);
  each.units.of.forEach((person, entry) => (inPublic[person] = joined.whoOf[entry]));
  const all = isFirsts ? whoOfEach : Uint32Array.from(whoOfEach, (person) => inPublic[person]);
  yield* readingColumns({ ...keyed, who: isFirsts ? who : all }, own, joined, codesOf);
  yield keysColumn({ who: isFirsts ? who : all, isOther }, own, joined);
  const nameOf = (attribute: string | null): string => eachOf(attribute ?? '');
  // Without first rows, one column of pairs serves both readings.
  let further = paired.length;
  const places = each.paired.map(({ counted }, j) =>
    counted.attribute === paired[j].counted.attribute ? j : further++,
  );
  const ofEach = paired.map(({ counted }, j) => ({ ...each.paired[j], counted }));
  const reading = { who: all, isOther: new Uint8Array(set.length), nameOf, paired: ofEach };
  yield* readingColumns(reading, own, joined, (at) => codesOf(places[at]));
}

/** Column that separates rows without a key from others. */
function keysColumn(
  { who, isOther }: Pick<Reading, 'who' | 'isOther'>,
  { isFirsts }: OwnPersons,
  { only, persons }: JoinedRows,
): MadePairs {
  const length = isOther.length + only.length;
  const about = { values: 2, persons, isOfSome: true, holders: new Uint32Array(2), weights: new Float64Array(2) };
  const made = { attribute: eachOf(PERSONS), of: 'keys' } as const;
  const whoOfVector = new Uint32Array(length).fill(isFirsts ? 4 : persons);
  for (let v = 0; v < isOther.length; v++) whoOfVector[v] = isFirsts ? (isOther[v] === 1 ? 1 : who[v] * 4) : who[v];
  if (isFirsts) {
    const none = new Uint32Array(0);
    return { ...made, codes: whoOfVector, size: 5, pairs: { ...about, personOf: none, valueOf: none } };
  }
  const valueOfVector = new Uint32Array(length);
  valueOfVector.set(isOther);
  const { pairOf: codes, ...found } = numberPairs(whoOfVector, valueOfVector);
  return { ...made, codes, size: found.personOf.length, pairs: { ...about, ...found } };
}

function* readingColumns(
  { who, isOther, nameOf, paired }: Reading,
  { isFirsts }: OwnPersons,
  { only, persons }: JoinedRows,
  codesOf: (at: number) => ArrayLike<number>,
): Generator<MadePairs> {
  const { length } = isOther;
  const make = (attribute: string | null, values: number, codeOf: (vector: number) => number): MadePairs => {
    // Codes of first rows, or values.
    const codesOfRows = new Uint32Array(length + only.length);
    const personOfVector = new Uint32Array(codesOfRows.length);
    for (let v = 0; v < length; v++) {
      codesOfRows[v] = isOther[v] === 1 ? values - 1 : codeOf(v);
      personOfVector[v] = who[v];
    }
    only.forEach((rows, i) => {
      codesOfRows[length + i] = isFirsts && rows.who === 0 ? 2 * values : values - 1;
      personOfVector[length + i] = rows.who;
    });
    const none = new Uint32Array(0);
    const found = isFirsts
      ? { pairOf: codesOfRows, personOf: none, valueOf: none }
      : numberPairs(personOfVector, codesOfRows);
    const { pairOf: codes, personOf, valueOf } = found;
    const about = { values, persons, holders: new Uint32Array(values), weights: new Float64Array(values) };
    const size = isFirsts ? 2 * values + 1 : personOf.length;
    const pairs = { personOf, valueOf, ...about };
    return { attribute: nameOf(attribute), of: attribute === null ? 'members' : 'values', codes, size, pairs };
  };
  yield make(null, 2, (v) => (isFirsts ? who[v] * 4 : 0));
  for (const [j, { counted, pairs }] of paired.entries()) {
    const { values, valueOf } = pairs;
    const codes = codesOf(j);
    const attribute = counted.attribute;
    yield make(attribute, values + 1, (v) => {
      const code = codes[v];
      if (!isFirsts) return valueOf[code];
      return code < values ? code : code < 2 * values ? code + 1 : 2 * values + 2;
    });
  }
}
