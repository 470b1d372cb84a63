/** The noun for what is counted: rows, unless a job says that each row is one person. */

/** Words for what a row is known to be. */
export interface UnitNoun {
  /** One of them, as in "the risk of a row". */
  readonly one: 'row' | 'person';
  /** Several of them. */
  readonly many: 'rows' | 'people';
}

const rows: UnitNoun = { one: 'row', many: 'rows' };
const people: UnitNoun = { one: 'person', many: 'people' };

/** The noun of a job: people where it says that each row is one person, else rows. */
export const unitNoun = (job: { readonly unit?: 'row' } = {}): UnitNoun => (job.unit === 'row' ? people : rows);
