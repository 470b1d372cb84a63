/**
 * The slide negative binomial: a class of the population has 1 + M people, M negative binomial with alpha and beta. G. Chen, S. Keller-McNulty:
 * Estimation of identification disclosure risk in microdata, Journal of Official Statistics 14(1), 1998. Its classes are counted by Shlosser's
 * estimator (P. J. Haas, J. F. Naughton, S. Seshadri, L. Stokes: Sampling-based estimation of the number of distinct values, VLDB 1995).
 */
import { exponential, logarithm, square } from '../../base/elementary.js';
import type { SizeCount } from './size-count.js';

const MOST_STEPS = 300;
const ACCURACY = 1e-12;
/** Least beta of a solution: below it, one class has nearly everybody; and largest logit: above it, sizes are those of Poisson. */
const LEAST_BETA = 1e-30;
const MOST_LOGIT = 10;

/** Parameters of the population, and its unique people. */
interface SlideNegativeBinomial {
  readonly alpha: number;
  /** 0 to 1. */
  readonly beta: number;
  /** Classes of the population, K. */
  readonly classes: number;
  /** K beta^alpha */
  readonly uniques: number;
}

/** Fits the expected classes of one and of two rows of the sample; null where no parameters do. */
export function fitSlideNegativeBinomial(counts: readonly SizeCount[], fraction: number): SlideNegativeBinomial | null {
  const classesOf = (size: number): number => counts.find((each) => each.size === size)?.classes ?? 0;
  const classes = estimateClasses(counts, fraction);
  const wanted: Pair = [classesOf(1) / classes, classesOf(2) / classes];
  if (!(wanted[0] > 0 && wanted[1] > 0)) return null;
  for (const start of STARTS) {
    const found = solve(fraction, wanted, start);
    if (found !== null) {
      const [alpha, logBeta] = [exponential(found[0]), logShare(found[1])];
      const beta = exponential(logBeta);
      return beta < LEAST_BETA || found[1] > MOST_LOGIT
        ? null
        : { alpha, beta, classes, uniques: classes * exponential(alpha * logBeta) };
    }
  }
  return null;
}

/** Shlosser's estimate of the classes of the population. */
function estimateClasses(counts: readonly SizeCount[], q: number): number {
  let observed = 0;
  let ones = 0;
  let [seenTwice, expected, unseen, once] = [0, 0, 0, 0];
  for (const { size, classes } of counts) {
    observed += classes;
    if (size === 1) ones = classes;
    const missing = exponential(size * logarithm(1 - q));
    seenTwice += size * q * q * exponential((size - 1) * logarithm(1 - q * q)) * classes;
    expected += missing * (exponential(size * logarithm(1 + q)) - 1) * classes;
    unseen += missing * classes;
    once += size * q * (missing / (1 - q)) * classes;
  }
  return observed + ones * (seenTwice / expected) * square(unseen / once);
}

type Pair = readonly [number, number];

/** Starts as logarithm of alpha and logit of beta. */
const STARTS: readonly Pair[] = [-4, -2, -1, 0, 1, 2].flatMap((a) => [-6, -3, -1, 0, 1, 3].map((b): Pair => [a, b]));

/** Logarithm of beta = 1 / (1 + e^-x). */
const logShare = (x: number): number => -logarithm(1 + exponential(-x));

/** Shares of the classes of the population that have one, and two, rows in the sample. */
function expectedShares(fraction: number, [a, b]: Pair): Pair {
  const alpha = exponential(a);
  const beta = exponential(logShare(b));
  const z = (1 - fraction) * (1 - beta);
  const rest = 1 - z;
  const none = exponential(alpha * (logarithm(beta) - logarithm(rest)));
  return [
    fraction * none * ((alpha * z) / rest + 1),
    (fraction * fraction * alpha * (1 - beta) * none * (2 - (1 - alpha) * z)) / (2 * rest * rest),
  ];
}

/** Newton's steps with halving, by differences. Returns null where they do not reach the wanted shares. */
function solve(fraction: number, wanted: Pair, start: Pair): Pair | null {
  const gapsAt = (at: Pair): Pair => {
    const shares = expectedShares(fraction, at);
    return [logarithm(shares[0] / wanted[0]), logarithm(shares[1] / wanted[1])];
  };
  const sizeOf = ([x, y]: Pair): number => Math.max(Math.abs(x), Math.abs(y));
  let at = start;
  let gaps = gapsAt(at);
  for (let step = 0; step < MOST_STEPS && sizeOf(gaps) > ACCURACY; step++) {
    const h = 1e-6;
    const [xa, ya] = gapsAt([at[0] + h, at[1]]);
    const [xb, yb] = gapsAt([at[0], at[1] + h]);
    const [daX, daY, dbX, dbY] = [(xa - gaps[0]) / h, (ya - gaps[1]) / h, (xb - gaps[0]) / h, (yb - gaps[1]) / h];
    const determinant = daX * dbY - dbX * daY;
    if (!(Math.abs(determinant) > 1e-300)) return null;
    const move: Pair = [(gaps[0] * dbY - gaps[1] * dbX) / determinant, (gaps[1] * daX - gaps[0] * daY) / determinant];
    let moved = false;
    for (let factor = Math.min(1, 3 / sizeOf(move)); factor > 1e-9; factor /= 2) {
      const next: Pair = [at[0] - factor * move[0], at[1] - factor * move[1]];
      const there = gapsAt(next);
      if (!(sizeOf(there) < sizeOf(gaps))) continue;
      [at, gaps, moved] = [next, there, true];
      break;
    }
    if (!moved) break;
  }
  return sizeOf(gaps) < 1e-6 ? at : null;
}
