import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
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

/** Names of the algorithms that are declared in a folder of `src/algorithms/`. */
export const algorithmsIn = (family: string): string[] => {
  const files = readdirSync(join(import.meta.dirname, '../src/algorithms', family)).map((file) =>
    basename(file, '.ts'),
  );
  return algorithmNames.filter((name) => files.includes(name));
};

export const algorithmNames = namesWith(() => true);
export const cutAlgorithms = namesWith(({ cutsDomains }) => cutsDomains === true);
export const globalAlgorithms = namesWith(({ disjointClasses }) => disjointClasses === true);
/** Algorithms that release the box of every class, along hierarchies or not, and those of them that give equal rows to several classes. */
export const boxAlgorithms = namesWith(
  ({ options, permutes }) => permutes === undefined && 'hierarchies' in options.entries,
);
export const groupingAlgorithms = namesWith(
  ({ name, whyRows }) => boxAlgorithms.includes(name) && whyRows?.({}) !== null,
);
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
