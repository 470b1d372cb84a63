import type { Released } from '../release/released.js';
import type { Steps } from '../steps.js';
import { measureAverageClassSize } from './average-class-size.js';
import { measureClassificationPenalty } from './classification-penalty.js';
import { measureClassification } from './classification.js';
import { measureDiscernibility } from './discernibility.js';
import { measureEntropy } from './entropy.js';
import { measureGeneralization } from './generalization.js';
import { measureHeight } from './height.js';
import { measureInformationLoss, measureRowInformationLoss } from './information-loss.js';
import { measureKlDivergence } from './kl-divergence.js';
import { measureLargestClass } from './largest-class.js';
import { measureLossSum } from './loss-sum.js';
import { geometricLoss, lossPerAttribute, meanLoss } from './loss.js';
import { measureNcp } from './ncp.js';
import { measurePrecision } from './precision.js';
import { measureQueryError } from './query-error.js';

/** The quality of a release, as docs/metrics.md defines it; lower is better except for `precision`. */
export interface Metrics {
  /** A bigint only past 2^53 - 1. */
  readonly discernibility: number | bigint;
  /** Null without a class column. */
  readonly classification: number | null;
  /** A bigint only past 2^53 - 1; null without a class column and without exactly one sensitive attribute. */
  readonly classificationPenalty: number | bigint | null;
  readonly averageClassSize: number;
  /** Rows; 0 when nothing was released. */
  readonly largestClass: number;
  /** 0 .. 1; null, as all below, where nothing was generalized but taken apart (dissociation) or replaced by means. */
  readonly loss: number | null;
  /** 0 .. 1. */
  readonly lossGeometric: number | null;
  /** 0 .. quasi-identifiers, and more where suppressed rows count twice. */
  readonly lossSum: number | null;
  /** 0 .. 1. */
  readonly ncp: number | null;
  /** 0 .. 1; null unless every released value has a level. */
  readonly precision: number | null;
  /** Levels, summed over cells; null unless every released value has a level. */
  readonly generalization: number | null;
  /** 0 .. 1, mean over cells. */
  readonly informationLoss: number | null;
  /** 0 .. 1, mean over rows; null where columns were permuted. */
  readonly rowInformationLoss: number | null;
  /** Null unless one level vector was applied to the whole table. */
  readonly height: number | null;
  /** Bits, >= 0. */
  readonly entropy: number | null;
  /** Nats, >= 0; null when it would cost too much to compute, and where columns were permuted. */
  readonly klDivergence: number | null;
  /** Mean relative error of a workload of counting queries, >= 0; null when no query of it counts a row. */
  readonly queryError: number | null;
  /** Median of the same. */
  readonly queryErrorMedian: number | null;
}

/**
 * Measures a release by every metric, in steps: it yields between stretches of the work, some milliseconds each. Sums run
 * in a fixed order, so equal releases have equal metrics.
 */
export function* measureQuality(released: Released): Steps<Metrics> {
  const classes = measureClasses(released);
  yield;
  const cells = yield* measureCells(released);
  const rowInformationLoss = measureRowInformationLoss(released);
  yield;
  const quick = { ...classes, ...cells, rowInformationLoss, height: measureHeight(released) };
  const entropy = measureEntropy(released);
  yield;
  const divergence = yield* measureKlDivergence(released);
  return { ...quick, entropy, klDivergence: divergence, ...(yield* measureQueryError(released)) };
}

/** What counts rows of classes. */
function measureClasses(released: Released) {
  return {
    discernibility: measureDiscernibility(released),
    classification: measureClassification(released),
    classificationPenalty: measureClassificationPenalty(released),
    averageClassSize: measureAverageClassSize(released),
    largestClass: measureLargestClass(released),
  };
}

/** What looks at released values, whatever row they stand in. */
function* measureCells(released: Released) {
  const losses = lossPerAttribute(released);
  yield;
  const lossSum = measureLossSum(released);
  yield;
  const ncp = measureNcp(released);
  yield;
  const precision = measurePrecision(released);
  yield;
  const generalization = measureGeneralization(released);
  yield;
  const informationLoss = measureInformationLoss(released);
  yield;
  const [loss, lossGeometric] = [meanLoss(losses), geometricLoss(losses)];
  return { loss, lossGeometric, lossSum, ncp, precision, generalization, informationLoss };
}

/** What looks at released cells, of a release whose cells are no longer values of their domains. */
export const NO_CELL_METRICS = {
  loss: null,
  lossGeometric: null,
  lossSum: null,
  ncp: null,
  precision: null,
  generalization: null,
  informationLoss: null,
  rowInformationLoss: null,
  height: null,
  entropy: null,
  klDivergence: null,
  queryError: null,
  queryErrorMedian: null,
} as const;

/** The quality of a release whose cells are no longer values of their domains (means): what looks at cells is null. */
export function measureClassesOnly(released: Released): Metrics {
  return { ...measureClasses(released), ...NO_CELL_METRICS };
}

/**
 * The quality of a permuted release. What counts rows of classes counts rows of buckets; what looks at cells looks at the
 * released values, whatever row they stand in, so it says what generalization cost and nothing of the permutation. What
 * looks at whole rows is not defined for it: null. Yields as {@link measureQuality} does.
 *
 * @param buckets - [buckets] rows of every bucket
 */
export function* measurePermutedQuality(released: Released, buckets: Uint32Array): Steps<Metrics> {
  const classes = measureClasses({ ...released, sizes: buckets });
  yield;
  const cells = yield* measureCells(released);
  const entropy = measureEntropy(released);
  yield;
  const quick = { ...classes, ...cells, rowInformationLoss: null, height: null, entropy, klDivergence: null };
  return { ...quick, ...(yield* measureQueryError(released)) };
}
