import { ambiguity } from './ambiguity.js';
import { averageClassSize } from './average-class-size.js';
import { classificationPenalty } from './classification-penalty.js';
import { classification } from './classification.js';
import { discernibility } from './discernibility.js';
import { entropy, normalizedEntropy } from './entropy.js';
import { informationLoss, rowInformationLoss } from './information-loss.js';
import { klDivergence } from './kl-divergence.js';
import { largestClass } from './largest-class.js';
import { generalization, height, precision } from './levels.js';
import { lossSum } from './loss-sum.js';
import { loss, lossGeometric } from './loss.js';
import type { AuditedMetric } from './metric.js';
import { ncp } from './ncp.js';
import { queryError, queryErrorMedian } from './query-error.js';

/** Every metric that the audit knows, in the order of its report. */
export const auditedMetrics = [
  discernibility,
  classification,
  classificationPenalty,
  averageClassSize,
  largestClass,
  loss,
  lossGeometric,
  lossSum,
  ncp,
  informationLoss,
  precision,
  generalization,
  height,
  entropy,
  normalizedEntropy,
  ambiguity,
  rowInformationLoss,
  klDivergence,
  queryError,
  queryErrorMedian,
] as const satisfies readonly AuditedMetric[];

type Listed = (typeof auditedMetrics)[number];
type ValueOf<Of extends Listed> = Exclude<ReturnType<Of['measure']>, Generator<void, unknown>>;

/**
 * The metrics of a result; null where what was given does not determine the metric.
 *
 * @interface
 */
export type AuditedMetrics = {
  readonly [Name in Listed['name']]: ValueOf<Extract<Listed, { readonly name: Name }>>;
};
