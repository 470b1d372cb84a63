/** Finds out whether the people of a table have several rows each, by columns that look like the key of a person. */
import { runToCompletion, type Steps } from '../../base/steps.js';
import type { Column, Table } from '../../table/table.js';
import { countRowsPerCode } from '../../table/table.js';
import { FEWEST_ROWS } from '../inspection/cell-evidence.js';
import { readName } from '../inspection/name-evidence.js';
import { arePersonNames, measureNames } from '../inspection/person-names.js';
import { suggestRole } from '../inspection/suggest-role.js';
import { patternOf } from '../inspection/value-patterns.js';
import type { Grouping } from './constancy.js';
import { groupingOf, pairOf, rowsOfGroups } from './constancy.js';
import { findEqualRows } from './equal-rows.js';
import type { Evidence } from './evidence.js';
import { isCodeOf, weighEvidence } from './evidence.js';
import type { KeyName } from './key-names.js';
import { keyNameOf, namePartOf } from './key-names.js';
import type { PeopleColumn } from './people-columns.js';
import { findPeopleColumns } from './people-columns.js';

/** A column of people that is constant within the values of a person's key. */
export interface ConstantColumn {
  /** Name of the column. */
  readonly name: string;
  /** Values of the key with two rows or more. */
  readonly values: number;
  /** Those of them in which the column is not constant. */
  readonly exceptions: number;
}

/** People with several rows, as they were found. */
export interface RepeatedPersons {
  /** Columns whose values together are the key of a person; none where whole rows are equal. */
  readonly columns: readonly string[];
  /** Rows that have a value of the key. */
  readonly rows: number;
  /** Distinct values of the key. */
  readonly values: number;
  /** Most rows of one value. */
  readonly most: number;
  /** Columns of people that are constant within its values, or nearly. */
  readonly constant: readonly ConstantColumn[];
}

/** Rank of a key; the key with the lowest rank is shown. */
type Rank = 0 | 1 | 2 | 3 | 4 | 5;

interface FoundKey extends RepeatedPersons {
  readonly rank: Rank;
}

/** Context of a search for keys. */
interface Search {
  readonly table: Table;
  readonly people: readonly PeopleColumn[];
  /** True where another column gives nearly every row a person of its own. */
  readonly hasOwnPersons: boolean;
  /** Columns that a job calls identifiers, or that look like such. */
  readonly identifiers: ReadonlySet<string>;
}

/** Constancy of all supports together is beyond chance from this strength on, also among many columns: e^-20. */
const STRENGTH = 20;
/** Share of the rows that have a value of another row too, from which on a name is believed. */
const REPEATED_SHARE = 0.05;
/** Unnamed keys are given up where more of their values vary. */
const VARYING_SHARE = 0.2;
/** Share of rows with a value of their own from which on a column gives every row its person. */
const OWN_SHARE = 0.95;
/** Pairs of rows with one key, as a multiple of what chance explains. */
const BEYOND_CHANCE = 5;
const FEWEST_PAIRS = 10;

/**
 * Finds the key of persons who have several rows. Evidence, in this order: a column with a name such as `patient_id`, or with values
 * such as mail addresses, that repeats; names of people that repeat; a column of any name within whose values columns of people
 * (birth, sex, home) are constant far beyond chance; days of birth, sex and home together; equal whole rows. Columns of people that
 * vary within the values speak against a key: members of a household, patients of a doctor. docs/persons.md has the rules.
 *
 * @param options - `identifiers`: columns that a job calls identifiers, beside those that look like such; far fewer values than rows are evidence then
 */
export function findRepeatedPersons(
  table: Table,
  options: { readonly identifiers?: ReadonlySet<string> } = {},
): RepeatedPersons | null {
  return runToCompletion(findRepeatedPersonsInSteps(table, options));
}

/** {@link findRepeatedPersons} that yields between stretches of the work. */
export function* findRepeatedPersonsInSteps(
  table: Table,
  { identifiers: named = new Set() }: { readonly identifiers?: ReadonlySet<string> } = {},
): Steps<RepeatedPersons | null> {
  const people = findPeopleColumns(table);
  let hasOwnPersons = false;
  const identifiers = new Set(named);
  for (const column of table.columns) {
    yield;
    hasOwnPersons ||= isOwnPerson(column, table.rows);
    if (table.rows >= FEWEST_ROWS && isLikelyIdentifier(column)) identifiers.add(column.name);
  }
  const search: Search = { table, people, hasOwnPersons, identifiers };
  const found: FoundKey[] = [];
  for (const column of table.columns) {
    yield;
    const key = yield* judgeColumn(column, search);
    if (key !== null) found.push(key);
  }
  for (const steps of [namesTogether(search), bornTogether(search)]) {
    yield;
    const key = yield* steps;
    if (key !== null) found.push(key);
  }
  const best = found.reduce<FoundKey | null>(
    (first, each) =>
      first === null || each.rank < first.rank || (each.rank === first.rank && each.values < first.values)
        ? each
        : first,
    null,
  );
  if (best !== null) {
    const { rank: _, ...key } = best;
    return key;
  }
  const equal = yield* findEqualRows(table);
  return equal === null
    ? null
    : { columns: [], rows: table.rows, values: equal.values, most: equal.most, constant: [] };
}

/** Rows by the values of a grouping. */
interface Repeats {
  readonly rows: number;
  readonly values: number;
  readonly most: number;
  /** Values of two rows or more, and their rows. */
  readonly repeated: number;
  readonly repeatedRows: number;
}

function countRepeats(counts: ArrayLike<number>, missing: number): Repeats {
  let rows = 0;
  let values = 0;
  let most = 0;
  let repeated = 0;
  let repeatedRows = 0;
  for (let code = 0; code < counts.length; code++) {
    const count = counts[code];
    if (code === missing || count === 0) continue;
    rows += count;
    values++;
    most = Math.max(most, count);
    if (count < 2) continue;
    repeated++;
    repeatedRows += count;
  }
  return { rows, values, most, repeated, repeatedRows };
}

/** Kinds of values that one person has. */
const ownPatterns: ReadonlySet<string> = new Set([
  'mail addresses',
  'social security numbers',
  'bank accounts',
  'cards',
  'tax codes of people',
  'tax numbers of people',
  'identity numbers',
  'NHS numbers',
]);

/** Kind of a column as a key, by its name and its values. */
function keyKindOf(column: Column): KeyName | null {
  const name = keyNameOf(column.name);
  if (name === 'other') return name;
  const pattern = patternOf(column);
  if (pattern !== null && ownPatterns.has(pattern.what)) return 'person';
  return name === 'person' || name === 'stay' ? (isCoded(column) ? name : null) : name;
}

/** Share of the texts that hold a digit. */
const DIGITS = 0.5;
/** Words without digits are accounts from this number on. */
const MANY_WORDS = 20;

/** True for values that look like numbers or accounts, not like kinds. */
function isCoded({ type, texts }: Column): boolean {
  if (type === 'integer') return true;
  if (type !== 'string') return false;
  const withDigits = texts.filter((text) => /\d/.test(text)).length;
  if (withDigits >= DIGITS * texts.length) return true;
  return texts.length >= MANY_WORDS && texts.filter((text) => /^\S+$/.test(text)).length >= OWN_SHARE * texts.length;
}

const isLikelyIdentifier = (column: Column): boolean =>
  suggestRole(column, countRowsPerCode(column)).suggestedRole === 'identifier';

function isOwnPerson(column: Column, rows: number): boolean {
  if (column.texts.length < OWN_SHARE * rows || rows < 2) return false;
  return keyKindOf(column) === 'person';
}

const isDecisive = ({ supports }: Evidence): boolean =>
  supports.some(({ person: { family } }) => family === 'birth' || family === 'sex');

/** True where two families or more are constant far beyond chance, birth or sex among them. */
const isConstant = (evidence: Evidence): boolean =>
  evidence.supports.length >= 2 && isDecisive(evidence) && evidence.strength >= STRENGTH;

function* judgeColumn(column: Column, search: Search): Steps<FoundKey | null> {
  const { table, people, identifiers } = search;
  const repeats = countRepeats(countRowsPerCode(column), column.missingCode);
  const isIdentifier = identifiers.has(column.name);
  // One value that repeats may be a mark, unless a job says what the column is.
  if (repeats.repeated < (isIdentifier ? 1 : 2) || repeats.values < 2) return null;
  const kind = keyKindOf(column);
  const part = namePartOf(column.name);
  if (kind === 'other' || part === 'given' || part === 'family') return null;
  const isNamed = kind !== null || part === 'whole' || isIdentifier;
  // Decimals are measurements, not keys.
  if (!isNamed && column.type === 'number') return null;
  const own = people.find((each) => each.column === column)?.family;
  const others = people.filter(({ column: each, family }) => each !== column && family !== own);
  if (!isNamed && others.length < 2) return null;
  const key = groupingOf(column);
  const most = isNamed ? undefined : VARYING_SHARE * repeats.repeated;
  const evidence = yield* weighEvidence(key, others, { weights: table.weights, most });
  if (evidence.isContradicted) return null;
  const rank = rankOf(kind, repeats, evidence, {
    key,
    search,
    isIdentifier,
    isName: part === 'whole' && kind !== 'person',
  });
  return rank === null ? null : foundKey([column.name], repeats, evidence, rank);
}

interface Judged {
  readonly key: Grouping;
  readonly search: Search;
  readonly isIdentifier: boolean;
  /** True for names of people, which decide the sex. */
  readonly isName: boolean;
}

/** Rank of a key, or null where the evidence is too weak. */
function rankOf(
  kind: KeyName | null,
  repeats: Repeats,
  evidence: Evidence,
  { key, search, isIdentifier, isName }: Judged,
): Rank | null {
  const { table, hasOwnPersons, people } = search;
  const { rows, values, repeatedRows } = repeats;
  const isOften = repeatedRows >= REPEATED_SHARE * rows;
  const isFar = rows >= 2 * values || repeatedRows >= rows / 2;
  if (isName) {
    const hasHome = evidence.supports.some(({ person: { family } }) => family === 'birth' || family === 'place');
    if (hasHome && evidence.strength >= STRENGTH) return 1;
    return isIdentifier && isFar && !hasOwnPersons ? 1 : null;
  }
  const isAlike = isConstant(evidence);
  if (kind === 'person' && (isAlike || (isOften && !hasOwnPersons))) return 0;
  if (kind === 'stay' && (isAlike || (isOften && !hasOwnPersons))) return 4;
  const isKnown = people.some(({ family }) => family === 'birth' || family === 'sex');
  if (kind === 'household' && (isAlike || (isOften && !hasOwnPersons && !isKnown))) return 5;
  const isCode = (): boolean => evidence.supports.length > 0 && isCodeOf(key, values, evidence.supports, table.weights);
  if (isAlike && (kind === 'key' || !isCode())) return kind === null ? 3 : 2;
  const isSupported = isDecisive(evidence) && evidence.strength >= STRENGTH;
  if (kind === 'key' && isSupported) return 2;
  if (kind === 'number' && isSupported && !isCode()) return 2;
  return isIdentifier && kind !== 'household' && isFar && !hasOwnPersons && !isCode() ? 3 : null;
}

function foundKey(columns: readonly string[], repeats: Repeats, { supports }: Evidence, rank: Rank): FoundKey {
  const { rows, values, most } = repeats;
  const constant = supports.map(({ person: { column }, constancy: { groups, constant: alike } }) => ({
    name: column.name,
    values: groups,
    exceptions: groups - alike,
  }));
  return { columns, rows, values, most, constant, rank };
}

/** Given name and family name, or a whole name of two words: the rows of one name. */
function* namesTogether(search: Search): Steps<FoundKey | null> {
  const { table, people, hasOwnPersons } = search;
  const of = (part: 'given' | 'family' | 'whole') => table.columns.filter(({ name }) => namePartOf(name) === part);
  const [given] = of('given');
  const [family] = of('family');
  const parts = given !== undefined && family !== undefined ? [given, family] : null;
  const whole = parts === null ? (of('whole').find(isOfNames) ?? table.columns.find(hasNames)) : undefined;
  if (parts === null && whole === undefined) return null;
  const groupings = parts?.map(groupingOf) ?? wordsOfNames(whole!);
  const key = pairOf(groupings[0], groupings[1]);
  const repeats = countRepeats(rowsOfGroups(key, table.weights), key.missing);
  if (repeats.repeated < 2) return null;
  // Given names decide the sex.
  yield;
  const evidence = yield* weighEvidence(
    key,
    people.filter(({ family: each }) => each !== 'sex'),
    { weights: table.weights },
  );
  if (evidence.isContradicted) return null;
  const columns = parts?.map(({ name }) => name) ?? [whole!.name];
  if (evidence.supports.length > 0 && evidence.strength >= STRENGTH) return foundKey(columns, repeats, evidence, 1);
  const isFar = (repeats.rows >= 2 * repeats.values || repeats.repeatedRows >= repeats.rows / 2) && !hasOwnPersons;
  // A column called "owner" or "patient" says whose names they are.
  const isOfPersons = whole !== undefined && keyNameOf(whole.name) === 'person';
  return isFar && (isOfPersons || isBeyondChance(key, groupings, table.weights))
    ? foundKey(columns, repeats, evidence, 1)
    : null;
}

/** Values that are names of people: two to four words, the first letter of each large, without digits. */
function isOfNames({ type, texts, missingCode }: Column): boolean {
  if (type !== 'string' || texts.length < FEWEST_PAIRS) return false;
  const isName = (text: string): boolean => /^\p{Lu}[\p{L}\p{M}'’.-]*(?:,? \p{L}[\p{L}\p{M}'’.-]*){1,3}$/u.test(text);
  return texts.filter((text, code) => code === missingCode || isName(text)).length >= 0.8 * texts.length;
}

/** True for names of people under a column name that says nothing of them. */
function hasNames(column: Column): boolean {
  if (column.type !== 'string' || namePartOf(column.name) !== null || keyNameOf(column.name) === 'other') return false;
  const { isOfThings, isKnown } = readName(column.name);
  // Names are measured on a sample, which most columns fail.
  return arePersonNames(measureNames(column.texts), { isOfThings: isOfThings || isKnown }) && isOfNames(column);
}

/** First and last words of names. */
function wordsOfNames({ codes, texts, missingCode }: Column): Grouping[] {
  const by = (wordOf: (words: readonly string[]) => string): Grouping => {
    const known = new Map<string, number>();
    const codeOf = texts.map((text) => {
      const word = wordOf(text.split(/\s+/));
      if (!known.has(word)) known.set(word, known.size);
      return known.get(word) as number;
    });
    const missing = missingCode < 0 ? -1 : known.size;
    if (missingCode >= 0) codeOf[missingCode] = missing;
    return { codes: Uint32Array.from(codes, (code) => codeOf[code]), size: known.size + 1, missing };
  };
  return [by((words) => words.slice(0, -1).join(' ')), by((words) => words[words.length - 1])];
}

/** Days of birth, sex and home together, where no two people share them by chance. */
function* bornTogether({ table, people, hasOwnPersons }: Search): Steps<FoundKey | null> {
  if (hasOwnPersons) return null;
  const birth = people.find(({ family, isDay }) => family === 'birth' && isDay);
  const sex = people.find(({ family }) => family === 'sex');
  const place = people.find(({ family }) => family === 'place');
  if (birth === undefined || sex === undefined || place === undefined) return null;
  const groupings = [birth, sex, place].map(({ column }) => groupingOf(column));
  const key = groupings.slice(1).reduce(pairOf, groupings[0]);
  yield;
  const repeats = countRepeats(rowsOfGroups(key, table.weights), key.missing);
  const isOften = repeats.repeatedRows >= REPEATED_SHARE * repeats.rows;
  if (repeats.repeated < 2 || !isOften || !isBeyondChance(key, groupings, table.weights)) return null;
  const columns = [birth, sex, place].map(({ column }) => column.name);
  return foundKey(columns, repeats, { supports: [], isContradicted: false, strength: 0 }, 5);
}

/** True where more pairs of rows have one key than if its parts were drawn independently. */
function isBeyondChance(key: Grouping, parts: readonly Grouping[], weights: Uint32Array | null): boolean {
  const pairs = (grouping: Grouping): { all: number; rows: number } => {
    let all = 0;
    let rows = 0;
    rowsOfGroups(grouping, weights).forEach((count, group) => {
      if (group === grouping.missing) return;
      all += (count * (count - 1)) / 2;
      rows += count;
    });
    return { all, rows };
  };
  const { all, rows } = pairs(key);
  const possible = (rows * (rows - 1)) / 2;
  const expected = parts.reduce((product, part) => {
    const own = pairs(part);
    return (product * own.all) / Math.max(1, (own.rows * (own.rows - 1)) / 2);
  }, possible);
  return all >= BEYOND_CHANCE * expected + FEWEST_PAIRS;
}
