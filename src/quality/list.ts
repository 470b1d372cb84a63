import { ambiguity } from './ambiguity.js';
import { averageClassSize } from './average-class-size.js';
import { classificationPenalty } from './classification-penalty.js';
import { classification } from './classification.js';
import { discernibility } from './discernibility.js';
import { entropy, normalizedEntropy } from './entropy.js';
import { generalization } from './generalization.js';
import { height } from './height.js';
import { informationLoss, rowInformationLoss } from './information-loss.js';
import { klDivergence } from './kl-divergence.js';
import { largestClass } from './largest-class.js';
import { lossSum } from './loss-sum.js';
import { loss, lossGeometric } from './loss.js';
import type { Metric } from './metric.js';
import { ncp } from './ncp.js';
import { precision } from './precision.js';
import { queryError, queryErrorMedian } from './query-error.js';

/** Every metric, in the order of the result. */
export const metrics = [
  discernibility,
  classification,
  classificationPenalty,
  averageClassSize,
  largestClass,
  loss,
  lossGeometric,
  lossSum,
  ncp,
  precision,
  generalization,
  informationLoss,
  rowInformationLoss,
  height,
  entropy,
  normalizedEntropy,
  ambiguity,
  klDivergence,
  queryError,
  queryErrorMedian,
] as const satisfies readonly Metric[];
