/**
 * Estimates of the people who are unique in a population, from the sizes of the classes of a sample of it. Each estimator is one equation in one unknown
 * here, which is enclosed and solved by Ridders's method.
 */
import { exponential, logarithm, logarithmOnePlus } from '../base/elementary.js';

/** Classes of a size. */
type Sizes = ReadonlyMap<number, number>;

/** A sample of n people from a population of N. */
interface Sampled {
  readonly sizes: Sizes;
  readonly n: number;
  readonly N: number;
}

/** Share of the population that is estimated to be unique; where no estimate is possible, the share of the sample that is unique in it. */
export function uniqueShare(sizes: Uint32Array, population: number, estimator: string): number {
  const counts = new Map<number, number>();
  let n = 0;
  for (const size of sizes.toSorted()) {
    if (size > 0) counts.set(size, (counts.get(size) ?? 0) + 1);
    n += size;
  }
  const alone = counts.get(1) ?? 0;
  if (alone === 0) return 0;
  if (n === population) return alone / n;
  const sampled = { sizes: counts, n, N: population };
  const possible = (value: number | null): number | null =>
    value !== null && value >= 0 && value <= population ? value : null;
  const estimates = {
    pitman: () => possible(pitman(sampled)),
    zayatz: () => possible(zayatz(sampled)),
    snb: () => possible(slideNegativeBinomial(sampled)),
    dankar: () => {
      const ofPitman = 10 * n <= population ? estimates.pitman() : null;
      if (ofPitman !== null) return ofPitman;
      const others = [estimates.zayatz(), estimates.snb()].filter((value) => value !== null && value !== 0);
      return others.reduce((least, value) => (least === null || value! < least ? value : least), null);
    },
  } as const;
  const found: number | null = estimates[estimator as keyof typeof estimates]();
  return found === null ? alone / n : found / population;
}

/** Root of a function with values of two signs at the ends of an interval. C. Ridders, IEEE Transactions on Circuits and Systems 26, 1979. */
function rootOf(value: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  let [atLow, atHigh] = [value(low), value(high)];
  for (let step = 0; step < 200 && atLow !== 0 && atHigh !== 0; step++) {
    const middle = (low + high) / 2;
    const atMiddle = value(middle);
    if (atMiddle === 0 || middle === low || middle === high) return middle;
    const slope = Math.sqrt(atMiddle * atMiddle - atLow * atHigh);
    const turn = ((middle - low) * Math.sign(atLow - atHigh) * atMiddle) / slope;
    const next = middle + turn;
    const atNext = value(next);
    for (const [x, y] of [
      [middle, atMiddle],
      [next, atNext],
    ]) {
      if (x <= low || x >= high) continue;
      if (y < 0 === atLow < 0) [low, atLow] = [x, y];
      else [high, atHigh] = [x, y];
    }
  }
  return atLow === 0 ? low : high;
}

/**
 * Pitman's sampling formula: the largest likelihood over theta for each alpha, and over alpha of these. None where everybody in the sample is unique.
 * N. Hoshino, Journal of Official Statistics 17(4), 2001.
 */
function pitman({ sizes, n, N }: Sampled): number | null {
  let u = 0;
  for (const classes of sizes.values()) u += classes;
  if (u === n) return null;
  const byTheta = (theta: number, alpha: number): number => {
    let slope = 0;
    for (let i = 1; i < n; i++) slope += (i < u ? 1 / (theta + i * alpha) : 0) - 1 / (theta + i);
    return slope;
  };
  const thetaOf = (alpha: number): number => {
    const at = (x: number): number => byTheta(exponential(x) - alpha, alpha);
    let high = 0;
    while (at(high) > 0) high += 3;
    let low = high - 3;
    while (at(low) < 0) low -= 3;
    return exponential(rootOf(at, low, high)) - alpha;
  };
  const byAlpha = (alpha: number): number => {
    const theta = thetaOf(alpha);
    let slope = 0;
    for (let i = 1; i < u; i++) slope += i / (theta + i * alpha);
    for (const [size, classes] of sizes) for (let j = 1; j < size; j++) slope -= classes / (j - alpha);
    return slope;
  };
  let alpha = 0;
  if (byAlpha(0) > 0) {
    let rest = 0.5;
    while (byAlpha(1 - rest) > 0) rest /= 4;
    alpha = rootOf(byAlpha, 0, 1 - rest);
  }
  return gammaRatio(thetaOf(alpha), alpha) * exponential(alpha * logarithm(N));
}

/** Γ(theta + 1) / Γ(theta + alpha): a product up to a large argument, and there the expansion of Frenzen (SIAM J. Math. Anal. 18, 1987). */
function gammaRatio(theta: number, alpha: number): number {
  let ratio = 1;
  let at = theta;
  for (; at < 3000; at++) ratio *= (at + alpha) / (at + 1);
  const centre = at + alpha / 2;
  const correction = (alpha * (1 - alpha) * (2 - alpha)) / (24 * centre * centre);
  return ratio * exponential((1 - alpha) * logarithm(centre)) * (1 + correction);
}

/** L. Zayatz 1991: uniques of the sample, times the share of them that are unique in a population of classes of these sizes, over the fraction. */
function zayatz({ sizes, n, N }: Sampled): number {
  const alone = sizes.get(1)!;
  // Expected uniques of samples from classes of a size: size * C(N - size, n - 1) / C(N, n), as multiples of those from one class of one.
  let expected = 0;
  let multiple = 1;
  let last = 1;
  for (const [size, classes] of sizes) {
    for (let s = last; s < size; s++) multiple *= Math.max(0, (N - n - s + 1) / (N - s));
    last = size;
    expected += size * classes * multiple;
  }
  return (((alone * alone) / expected) * N) / n;
}

/** Least beta of a solution, and largest logarithm of beta / (1 - beta). */
const LEAST_BETA = 1e-30;
const MOST_LOGIT = 10;

/**
 * The slide negative binomial (G. Chen, S. Keller-McNulty, Journal of Official Statistics 14(1), 1998). For a given beta, the ratio of expected classes of two
 * and of one leaves a quadratic equation for alpha with one positive root; the expected classes of one then decide beta.
 */
function slideNegativeBinomial({ sizes, n, N }: Sampled): number | null {
  const q = n / N;
  const classes = shlosser(sizes, q);
  const ones = sizes.get(1)! / classes;
  const ratio = (sizes.get(2) ?? 0) / sizes.get(1)!;
  if (ratio === 0) return null;
  const solve = (logit: number): { readonly alpha: number; readonly logBeta: number; readonly gap: number } => {
    const odds = exponential(logit);
    const logBeta = -logarithmOnePlus(1 / odds);
    const others = 1 / (1 + odds);
    const z = (1 - q) * others;
    const rest = 1 - z;
    const a = q * others * z;
    const b = q * others * (2 - z) - 2 * ratio * rest * z;
    const c = 2 * ratio * rest * rest;
    const discriminant = Math.sqrt(b * b + 4 * a * c);
    const alpha = b > 0 ? (2 * c) / (b + discriminant) : (discriminant - b) / (2 * a);
    const none = alpha * (logBeta + logarithmOnePlus(z / rest));
    return { alpha, logBeta, gap: logarithm((q * ((alpha * z) / rest + 1)) / ones) + none };
  };
  const [low, high] = [logarithm(LEAST_BETA), MOST_LOGIT];
  const gapAt = (logit: number): number => solve(logit).gap;
  if (gapAt(low) < 0 === gapAt(high) < 0) return null;
  const { alpha, logBeta } = solve(rootOf(gapAt, low, high));
  return classes * exponential(alpha * logBeta);
}

/** Shlosser's estimate of the classes of the population (P. J. Haas and others, VLDB 1995). */
function shlosser(sizes: Sizes, q: number): number {
  const power = (base: number, exponent: number): number => exponential(exponent * logarithm(base));
  const sumOver = (term: (size: number) => number): number => {
    let sum = 0;
    for (const [size, classes] of sizes) sum += classes * term(size);
    return sum;
  };
  const twice = sumOver((i) => i * q * q * power(1 - q * q, i - 1));
  const seen = sumOver((i) => power(1 - q * q, i) - power(1 - q, i));
  const none = sumOver((i) => power(1 - q, i));
  const once = sumOver((i) => i * q * power(1 - q, i - 1));
  const unseen = none / once;
  return sumOver(() => 1) + sizes.get(1)! * (twice / seen) * unseen * unseen;
}
