import type { Released } from '../release/released.js';
import { measureAverageClassSize } from './average-class-size.js';
import { measureClassification } from './classification.js';
import { measureDiscernibility } from './discernibility.js';
import { measureEntropy } from './entropy.js';
import { measureHeight } from './height.js';
import { measureKlDivergence } from './kl-divergence.js';
import { geometricLoss, lossPerAttribute, meanLoss } from './loss.js';
import { measureNcp } from './ncp.js';
import { measurePrecision } from './precision.js';

/** The quality of a release (CONTRACT: definitions of `metrics`); lower is better except for `precision`. */
export interface Metrics {
  /** A bigint only past 2^53 - 1. */
  readonly discernibility: number | bigint;
  /** Null without a class column. */
  readonly classification: number | null;
  readonly averageClassSize: number;
  /** 0 .. 1; null, as the three below, where nothing was generalized but taken apart (dissociation) or replaced by means. */
  readonly loss: number | null;
  /** 0 .. 1. */
  readonly lossGeometric: number | null;
  /** 0 .. 1. */
  readonly ncp: number | null;
  /** 0 .. 1; null unless every released value has a level. */
  readonly precision: number | null;
  /** Null unless one level vector was applied to the whole table. */
  readonly height: number | null;
  /** Bits, >= 0. */
  readonly entropy: number | null;
  /** Nats, >= 0; null when it would cost too much to compute. */
  readonly klDivergence: number | null;
}

/**
 * Measures a release by every metric, in steps: it yields between stretches of the work, some milliseconds each. Sums run
 * in a fixed order, so equal releases have equal metrics.
 */
export function* measureQuality(released: Released): Generator<void, Metrics> {
  const losses = lossPerAttribute(released);
  yield;
  const quick = {
    discernibility: measureDiscernibility(released),
    classification: measureClassification(released),
    averageClassSize: measureAverageClassSize(released),
    loss: meanLoss(losses),
    lossGeometric: geometricLoss(losses),
    ncp: measureNcp(released),
    precision: measurePrecision(released),
    height: measureHeight(released),
    entropy: measureEntropy(released),
  };
  yield;
  return { ...quick, klDivergence: yield* measureKlDivergence(released) };
}

/** What looks at released cells, of a release whose cells are no longer values of their domains. */
export const NO_CELL_METRICS = {
  loss: null,
  lossGeometric: null,
  ncp: null,
  precision: null,
  height: null,
  entropy: null,
  klDivergence: null,
} as const;

/** The quality of a release whose cells are no longer values of their domains (means): what looks at cells is null. */
export function measureClassesOnly(released: Released): Metrics {
  return {
    discernibility: measureDiscernibility(released),
    classification: measureClassification(released),
    averageClassSize: measureAverageClassSize(released),
    ...NO_CELL_METRICS,
  };
}

/**
 * The quality of a permuted release. What counts rows of classes counts rows of buckets; what looks at cells looks at the
 * released values, whatever row they stand in, so it says what generalization cost and nothing of the permutation. The
 * divergence is not defined for it: null.
 *
 * @param buckets - [buckets] rows of every bucket
 */
export function measurePermutedQuality(released: Released, buckets: Uint32Array): Metrics {
  const losses = lossPerAttribute(released);
  const judged: Released = { ...released, sizes: buckets };
  return {
    discernibility: measureDiscernibility(judged),
    classification: measureClassification(judged),
    averageClassSize: measureAverageClassSize(judged),
    loss: meanLoss(losses),
    lossGeometric: geometricLoss(losses),
    ncp: measureNcp(released),
    precision: measurePrecision(released),
    height: null,
    entropy: measureEntropy(released),
    klDivergence: null,
  };
}
