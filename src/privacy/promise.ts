/** Parts of the sentences that models promise of a release. */
import { rowOf, type UnitNoun } from '../base/unit.js';

/** A model that holds, as its sentence needs it. */
export interface Promised {
  /** Name of the model, such as `k-anonymity`. */
  readonly model: string;
  /** Variant of the model, of those that have some (l-diversity: `distinct`, `entropy`, `recursive`). */
  readonly variant?: string;
  /** Distance of the model, of those that have some (t-closeness). */
  readonly distance?: string;
  /** `absent` of delta-disclosure, where the job gives it. */
  readonly absent?: string;
  /** `outside` of delta-presence, where the job gives it. */
  readonly outside?: string;
  /** The parameters of the job that are numbers, by name: `{ k: 5 }`. */
  readonly required: Readonly<Record<string, number>>;
  /**
   * Achieved values of l-diversity and (alpha, k)-anonymity where spellings of one value are merged: case, accents, blanks, final punctuation and the
   * order of list items do not count, and marks such as `NA` and `unknown` are the missing value. Absent where the column has no such spellings.
   */
  readonly achievedFolded?: Readonly<Record<string, number>>;
  /** True where the model holds so, too. */
  readonly holdsFolded?: boolean;
}

/** Words of a release: the group that a row hides in, and the noun for a row. */
export interface PromiseWords {
  readonly group: 'class' | 'bucket';
  readonly noun: UnitNoun;
}

/** A missing cell is a value of every sensitive column, so that two values of a class may be one disease and no entry. */
export const MISSING = 'missing cells count as one value';

export const WHICHEVER = 'whichever row of each person is looked at';

/** Subject of the two models of risk, for persons with several rows. */
export const RISK_OF_PERSONS = "The risk of a person, 1 / people of the smallest class with one of the person's rows,";

/** Permuted values hide whose they are; a risk says nothing of the people of the table. */
export const riskOfBuckets = ({ noun }: PromiseWords, limit: string): string =>
  `The chance to link a ${rowOf(noun)} with its own among the permuted values of its bucket, 1 / rows of the bucket, ${limit}; it says nothing of who is in the table${noun.hasSeveral === true ? ', and all buckets with the quasi-identifiers of the row reveal more together' : ''}.`;
