/** The noun for what is counted: rows, unless a job says that each row is one person, or whose row it is. */

import { counted } from './numbers.js';

/** Words for what a row is known to be. */
export interface UnitNoun {
  /** One of them, as in "the risk of a row". */
  readonly one: 'row' | 'person';
  /** Several of them. */
  readonly many: 'rows' | 'people';
  /** True where people may have several rows each. */
  readonly hasSeveral?: true;
}

const rows: UnitNoun = { one: 'row', many: 'rows' };
const people: UnitNoun = { one: 'person', many: 'people' };
const persons: UnitNoun = { ...people, hasSeveral: true };

/** The noun for several rows of a table: people where each row is one. */
export const nounOfRows = ({ many, hasSeveral }: UnitNoun): UnitNoun['many'] => (hasSeveral === true ? 'rows' : many);

/** One of them where every row counts by itself: `row of a person` where people may have several. */
export const rowOf = ({ one, hasSeveral }: UnitNoun): string => (hasSeveral === true ? `row of a ${one}` : one);

/** A number of rows with their noun: 3 people where each row is one, else 3 rows. */
export const countRows = (count: number, noun: UnitNoun): string =>
  nounOfRows(noun) === 'people' ? counted(count, 'person', 'people') : counted(count, 'row');

/** Keys of a job that decide which unit is counted. */
export interface CountedJob {
  readonly unit?: 'row';
  readonly attributes?: Readonly<Record<string, string | { readonly role?: string }>>;
}

/** The noun of a job: people where it says that each row is one person, or has a column with the role `person`; else rows. */
export const unitNoun = ({ unit, attributes = {} }: CountedJob = {}): UnitNoun =>
  Object.values(attributes).some((each) => (typeof each === 'string' ? each : each.role) === 'person')
    ? persons
    : unit === 'row'
      ? people
      : rows;

/** `2,012 rows of 400 people` where persons are known, `2,012 people` where each row is one, else `2,012 rows`. */
export function rowsOfPeople(rows: number, persons: number | null | undefined, noun: UnitNoun = unitNoun()): string {
  if (typeof persons === 'number') return `${counted(rows, 'row')} of ${counted(persons, 'person', 'people')}`;
  return countRows(rows, noun);
}
