import type { Domain } from './domain.js';
import type { Having } from './persons.js';
import type { Labels } from './labels.js';

/** One quasi-identifier of the release, read. */
export interface ReadAttribute {
  readonly domain: Domain;
  readonly labels: Labels;
  /** [dictionary of the release] released rows per label, suppressed rows not counted. */
  readonly counts: Float64Array;
  /** [leaves] rows of the original per leaf, or null without an original. */
  readonly leafCounts: Float64Array | null;
  /** People who have the leaves: persons, else rows, of the original, or rows of the public table where there is one; null without an original. */
  readonly people: Having | null;
}
