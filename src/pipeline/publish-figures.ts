import { isCountedCost } from '../base/counted-cost.js';
import type { AuditReport, ChangedColumn, PlainRisk, PopulationFigures } from '../audit/report.js';
import { planColumns } from '../job/plan.js';
import { publishAccuracy } from '../quality/query-accuracy.js';
import type { RunResult } from './result.js';

/** Metrics that anybody counts in the release: they stay exact. */
const COUNTED = new Set(['discernibility', 'classification', 'averageClassSize', 'largestClass']);
/** Metrics that speak of the values under the labels. */
const OF_VALUES = new Set([
  'informationLoss',
  'rowInformationLoss',
  'entropy',
  'normalizedEntropy',
  'ambiguity',
  'klDivergence',
]);

const DIGITS = 3;

type Figure = number | bigint | null;

/** True where figures are printed so that they give away nothing that the labels hide: in default output. */
export const hidesFigures = (
  job: Parameters<typeof planColumns>[0],
  { exactMetrics = false }: { readonly exactMetrics?: boolean } = {},
): boolean => !exactMetrics && planColumns(job).ranges === 'rounded';

/** A number to three significant digits. */
const toThreeDigits = (value: number): number => (Number.isFinite(value) ? Number(value.toPrecision(DIGITS)) : value);

/**
 * A result with figures that give away nothing that the labels hide: loss and penalty measured on labels, all metrics but counts
 * to three significant digits, none that needs exact values; no cost of a search that minimizes such a metric.
 */
export function publishResult(result: RunResult, audit: AuditReport): RunResult {
  const metrics = publishMetrics(result.metrics, audit) as RunResult['metrics'];
  return {
    ...result,
    metrics,
    ...publishQueries(result),
    risk: publishRisk(result.risk),
    search: publishSearch(result),
  };
}

/** The figures of an audit, published likewise. */
export function publishAudit(report: AuditReport): AuditReport {
  const metrics = publishMetrics(report.metrics, report) as AuditReport['metrics'];
  const columns = Object.create(null) as Record<string, ChangedColumn>;
  for (const [name, column] of Object.entries(report.columns)) {
    const loss = column.loss === null ? null : toThreeDigits(report.labelLosses?.columns[name] ?? column.loss);
    columns[name] = { ...column, loss };
  }
  return {
    ...report,
    metrics,
    ...publishQueries(report),
    columns,
    risk: publishRisk(report.risk),
    labelLosses: null,
  };
}

/** Errors of queries, each to a step that leaves its count open. */
const publishQueries = ({ queries }: Pick<RunResult, 'queries'>): Pick<RunResult, 'queries'> =>
  queries === undefined ? {} : { queries: queries.map(publishAccuracy) };

/** Estimates for the population, which are sums of weights, with three digits. */
function publishRisk({ population, ...risk }: PlainRisk): PlainRisk {
  if (population === undefined) return risk;
  const publish = (figures: PopulationFigures | null): PopulationFigures | null =>
    figures === null
      ? null
      : {
          largest: toThreeDigits(figures.largest),
          average: toThreeDigits(figures.average),
          expected: toThreeDigits(figures.expected),
          uniques: toThreeDigits(figures.uniques),
          fewest: toThreeDigits(figures.fewest),
        };
  const { people, before, after, ...others } = population;
  return {
    ...risk,
    population: { ...others, people: toThreeDigits(people), before: publish(before), after: publish(after) },
  };
}

function publishMetrics(metrics: object, { labelLosses }: AuditReport): Record<string, Figure> {
  const onLabels = (labelLosses ?? {}) as Readonly<Record<string, unknown>>;
  const published: Record<string, Figure> = {};
  for (const [name, value] of Object.entries(metrics) as [string, Figure][]) {
    const measured = onLabels[name];
    if (OF_VALUES.has(name)) published[name] = null;
    else if (COUNTED.has(name) || value === null) published[name] = value;
    else published[name] = toThreeDigits(typeof measured === 'number' ? measured : Number(value));
  }
  return published;
}

/**
 * Without cost, lower bound and trace where they are costs in a metric of values; of other figures that are no counts three digits, but
 * of seconds.
 */
function publishSearch({ search, algorithm: { metric } }: RunResult): RunResult['search'] {
  if (typeof metric === 'string' && isCountedCost(search.lowerBound, metric)) return search;
  const published: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(search)) {
    if (key === 'lowerBound') published[key] = isCountedCost(value, metric) ? value : null;
    else if (key === 'trace' || (key === 'cost' && !isCountedCost(value, metric))) continue;
    else if (typeof value !== 'number' || Number.isInteger(value) || key.endsWith('Seconds')) published[key] = value;
    else published[key] = toThreeDigits(value);
  }
  return published as unknown as RunResult['search'];
}
