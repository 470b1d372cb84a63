/** Columns that models look at where persons are counted: the persons, and pairs of a person and a value. */
import { sortByCode } from '../base/sort-by-code.js';
import type { EngineColumn } from '../engine/engine.js';
import type { Problem } from '../algorithms/algorithm.js';
import { PERSONS, type Pairs } from '../privacy/by-persons.js';
import { NOBODY, type Units } from '../table/units.js';
import type { SensitiveCodes } from './sensitive-codes.js';

/** A column that models look at, for the engine and as the problem counts it over the table. */
export interface LookedColumn {
  readonly engine: EngineColumn;
  readonly counted: Problem['sensitive'][number];
}

/** A column of pairs, and the pair of every entry. */
export interface PairedColumn extends LookedColumn {
  readonly pairs: Pairs;
  /** Pairs that the search sees. */
  readonly searched: Pairs;
  /** [entries] */
  readonly pairOf: Uint32Array;
}

/** The column of the persons themselves; rows without a key have one code, the last. */
export function personColumn({ of, count }: Units, weights: Uint32Array): LookedColumn {
  const hasKeyless = of.includes(NOBODY);
  const size = count + Number(hasKeyless);
  const codes = hasKeyless ? of.map((person) => Math.min(person, count)) : of;
  const global = new Uint32Array(size);
  for (let entry = 0; entry < codes.length; entry++) global[codes[entry]] += weights[entry];
  return { engine: { codes, size }, counted: { attribute: PERSONS, size, global, hasKeyless } };
}

/** The column of first rows of persons: code 0, and 1 for their other rows. */
export function firstColumn({ of, count }: Units, weights: Uint32Array): LookedColumn {
  const codes = new Uint32Array(of.length);
  const isSeen = new Uint8Array(count);
  const global = new Uint32Array(2);
  for (let entry = 0; entry < of.length; entry++) {
    const person = of[entry];
    codes[entry] = person === NOBODY ? 1 : isSeen[person];
    if (person !== NOBODY) isSeen[person] = 1;
    global[codes[entry]] += weights[entry];
  }
  return { engine: { codes, size: 2 }, counted: { attribute: PERSONS, size: 2, global } };
}

/** A column of pairs as first rows; see `PairColumn`. Rows without a key are among the other rows. */
export function firstPairs(column: PairedColumn, { of, count }: Units, weights: Uint32Array): PairedColumn {
  const { pairs, pairOf, counted } = column;
  const { values, valueOf } = pairs;
  const size = 2 * values + 1;
  const isSeen = new Uint8Array(count);
  const isPaired = new Uint8Array(valueOf.length);
  const global = new Uint32Array(size);
  const codeOf = (pair: number, person: number): number => {
    const value = valueOf[pair];
    const code = isSeen[person] === 0 ? value : isPaired[pair] === 0 ? values + value : 2 * values;
    isSeen[person] = 1;
    isPaired[pair] = 1;
    return code;
  };
  const codes = pairOf.map((pair, entry) => {
    const person = of[entry];
    const code = person === NOBODY ? 2 * values : codeOf(pair, person);
    global[code] += weights[entry];
    return code;
  });
  const none = new Uint32Array(0);
  return {
    ...column,
    engine: { codes, size },
    counted: { ...counted, size, global },
    searched: { ...pairs, personOf: none, valueOf: none },
  };
}

/** The column of the pairs of a person and a value of an attribute, in the order of persons, then of values. */
export function pairColumn(
  { column, size: values, map }: SensitiveCodes,
  { of, count }: Units,
  weights: Uint32Array,
): PairedColumn {
  const valuesOf = new Uint32Array(column.codes);
  if (map !== undefined) for (let entry = 0; entry < of.length; entry++) valuesOf[entry] = map[valuesOf[entry]];
  const { pairOf, ...own } = numberPairs(of, valuesOf);
  const size = own.personOf.length;
  const global = new Uint32Array(size);
  for (let entry = 0; entry < of.length; entry++) global[pairOf[entry]] += weights[entry];
  const pairs = pairsOfFirst(count, { ...own, values }, global);
  return {
    engine: { codes: pairOf, size },
    counted: { attribute: column.name, size, global },
    pairs,
    searched: pairs,
    pairOf,
  };
}

/** A column of pairs where only the rows of the first `persons` persons have a person. */
export function withoutOthers(column: PairedColumn, persons: number): PairedColumn {
  const pairs = { ...pairsOfFirst(persons, column.pairs, column.counted.global), isOfSome: true };
  return { ...column, pairs, searched: pairs };
}

/** The pairs with the counts of the first `persons` persons over the table. */
function pairsOfFirst(
  persons: number,
  { personOf, valueOf, values }: Pick<Pairs, 'personOf' | 'valueOf' | 'values'>,
  global: Uint32Array,
): Pairs {
  const rows = new Float64Array(persons);
  const holders = new Uint32Array(values);
  const shares = new Float64Array(values);
  let own = 0;
  while (own < personOf.length && personOf[own] < persons) rows[personOf[own]] += global[own++];
  for (let pair = 0; pair < own; pair++) {
    holders[valueOf[pair]]++;
    shares[valueOf[pair]] += global[pair] / rows[personOf[pair]];
  }
  return { personOf, valueOf, values, persons, holders, weights: shares, isConstant: own === persons };
}

/** Numbers pairs of a person and a value in the order of persons, then of values. */
export function numberPairs(
  of: Uint32Array,
  valuesOf: Uint32Array,
): Pick<Pairs, 'personOf' | 'valueOf'> & { readonly pairOf: Uint32Array } {
  const order = sortByCode(sortByCode(Uint32Array.from(of.keys()), valuesOf), of);
  const pairOf = new Uint32Array(of.length);
  const personOf = new Uint32Array(of.length);
  const valueOf = new Uint32Array(of.length);
  let size = 0;
  for (const entry of order) {
    const [person, value] = [of[entry], valuesOf[entry]];
    if (size === 0 || personOf[size - 1] !== person || valueOf[size - 1] !== value) {
      personOf[size] = person;
      valueOf[size++] = value;
    }
    pairOf[entry] = size - 1;
  }
  return { pairOf, personOf: personOf.slice(0, size), valueOf: valueOf.slice(0, size) };
}
