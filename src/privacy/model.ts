import type { CombinationsFound } from '../engine/engine.js';
import type { Achievement, ClassesOfPersons, Judge, PersonCounting } from './definition.js';
import type { PrivacySpec } from './list.js';

/** A privacy model of a job: the counts that it reads, and its verdict on a finished release. */
export interface PrivacyModel extends Judge {
  readonly name: PrivacySpec['model'];
  readonly spec: PrivacySpec;
  /** Paper and definition. */
  readonly source: string;
  /** True when merging satisfying classes always satisfies: searches prune by it. */
  readonly monotone: boolean;
  /** See `ModelDefinition.byPersons`. */
  readonly byPersons?: PersonCounting;
  /** The sensitive attribute it looks at, or null when class sizes suffice. */
  readonly attribute: string | null;
  /** {@link Judge.achieved} as an entry of a result. No classes: everything holds vacuously. */
  achieved(...counted: Parameters<Judge['achieved']>): PrivacyResult;
  achievedOfPersons(classes: ClassesOfPersons): PrivacyResult;
  /** {@link Judge.achievedOfGroups} as an entry of a result, for a model with `knowledge`. */
  achievedOfKnown(found: Omit<CombinationsFound, 'fails'>): PrivacyResult;
}

/** Achieved values of a release under one privacy model of the job: an entry of `privacy` in the result. */
export interface PrivacyResult extends Achievement {
  /** Name of the model, such as `k-anonymity`. */
  readonly model: PrivacySpec['model'];
  /** Variant of the model, of those that have some (l-diversity: `distinct`, `entropy`, `recursive`). */
  readonly variant?: string;
  /** Distance of the model, of those that have some (t-closeness). */
  readonly distance?: string;
  /** `absent` of delta-disclosure, where the job gives it. */
  readonly absent?: string;
  /** `outside` of delta-presence, where the job gives it. */
  readonly outside?: string;
  /** The sensitive column; absent where class sizes suffice. */
  readonly attribute?: string;
  /** The parameters of the job, by name: `{ k: 5 }`. */
  readonly required: Readonly<Record<string, number>>;
  /**
   * Achieved values of l-diversity and (alpha, k)-anonymity where spellings of one value are merged: case, accents, blanks, final punctuation and the
   * order of list items do not count, and marks such as `NA` and `unknown` are the missing value. Absent where the column has no such spellings.
   */
  readonly achievedFolded?: Readonly<Record<string, number>>;
  /** True where the model holds so, too. */
  readonly holdsFolded?: boolean;
}
