import type { Table } from '../table/table.js';
import type { RowCounts } from './columns.js';
import type { LabelledRows } from './metrics/labelled-rows.js';
import { countLabels } from './metrics/labelled-rows.js';
import type { AuditedMetrics } from './metrics/list.js';
import { auditedMetrics } from './metrics/list.js';
import type { AuditedMetric, AuditedRelease, AuditedSizes } from './metrics/metric.js';
import type { QueriedTables } from './queries.js';

/** A release that was read and judged, before its metrics. */
export interface JudgedRelease extends Pick<
  AuditedRelease,
  'spec' | 'classes' | 'sizes' | 'vectors' | 'codes' | 'attributes' | 'buckets' | 'divergence'
> {
  readonly release: Table;
  readonly counts: RowCounts;
  /** Release and original, where both are known and nothing is wrong; else null. */
  readonly fit: Pick<QueriedTables, 'release' | 'original' | 'spec' | 'attributes' | 'missing'> | null;
}

/** Measures a release by every metric. Yields between stretches of the work. */
export function* measureRelease(judged: JudgedRelease): Generator<void, AuditedMetrics> {
  const { release, spec, counts, classes } = judged;
  const labelled = yield* countLabels(release, spec.classColumn ?? spec.sensitiveColumn, classes);
  yield;
  const k = spec.privacy.reduce((most, model) => (model.model === 'k-anonymity' ? Math.max(most, model.k) : most), 1);
  const queried = yield* readQueried(judged, labelled);
  const seen: AuditedRelease = { ...judged, ...counts, k, labelled, queried };
  return yield* measureAll((metric) => metric.measure(seen));
}

/** Measures what there is nothing of but sizes: every other metric is null. */
export const measureSizes = (parts: AuditedSizes): Generator<void, AuditedMetrics> =>
  measureAll((metric) => (metric.of === 'sizes' ? metric.measure(parts) : null));

function* measureAll(measure: (metric: AuditedMetric) => ReturnType<AuditedMetric['measure']>) {
  const metrics: Record<string, number | bigint | null> = {};
  for (const metric of auditedMetrics as readonly AuditedMetric[]) {
    const measured = measure(metric);
    metrics[metric.name] = typeof measured === 'object' && measured !== null ? yield* measured : measured;
    yield;
  }
  return metrics as unknown as AuditedMetrics;
}

/** `labelled` may have counted the sensitive column already. */
function* readQueried(
  { release, spec, counts, classes, sizes, vectors, codes, buckets, fit }: JudgedRelease,
  labelled: LabelledRows | null,
): Generator<void, QueriedTables | null> {
  if (fit === null) return null;
  const isCounted = labelled !== null && labelled.name === spec.sensitiveColumn;
  const sensitive =
    isCounted || buckets !== null ? labelled : yield* countLabels(release, spec.sensitiveColumn, classes);
  yield;
  return {
    ...fit,
    classes: vectors,
    codes,
    sizes: buckets === null ? sizes : vectors.sizes,
    suppressed: counts.suppressed,
    sensitivePairs: sensitive?.pairs ?? null,
    buckets,
    groups: spec.permutation?.groups ?? null,
  };
}
