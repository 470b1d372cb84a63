/** The noun for what is counted: rows, unless a job says that each row is one person, or whose row it is. */

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

/** What a job says of the unit that is counted. */
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
