import type { Located } from './located.js';
import type { PublicMeasure, SensitiveColumn } from './models/model.js';
import type { Persons } from './persons.js';
import type { KindOf } from './privacy.js';
import type { AuditedModel, AuditReport } from './report.js';

/** Released classes with the persons of the original. */
export interface JudgedByPersons extends Located {
  readonly kindOf: KindOf;
  /** [quasi-identifiers][classes] */
  readonly codes: readonly Uint32Array[];
  readonly persons: Persons;
  /** The columns of models. */
  readonly sensitive: ReadonlyMap<string, SensitiveColumn>;
  /** The public table by rows; null without one, or where its regions are not known. */
  readonly inPublic: PublicMeasure | null;
  /** True where columns are permuted within classes, which are buckets then. */
  readonly isPermuted: boolean;
  /** Models on the public table of a permuted release by rows, each of which is a person; null where somebody has several. */
  readonly permutedInPublic: readonly AuditedModel[] | null;
}

/** Figures by persons, which replace those by rows. */
export type CountedByPersons = Pick<
  AuditReport,
  | 'privacy'
  | 'risk'
  | 'oneValued'
  | 'largestShares'
  | 'personsReleased'
  | 'history'
  | 'classPersons'
  | 'personsAlike'
  | 'problems'
  | 'areBounds'
>;
