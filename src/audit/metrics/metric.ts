import type { Grouping } from '../grouping.js';
import type { QueriedTables } from '../queries.js';
import type { ReadAttribute } from '../read-attribute.js';
import type { AuditSpec } from '../spec.js';
import type { LabelledRows } from './labelled-rows.js';

/** Groups that people hide in: classes, buckets of a permuted release, clusters of dissociated lists. */
export interface AuditedSizes {
  /** n: all rows, suppressed ones among them. */
  readonly rows: number;
  readonly suppressed: number;
  /** [classes] rows without suppressed ones; 0 for a class that is not released. */
  readonly sizes: Uint32Array;
  /** The largest k of k-anonymity that is asked for, or 1. */
  readonly k: number;
}

/** A release that was read and judged. */
export interface AuditedRelease extends AuditedSizes {
  readonly spec: AuditSpec;
  /** Rows of the class column or, without one, of the one sensitive column, by class; null without both. */
  readonly labelled: LabelledRows | null;
  readonly classes: Grouping;
  /** Rows by the labels of all quasi-identifiers, and [quasi-identifiers][vectors] those labels. */
  readonly vectors: Grouping;
  readonly codes: readonly Uint32Array[];
  /** Null where the domain or a label is not known. */
  readonly attributes: readonly (ReadAttribute | null)[];
  /** Buckets of a permuted release; null for others. */
  readonly buckets: Grouping | null;
  readonly divergence: number | null;
  /** Tables that queries are asked of; null where release and original are not both known, or something is wrong. */
  readonly queried: QueriedTables | null;
}

/**
 * A metric as the audit knows it: written from its definition, with nothing of what a run measures by. One file a metric
 * in this folder, one line in `list.ts`; the run's own is in `src/quality/`. Null where what is given does not determine it.
 */
export type AuditedMetric<Name extends string = string, Value = number | bigint | null> =
  | { readonly name: Name; readonly of: 'sizes'; measure(parts: AuditedSizes): Value }
  | { readonly name: Name; readonly of: 'release'; measure(release: AuditedRelease): Value | Generator<void, Value> };

/** Declares a metric that sizes alone determine: dissociated lists have it too. */
export const metricOfSizes = <const Name extends string, Value>(
  name: Name,
  measure: (parts: AuditedSizes) => Value,
) => ({ name, of: 'sizes' as const, measure });

/** Declares a metric of rows and their values, measured at once or in steps. */
export const metricOfRelease = <const Name extends string, Value>(
  name: Name,
  measure: (release: AuditedRelease) => Value | Generator<void, Value>,
) => ({ name, of: 'release' as const, measure });
