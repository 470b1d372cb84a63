import type { Released } from './released.js';
import type { Steps } from '../base/steps.js';
import { metrics } from './list.js';
import type { Metric, MetricKind, MetricValue, ReleasedSizes } from './metric.js';
import { inSteps } from './metric.js';

type Listed = (typeof metrics)[number];

/** What a metric of the result may be: null too, where its kind is not defined for every release. */
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

/** Measures a release by every metric, in steps: it yields between stretches of the work, some milliseconds each. */
export const measureQuality = (released: Released): Steps<Metrics> =>
  measureKinds(released, released, ['sizes', 'labels', 'values', 'rows']);

/** The quality of a release whose cells are no longer values of their domains, but means. */
export const measureClassesOnly = (released: Released): Steps<Metrics> =>
  measureKinds(released, released, ['sizes', 'labels']);

/**
 * The quality of a permuted release.
 *
 * @param buckets - [buckets] rows of every bucket
 */
export const measurePermutedQuality = (released: Released, buckets: Uint32Array): Steps<Metrics> =>
  measureKinds(released, { ...released, sizes: buckets }, ['sizes', 'labels', 'values']);

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
function* measureKinds(released: Released, classes: Released, kinds: readonly MetricKind[]): Steps<Metrics> {
  const measured: Partial<Record<string, MetricValue>> = {};
  for (const metric of listed()) {
    const { name, kind } = metric;
    const seen = kind === 'sizes' || kind === 'labels' ? classes : released;
    measured[name] = kinds.includes(kind) ? yield* inSteps(metric.measure(seen)) : null;
    yield;
  }
  return measured as unknown as Metrics;
}

const listed = (): readonly Metric[] => metrics;
