import type { CombinationsFound } from '../engine/engine.js';
import type { Achievement, ClassesOfPersons, Judge, PersonCounting } from './definition.js';
import type { PrivacySpec } from './list.js';
import type { Promised } from './promise.js';

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
export interface PrivacyResult extends Achievement, Promised {
  /** Name of the model, such as `k-anonymity`. */
  readonly model: PrivacySpec['model'];
  /** The sensitive column; absent where class sizes suffice. */
  readonly attribute?: string;
}
