/** The noun for what is counted: rows, unless a job says that each row is one person, or whose row it is. */

import { counted } from './numbers.js';

/** Words for what a row is known to be. */
export interface UnitNoun {
  /** One of them, as in "the risk of a row". */
  readonly one: 'row' | 'person' | 'household';
  /** Several of them. */
  readonly many: 'rows' | 'people' | 'households';
  /** True where people may have several rows each. */
  readonly hasSeveral?: true;
  /** True where rows without the key of a person are released too. */
  readonly mayLackKey?: true;
}

const rows: UnitNoun = { one: 'row', many: 'rows' };
const people: UnitNoun = { one: 'person', many: 'people' };
const persons: UnitNoun = { ...people, hasSeveral: true };
const households: UnitNoun = { one: 'household', many: 'households', hasSeveral: true };
const personsAndOthers: UnitNoun = { ...persons, mayLackKey: true };

/** The noun for several rows of a table: people where each row is one. */
export const nounOfRows = ({ many, hasSeveral }: UnitNoun): UnitNoun['many'] => (hasSeveral === true ? 'rows' : many);

/** One of them where every row counts by itself: `row of a person` where people may have several. */
export const rowOf = ({ one, hasSeveral }: UnitNoun): string => (hasSeveral === true ? `row of a ${one}` : one);

/** A number of rows with their noun: 3 people where each row is one, else 3 rows. */
export const countRows = (count: number, noun: UnitNoun): string =>
  nounOfRows(noun) === 'people' ? counted(count, 'person', 'people') : counted(count, 'row');

/** Keys of a job that decide which unit is counted. */
export interface CountedJob {
  /** `row`: each row is one person. `household`: households are counted, as persons are. */
  readonly unit?: 'row' | 'household';
  /** Handling of rows without the key of a person. */
  readonly missingPersons?: 'refuse' | 'separate';
  /** Roles of the columns, by name. */
  readonly attributes?: Readonly<Record<string, string | { readonly role?: string }>>;
}

/** The noun of a job: people where it says that each row is one person, or has a column with the role `person`; else rows. */
export const unitNoun = ({ unit, missingPersons, attributes = {} }: CountedJob = {}): UnitNoun => {
  if (unit === 'household') return missingPersons === 'separate' ? { ...households, mayLackKey: true } : households;
  return Object.values(attributes).some((each) => (typeof each === 'string' ? each : each.role) === 'person')
    ? missingPersons === 'separate'
      ? personsAndOthers
      : persons
    : unit === 'row'
      ? people
      : rows;
};

/**
 * A sentence on persons as one on households, where these are counted: quoted names stay as they are.
 *
 * @param text - a sentence that says person, persons or people
 */
export const inUnits = (text: string, { one }: Pick<UnitNoun, 'one'>): string =>
  one !== 'household'
    ? text
    : text
        .split(/("(?:[^"\\]|\\.)*")/)
        .map((part, i) => (i % 2 === 1 ? part : part.replace(/\b(people|persons?)\b/gi, householdOf)))
        .join('');

const householdOf = (word: string): string => {
  const plain = word.toLowerCase() === 'person' ? 'household' : 'households';
  return word.startsWith('P') ? `H${plain.slice(1)}` : plain;
};

/** The people of rows, as in `of 400 people`; `or without a key` follows where some of the rows may have none. */
export const ofPeople = (persons: number, noun: UnitNoun): string =>
  inUnits(`of ${counted(persons, 'person', 'people')}`, noun) + lackingKey(noun);

const lackingKey = ({ mayLackKey }: UnitNoun): string => (mayLackKey === true ? ' or without a key' : '');

/** `2,012 rows of 400 people` where persons are known, `2,012 people` where each row is one, else `2,012 rows`. */
export function rowsOfPeople(rows: number, persons: number | null | undefined, noun: UnitNoun = unitNoun()): string {
  if (typeof persons === 'number') return `${counted(rows, 'row')} ${ofPeople(persons, noun)}`;
  return countRows(rows, noun);
}
