/** Parts of the sentences that models promise of a release. */
import { rowOf, type UnitNoun } from '../base/unit.js';

/** A model that holds, as its sentence needs it. */
export interface Promised {
  /** Name of the model, such as `k-anonymity`. */
  readonly model: string;
  /** `variant` of l-diversity. */
  readonly variant?: string;
  /** `distance` of t-closeness. */
  readonly distance?: string;
  /** `absent` of delta-disclosure. */
  readonly absent?: string;
  /** `outside` of delta-presence. */
  readonly outside?: string;
  /** The parameters of the job that are numbers, by name. */
  readonly required: Readonly<Record<string, number>>;
  /** Achieved values where spellings of one value are merged; see `PrivacyResult`. */
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
