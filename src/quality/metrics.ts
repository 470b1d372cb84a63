import type { Released } from './released.js';
import type { Steps } from '../base/steps.js';
import { metrics } from './list.js';
import type { Metric, MetricKind, MetricValue, ReleasedSizes } from './metric.js';
import { inSteps } from './metric.js';

type Listed = (typeof metrics)[number];

/** Value type of a metric of the result: null too, where its kind is not defined for every release. */
type ValueOf<Of> =
  Of extends Metric<string, infer Value, infer Kind> ? ([Kind] extends ['sizes'] ? Value : Value | null) : never;

/**
 * The quality of a release: every metric of `listAlgorithms().metrics`, as docs/metrics.md defines it.
 *
 * @interface
 */
export type Metrics = {
  readonly [Name in Listed['name']]: ValueOf<Extract<Listed, { readonly name: Name }>>;
};

/** Says of a metric that is not of sizes whether it is measured; it is null where not. */
export type Wanted = (name: string) => boolean;

const everything: Wanted = () => true;

/** Measures a release by every metric, in steps: it yields between stretches of the work, some milliseconds each. */
export const measureQuality = (released: Released, wanted: Wanted = everything): Steps<Metrics> =>
  measureKinds(released, released, ['sizes', 'labels', 'values', 'rows'], wanted);

/** The quality of a release whose cells are no longer values of their domains, but means. */
export const measureClassesOnly = (released: Released, wanted: Wanted = everything): Steps<Metrics> =>
  measureKinds(released, released, ['sizes', 'labels'], wanted);

/**
 * The quality of a permuted release.
 *
 * @param buckets - [buckets] rows of every bucket
 */
export const measurePermutedQuality = (
  released: Released,
  buckets: Uint32Array,
  wanted: Wanted = everything,
): Steps<Metrics> => measureKinds(released, { ...released, sizes: buckets }, ['sizes', 'labels', 'values'], wanted);

/** The quality of a release of which there is nothing but parts, such as clusters of lists: their sizes are measured. */
export function* measureSizes(released: ReleasedSizes): Steps<Metrics> {
  const measured: Partial<Record<string, MetricValue>> = {};
  for (const metric of listed()) {
    if (metric.kind === 'sizes') measured[metric.name] = yield* inSteps(metric.measure(released));
  }
  for (const { name } of listed()) measured[name] ??= null;
  return measured as unknown as Metrics;
}

/** @param classes - the release whose classes are what people hide in */
function* measureKinds(
  released: Released,
  classes: Released,
  kinds: readonly MetricKind[],
  wanted: Wanted,
): Steps<Metrics> {
  const measured: Partial<Record<string, MetricValue>> = {};
  for (const metric of listed()) {
    const { name, kind } = metric;
    const seen = kind === 'sizes' || kind === 'labels' ? classes : released;
    const isMeasured = kinds.includes(kind) && (kind === 'sizes' || wanted(name));
    measured[name] = isMeasured ? yield* inSteps(metric.measure(seen)) : null;
    yield;
  }
  return measured as unknown as Metrics;
}

const listed = (): readonly Metric[] => metrics;
