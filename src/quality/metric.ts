import type { Released } from './released.js';
import type { Steps } from '../base/steps.js';

/**
 * Input of a metric, which decides for which releases it is defined:
 * - `sizes`: rows of classes, of a permuted release of buckets, of dissociated lists of clusters;
 * - `labels`: rows of classes or buckets by a label;
 * - `values`: released values, whatever row they stand in, so of a permuted release what generalization cost;
 * - `rows`: whole rows, which a permuted release does not have.
 *
 * Where values were replaced by means, or lists were dissociated, `values` and `rows` are null.
 */
export type MetricKind = 'sizes' | 'labels' | 'values' | 'rows';

/** Value of a metric; a bigint only past 2^53 - 1, null where it is not defined. */
export type MetricValue = number | bigint | null;

/** All that metrics of the kind `sizes` may look at. */
export type ReleasedSizes = Pick<Released, 'rows' | 'suppressed' | 'sizes' | 'k'>;

/** A metric: how it is listed, and how it is measured. One file a metric in this folder, one line in `list.ts`. */
export interface Metric<
  Name extends string = string,
  Value extends MetricValue = MetricValue,
  Kind extends MetricKind = MetricKind,
> {
  /** Its key in the result. */
  readonly name: Name;
  /** Paper. */
  readonly source: string;
  readonly definition: string;
  /** Which of two releases is the better one. */
  readonly better: 'less' | 'more';
  readonly kind: Kind;
  /** True when a finished file may have a value where the run had none, since it cannot show that values came from levels. */
  readonly isOfLevels?: boolean;
  /** Sums run in a fixed order, so equal releases have equal metrics. Work of more than some milliseconds yields. */
  measure(released: Kind extends 'sizes' ? ReleasedSizes : Released): Value | Steps<Value>;
}

/** Declares a metric. */
export const defineMetric = <const Name extends string, Value extends MetricValue, const Kind extends MetricKind>(
  metric: Metric<Name, Value, Kind>,
): Metric<Name, Value, Kind> => metric;

/** The value of a measure that may, or may not, work in steps. */
export function* inSteps<Value>(measured: Value | Steps<Value>): Steps<Value> {
  return isSteps(measured) ? yield* measured : measured;
}

const isSteps = <Value>(measured: Value | Steps<Value>): measured is Steps<Value> =>
  typeof measured === 'object' && measured !== null && Symbol.iterator in measured && 'next' in measured;

/** Work that several metrics share, done once for a release. */
export function shareMeasure<Value>(
  measure: (released: Released) => Value | Steps<Value>,
): (released: Released) => Steps<Value> {
  const known = new WeakMap<Released, Value>();
  return function* (released) {
    if (!known.has(released)) known.set(released, yield* inSteps(measure(released)));
    return known.get(released) as Value;
  };
}
