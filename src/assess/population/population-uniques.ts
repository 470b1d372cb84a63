/** Estimates of the people who are unique in the population that a file was sampled from. */
import { countSizes } from '../../audit/plain-risk.js';
import { exponential, logarithm } from '../../base/elementary.js';
import { largestOf, smallestOf } from '../../base/sequences.js';
import { InvalidArgumentError } from '../../base/errors.js';
import { fitPitman } from './pitman.js';
import { fitSlideNegativeBinomial } from './slide-negative-binomial.js';
import type { SizeCount } from './size-count.js';
import { logGamma } from './log-gamma.js';

/** Estimators of population uniques. */
export type UniquesEstimator = 'pitman' | 'zayatz' | 'snb';

/** Estimated numbers of unique people of a population. */
export interface PopulationUniques {
  /** People of the population, N. */
  readonly population: number;
  /** Rows, or persons, of the sample, n. */
  readonly sample: number;
  /** Those that are unique in the sample. */
  readonly sampleUniques: number;
  /** Estimated unique people of the population, 0 to N, by each estimator; null where its equations have no solution. */
  readonly estimates: Readonly<Record<UniquesEstimator, number | null>>;
  /** The estimator that the rule of Dankar and others chooses. */
  readonly chosen: UniquesEstimator;
  /** Its estimate. */
  readonly uniques: number;
  /** `uniques` / N. */
  readonly share: number;
  /** Smallest and largest share among the estimators with a solution. */
  readonly shares: readonly [number, number];
}

/** Largest sampling fraction at which the rule of Dankar and others takes the estimate of Pitman. */
const SMALL_FRACTION = 0.1;

/**
 * Estimates how many people of a population are unique in the quasi-identifiers of a sample, by the models of Pitman (Hoshino 2001), Zayatz
 * (1991) and the slide negative binomial (Chen, Keller-McNulty 1998), and chooses one by the rule of F. K. Dankar, K. El Emam, A. Neisa,
 * T. Roffey: Estimating the re-identification risk of clinical data sets, BMC Medical Informatics and Decision Making 12:66, 2012. The file is
 * a simple random sample without replacement.
 *
 * @param sizes - rows, or persons, of each equivalence class of the sample: whole numbers from 0; empty classes do not count
 * @param population - people of the population: a whole number, at least the sum of `sizes`
 * @throws InvalidArgumentError COUNTS_RANGE for another size, OPTION_RANGE for another population
 *
 * @example
 * estimatePopulationUniques([1, 1, 1, 2, 5], 1000).share;
 */
export function estimatePopulationUniques(sizes: ArrayLike<number>, population: number): PopulationUniques {
  const counts = countChecked(sizes);
  const sample = counts.reduce((sum, { size, classes }) => sum + size * classes, 0);
  if (!(Number.isSafeInteger(population) && population >= Math.max(sample, 1))) {
    const expected = 'a whole number, at least the rows or persons of the sample';
    throw new InvalidArgumentError('population', expected, String(population), 'OPTION_RANGE');
  }
  const sampleUniques = counts.find(({ size }) => size === 1)?.classes ?? 0;
  const estimates = estimatesOf(counts, sample, population, sampleUniques);
  const chosen = chooseEstimator(estimates, sample / population);
  const found = Object.values(estimates).filter((value): value is number => value !== null);
  const uniques = estimates[chosen] ?? 0;
  return {
    population,
    sample,
    sampleUniques,
    estimates,
    chosen,
    uniques,
    share: uniques / population,
    shares: [smallestOf(found) / population, largestOf(found) / population],
  };
}

/** Counts of sizes, the smallest first, without empty classes. */
function countChecked(sizes: ArrayLike<number>): SizeCount[] {
  const counts = Uint32Array.from(sizes);
  const wrong = counts.findIndex((size, c) => size !== sizes[c]);
  if (wrong >= 0) {
    throw new InvalidArgumentError('sizes', 'whole numbers from 0', `another at class ${wrong}`, 'COUNTS_RANGE');
  }
  return countSizes(counts).map(([size, classes]) => ({ size, classes }));
}

function estimatesOf(
  counts: readonly SizeCount[],
  sample: number,
  population: number,
  sampleUniques: number,
): Record<UniquesEstimator, number | null> {
  if (sampleUniques === 0) return { pitman: 0, zayatz: 0, snb: 0 };
  if (sample === population) return { pitman: sampleUniques, zayatz: sampleUniques, snb: sampleUniques };
  const within = (value: number | null): number | null =>
    value === null || !(value >= 0) || value > population ? null : value;
  return {
    pitman: within(byPitman(counts, sample, population)),
    zayatz: within(byZayatz(counts, sample, population, sampleUniques)),
    snb: within(fitSlideNegativeBinomial(counts, sample / population)?.uniques ?? null),
  };
}

/** Expected uniques of a Pitman sampling formula over N people: Γ(θ + 1) / Γ(θ + α) N^α for large N (Hoshino 2001). */
function byPitman(counts: readonly SizeCount[], sample: number, population: number): number | null {
  const fitted = fitPitman(counts, sample);
  if (fitted === null) return null;
  const { theta, alpha } = fitted;
  return exponential(logGamma(theta + 1) - logGamma(theta + alpha) + alpha * logarithm(population));
}

/**
 * Zayatz: a unique row of the sample is unique in the population with the probability P(class of 1 | 1 in the sample), where the classes of the
 * population have the sizes of those of the sample.
 */
function byZayatz(counts: readonly SizeCount[], sample: number, population: number, sampleUniques: number): number {
  // Probability that one of `size` people of a class is in the sample: hypergeometric, as a product over sizes.
  let sum = 0;
  let probability = sample / population;
  let reached = 1;
  for (const { size, classes } of counts) {
    for (; reached < size; reached++) {
      probability *= Math.max(0, population - sample - reached + 1) / (population - reached);
    }
    sum += classes * size * probability;
  }
  const conditional = (sampleUniques * (sample / population)) / sum;
  return (sampleUniques * conditional * population) / sample;
}

/** Rule of Dankar and others: Pitman's estimate of small samples, else the smaller one of SNB's and Zayatz's. */
function chooseEstimator(estimates: Record<UniquesEstimator, number | null>, fraction: number): UniquesEstimator {
  const { pitman, zayatz, snb } = estimates;
  if (fraction <= SMALL_FRACTION && pitman !== null) return 'pitman';
  return snb !== null && snb !== 0 && (zayatz === null || snb <= zayatz) ? 'snb' : 'zayatz';
}
