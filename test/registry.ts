import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Algorithm } from '../src/algorithms/algorithm.js';
import { algorithms } from '../src/algorithms/list.js';
import { hierarchyKinds } from '../src/hierarchy/kinds.js';
import { privacyModels } from '../src/privacy/list.js';
import { metrics } from '../src/quality/list.js';
import type { Metric } from '../src/quality/metric.js';
import type { Metrics } from '../src/quality/metrics.js';

type MetricName = keyof Metrics;

/** Names of the algorithms that have a capability. */
export const namesWith = (has: (algorithm: Algorithm) => boolean): string[] =>
  algorithms.filter(has).map(({ name }) => name);

export const algorithmNames = namesWith(() => true);
export const cutAlgorithms = namesWith(({ cutsDomains }) => cutsDomains === true);
export const globalAlgorithms = namesWith(({ disjointClasses }) => disjointClasses === true);
export const permutingAlgorithms = namesWith(({ permutes }) => permutes !== undefined);
/** Names of the metrics that have a property. */
export const metricsWith = (has: (metric: Metric) => boolean): MetricName[] =>
  (metrics as readonly Metric[]).filter(has).map(({ name }) => name as MetricName);

export const modelNames: string[] = privacyModels.map(({ name }) => name);

const pages = {
  privacy: () => privacyModels.map(({ name }) => name),
  metrics: () => metrics.map(({ name }: Metric) => name),
  hierarchies: () => hierarchyKinds.map(({ type }) => type),
};

/** Names of a registry that its page in docs/ does not have. */
export function undocumented(page: keyof typeof pages): string[] {
  const text = readFileSync(join(import.meta.dirname, `../docs/${page}.md`), 'utf8');
  return pages[page]().filter((name) => !new RegExp(`[\`"]${name}[\`"]`).test(text));
}
