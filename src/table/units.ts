/** Persons of a table whose rows are not one person each: who has which row, and how many have a value. */
import type { Steps } from '../base/steps.js';
import { countRowsPerCode, type Column, type Table } from './table.js';

/** The persons that the rows of a table belong to. */
export interface Units {
  /** Number of persons. */
  readonly count: number;
  /** [entries] person of every entry, in [0, count), or {@link NOBODY}. */
  readonly of: Uint32Array;
}

/** The person of an entry that adds nobody to what is counted. */
export const NOBODY = 0xffffffff;

/** Persons by the columns of their key. */
export interface FoundUnits extends Units {
  /** Rows that lack a part of the key; their persons are of no use where there are some. */
  readonly missing: number;
  /** [entries] 1 where a part of the key is missing; null where none is. */
  readonly lacking: Uint8Array | null;
  /** Persons whose keys differ from another one only in case, blanks, final punctuation or zeros around the same number. */
  readonly alike: number;
}

/** The persons that hold each value of a column, each once. */
export interface Holders {
  /** [values + 1] holders of value v are units[start[v] .. start[v + 1] - 1]. */
  readonly start: Uint32Array;
  readonly units: Uint32Array;
}

/** Persons of a table by the columns of their key. */
interface Numbered extends Pick<Table, 'weights'> {
  readonly columns: readonly Column[];
  readonly found: FoundUnits;
}

/** By the first column of the key. */
const numberedOnce = new WeakMap<Column, Numbered>();

/**
 * Numbers the persons of a table by their key, in the order of their first rows. Keys are compared as typed values, texts trimmed.
 * Found once for the same columns and shared, so not to be written to.
 *
 * @param columns - the columns of the key, at least one
 */
export function* numberUnits(table: Table, columns: readonly Column[]): Steps<FoundUnits> {
  const { weights } = table;
  const known = numberedOnce.get(columns[0]);
  const isKnown = known?.weights === weights && known.columns.length === columns.length;
  if (isKnown && known.columns.every((column, c) => column === columns[c])) return known.found;
  const found = yield* findUnits(table, columns);
  numberedOnce.set(columns[0], { weights, columns, found });
  return found;
}

function* findUnits({ weights }: Table, columns: readonly Column[]): Steps<FoundUnits> {
  const [first, ...others] = columns;
  const keys = keysOf(first);
  let numbered = renumber(pick(first, keys.keyOf), keys.count);
  yield;
  for (const column of others) {
    const { keyOf, count: size } = keysOf(column);
    const last = pick(column, keyOf);
    const { of, count } = numbered;
    const next = new Float64Array(of.length);
    for (let entry = 0; entry < next.length; entry++) next[entry] = of[entry] * size + last[entry];
    numbered = renumber(next, count * size);
    yield;
  }
  const { of, count } = numbered;
  const isBlank = columns.map(({ texts, missingCode }) =>
    Uint8Array.from(texts, (text, code) => Number(code === missingCode || text.trim() === '')),
  );
  let missing = 0;
  let lacking: Uint8Array | null = null;
  const blank = columns.flatMap(({ codes }, c) => (isBlank[c].includes(1) ? [{ codes, blanks: isBlank[c] }] : []));
  for (let entry = 0; blank.length > 0 && entry < of.length; entry++) {
    if (!blank.some(({ codes, blanks }) => blanks[codes[entry]] === 1)) continue;
    missing += weights?.[entry] ?? 1;
    lacking ??= new Uint8Array(of.length);
    lacking[entry] = 1;
  }
  yield;
  const isAlone = others.length > 0 || isAllFolded(first);
  const alike = isAlone ? 0 : keys.count - keysOf(first, { isFolded: true }).count;
  return { of, count, missing, lacking, alike };
}

/** Key of every dictionary entry: a number of its own for each typed value, or each trimmed text. */
function keysOf({ texts, numbers }: Column, { isFolded = false } = {}): { keyOf: Uint32Array; count: number } {
  const numberOf = new Map<string | number, number>();
  const keyOf = new Uint32Array(texts.length);
  for (let code = 0; code < texts.length; code++) {
    const number = numbers?.[code] ?? NaN;
    const key = Number.isNaN(number) ? plain(texts[code], isFolded) : number;
    let own = numberOf.get(key);
    if (own === undefined) numberOf.set(key, (own = numberOf.size));
    keyOf[code] = own;
  }
  return { keyOf, count: numberOf.size };
}

/** Texts that folding leaves as they are. */
const FOLDED = /^[a-z0-9_-]*$/;

/** Texts of digits alone with a zero before them. */
const PADDED = /^0\d+$/;
/** Whole numbers, with or without zeros before them or as decimals. */
const WHOLE = /^0*(\d+)(?:[.,]0+)?$/;

/** True when folding makes no two keys equal: codes of one length are different numbers. */
function isAllFolded({ texts, numbers }: Column): boolean {
  let length = 0;
  let isPadded = false;
  let isOfOneLength = true;
  const isFolded = (text: string): boolean => {
    isPadded ||= PADDED.test(text);
    isOfOneLength &&= length === 0 || length === text.length;
    length = text.length;
    return FOLDED.test(text);
  };
  const areFolded = texts.every((text, code) => text === '' || !Number.isNaN(numbers?.[code] ?? NaN) || isFolded(text));
  return areFolded && (!isPadded || isOfOneLength);
}

function plain(text: string, isFolded: boolean): string {
  const trimmed = text.trim();
  if (!isFolded) return trimmed;
  const whole = WHOLE.exec(trimmed);
  if (whole !== null) return whole[1];
  if (FOLDED.test(text)) return text;
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.,;]+/g, '');
}

/** The codes as numbers of one width: a loop over arrays of several widths is many times slower. */
export const widened = (codes: ArrayLike<number>): Uint32Array =>
  codes instanceof Uint32Array ? codes : new Uint32Array(codes);

function pick({ codes }: Column, keyOf: Uint32Array): Uint32Array {
  const from = widened(codes);
  const keys = new Uint32Array(from.length);
  for (let entry = 0; entry < keys.length; entry++) keys[entry] = keyOf[from[entry]];
  return keys;
}

/** Keys below `below` are numbered by a table where it is no larger than a few numbers a key. */
const CELLS_PER_KEY = 4;

/** Numbers keys in [0, below) in the order of their first entries. */
export function renumber(keys: Float64Array | Uint32Array, below: number): { of: Uint32Array; count: number } {
  const of = new Uint32Array(keys.length);
  if (below <= CELLS_PER_KEY * keys.length) {
    const next = new Uint32Array(below);
    let count = 0;
    for (let entry = 0; entry < keys.length; entry++) {
      const key = keys[entry];
      if (next[key] === 0) next[key] = ++count;
      of[entry] = next[key] - 1;
    }
    return { of, count };
  }
  const numberOf = new Map<number, number>();
  for (let entry = 0; entry < keys.length; entry++) {
    let own = numberOf.get(keys[entry]);
    if (own === undefined) numberOf.set(keys[entry], (own = numberOf.size));
    of[entry] = own;
  }
  return { of, count: numberOf.size };
}

/** Persons without the entries that lack a key, and with each of these as a person of its own, numbered after the others. */
export function separateUnits(
  { of, count }: Units,
  lacking: Uint8Array,
): { readonly keyed: Units; readonly each: Units } {
  const numbers = new Uint32Array(count);
  let persons = 0;
  const keyed = of.map((person, entry) => {
    if (lacking[entry] === 1) return NOBODY;
    if (numbers[person] === 0) numbers[person] = ++persons;
    return numbers[person] - 1;
  });
  let next = persons;
  const each = keyed.map((person) => (person === NOBODY ? next++ : person));
  return { keyed: { of: keyed, count: persons }, each: { of: each, count: next } };
}

/** The persons whose key is whole; entries that lack a part of it have no person. */
export const keyedUnitsOf = ({ of, count, lacking }: FoundUnits): Units =>
  lacking === null ? { of, count } : separateUnits({ of, count }, lacking).keyed;

/** Entries in the order of their groups: those of group g are order[start[g]] .. order[start[g + 1] - 1]. */
export function orderByGroup(
  groupOf: ArrayLike<number>,
  groups: number,
): { readonly start: Uint32Array; readonly order: Uint32Array } {
  const start = new Uint32Array(groups + 1);
  for (let entry = 0; entry < groupOf.length; entry++) start[groupOf[entry] + 1]++;
  for (let group = 0; group < groups; group++) start[group + 1] += start[group];
  const at = start.slice(0, groups);
  const order = new Uint32Array(groupOf.length);
  for (let entry = 0; entry < groupOf.length; entry++) order[at[groupOf[entry]]++] = entry;
  return { start, order };
}

/** The holders of every group of entries, by counting sort. */
export function holdersOfGroups(groupOf: Uint32Array, groups: number, { of, count }: Units): Holders {
  const start = new Uint32Array(groups + 1);
  const entries = of.length;
  for (let entry = 0; entry < entries; entry++) if (of[entry] !== NOBODY) start[groupOf[entry] + 1]++;
  for (let group = 0; group < groups; group++) start[group + 1] += start[group];
  const at = start.slice(0, groups);
  const all = new Uint32Array(entries);
  for (let entry = 0; entry < entries; entry++) if (of[entry] !== NOBODY) all[at[groupOf[entry]]++] = of[entry];
  const seen = new Uint32Array(count);
  const distinctStart = new Uint32Array(groups + 1);
  let length = 0;
  for (let group = 0; group < groups; group++) {
    for (let i = start[group]; i < start[group + 1]; i++) {
      if (seen[all[i]] === group + 1) continue;
      seen[all[i]] = group + 1;
      all[length++] = all[i];
    }
    distinctStart[group + 1] = length;
  }
  return { start: distinctStart, units: all.slice(0, length) };
}

/** Cached facts by column of a table whose persons are known. */
interface ByColumn {
  /** [persons] 0, 1, 2 and so on. */
  readonly all: Uint32Array;
  readonly codes: Map<Column, Uint32Array | null>;
  readonly holders: Map<Column, Holders>;
}

const foundOnce = new WeakMap<Units, ByColumn>();

function foundOf(units: Units): ByColumn {
  let found = foundOnce.get(units);
  if (found !== undefined) return found;
  const all = new Uint32Array(units.count);
  for (let person = 0; person < all.length; person++) all[person] = person;
  foundOnce.set(units, (found = { all, codes: new Map(), holders: new Map() }));
  return found;
}

/** [persons] the code that all rows of each person have; null where a person has several. Found once and shared. */
function codesWithin(column: Column, units: Units): Uint32Array | null {
  const { codes: found } = foundOf(units);
  let known = found.get(column);
  if (known === undefined) found.set(column, (known = findCodesWithin(widened(column.codes), units)));
  return known;
}

function findCodesWithin(codes: Uint32Array, { of, count }: Units): Uint32Array | null {
  const codeOf = new Uint32Array(count).fill(NOBODY);
  for (let entry = 0; entry < of.length; entry++) {
    const person = of[entry];
    if (person === NOBODY) continue;
    if (codeOf[person] === NOBODY) codeOf[person] = codes[entry];
    else if (codeOf[person] !== codes[entry]) return null;
  }
  return codeOf;
}

/** True when all rows of each person agree in all of the columns. */
export const isConstantWithin = (columns: readonly Column[], units: Units): boolean =>
  columns.every((column) => codesWithin(column, units) !== null);

/** The holders of every dictionary entry of a column: found once and shared, so not to be written to. */
export function holdersOf(column: Column, units: Units): Holders {
  const { holders: found } = foundOf(units);
  let holders = found.get(column);
  if (holders === undefined) {
    const own = codesWithin(column, units);
    // A value that is constant within persons is looked at once a person.
    holders =
      own === null
        ? holdersOfGroups(widened(column.codes), column.texts.length, units)
        : holdersOfGroups(own, column.texts.length, { of: foundOf(units).all, count: units.count });
    found.set(column, holders);
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
