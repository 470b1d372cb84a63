/** Estimates of the people who are unique in the population that a file was sampled from. */
import { exponential, logarithm } from '../../base/elementary.js';
import { largestOf, smallestOf } from '../../base/sequences.js';
import { InvalidArgumentError } from '../../base/errors.js';
import { fitPitman } from './pitman.js';
import { fitSlideNegativeBinomial } from './slide-negative-binomial.js';
import { jackknifeInterval } from './jackknife.js';
import type { SizeCount } from './size-count.js';
import { logGammaRatio } from './log-gamma.js';

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
  /**
   * Ends of a 95 % interval of `share`, by the jackknife: the error of sampling, not that of the estimator, whose bias docs/attacks.md has. Null for samples of
   * fewer than 20, and where smaller samples have no estimate.
   */
  readonly interval: readonly [number, number] | null;
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
  const given = sampleOf(counts, population);
  const estimates = {
    pitman: estimate('pitman', given),
    zayatz: estimate('zayatz', given),
    snb: estimate('snb', given),
  };
  const chosen = chooseEstimator(given, (name) => estimates[name]);
  const found = Object.values(estimates).filter((value): value is number => value !== null);
  const uniques = estimates[chosen] ?? 0;
  return {
    population,
    sample,
    sampleUniques: given.sampleUniques,
    estimates,
    chosen,
    uniques,
    share: uniques / population,
    shares: [smallestOf(found) / population, largestOf(found) / population],
    interval: intervalOf(sizes, uniques / population, given, chosen),
  };
}

function intervalOf(
  sizes: ArrayLike<number>,
  share: number,
  { sample, sampleUniques, population }: Sample,
  chosen: UniquesEstimator,
): readonly [number, number] | null {
  if (sampleUniques === 0 || sample === population) return [share, share];
  const classes = Uint32Array.from(sizes).filter((size) => size > 0);
  return jackknifeInterval(classes, share, (left) => {
    const uniques = estimate(chosen, sampleOf(countSizes(left), population));
    return uniques === null ? null : uniques / population;
  });
}

/**
 * The share of a population that is estimated to be unique in it, 0 to 1. Where the equations of the estimator have no solution it is the share of the
 * sample that is unique in the sample, which is larger on average.
 *
 * @param sizes - [classes] rows, or persons, of each class of the sample
 * @param population - people of the population, at least the sample
 */
export function shareOfPopulationUniques(
  sizes: ArrayLike<number>,
  population: number,
  estimator: UniquesEstimator | 'dankar',
): number {
  const given = sampleOf(countSizes(Uint32Array.from(sizes)), population);
  if (given.sampleUniques === 0) return 0;
  const name = estimator === 'dankar' ? chooseEstimator(given, (each) => estimate(each, given)) : estimator;
  const uniques = estimate(name, given);
  return uniques === null ? given.sampleUniques / given.sample : uniques / population;
}

/** A sample of a population. */
interface Sample {
  readonly counts: readonly SizeCount[];
  readonly sample: number;
  readonly sampleUniques: number;
  readonly population: number;
}

const sampleOf = (counts: readonly SizeCount[], population: number): Sample => ({
  counts,
  population,
  sample: counts.reduce((sum, { size, classes }) => sum + size * classes, 0),
  sampleUniques: counts[0]?.size === 1 ? counts[0].classes : 0,
});

/** Counts of sizes, the smallest first, without empty classes. */
function countChecked(sizes: ArrayLike<number>): SizeCount[] {
  const sorted = Uint32Array.from(sizes);
  const wrong = sorted.findIndex((size, c) => size !== sizes[c]);
  if (wrong >= 0) {
    throw new InvalidArgumentError('sizes', 'whole numbers from 0', `another at class ${wrong}`, 'COUNTS_RANGE');
  }
  return countSizes(sorted);
}

function countSizes(sizes: Uint32Array): SizeCount[] {
  const counts: { readonly size: number; classes: number }[] = [];
  for (const size of sizes.slice().sort()) {
    if (size === 0) continue;
    const last = counts.at(-1);
    if (last?.size === size) last.classes++;
    else counts.push({ size, classes: 1 });
  }
  return counts;
}

/** Estimated unique people of the population by one estimator; null where its equations have no solution from 0 to the population. */
function estimate(name: UniquesEstimator, given: Sample): number | null {
  const { sample, sampleUniques, population } = given;
  if (sampleUniques === 0 || sample === population) return sampleUniques;
  const value = ESTIMATORS[name](given);
  return value === null || !(value >= 0) || value > population ? null : value;
}

const ESTIMATORS: Readonly<Record<UniquesEstimator, (given: Sample) => number | null>> = {
  pitman: byPitman,
  zayatz: byZayatz,
  snb: ({ counts, sample, population }) => fitSlideNegativeBinomial(counts, sample / population)?.uniques ?? null,
};

/** Expected uniques of a Pitman sampling formula over N people: Γ(θ + 1) / Γ(θ + α) N^α for large N (Hoshino 2001). */
function byPitman({ counts, sample, population }: Sample): number | null {
  const fitted = fitPitman(counts, sample);
  if (fitted === null) return null;
  const { theta, alpha } = fitted;
  return exponential(logGammaRatio(theta + alpha, 1 - alpha) + alpha * logarithm(population));
}

/**
 * Zayatz: a unique row of the sample is unique in the population with the probability P(class of 1 | 1 in the sample), where the classes of the
 * population have the sizes of those of the sample.
 */
function byZayatz({ counts, sample, population, sampleUniques }: Sample): number {
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
function chooseEstimator(
  { sample, population }: Sample,
  estimateOf: (name: UniquesEstimator) => number | null,
): UniquesEstimator {
  if (sample / population <= SMALL_FRACTION && estimateOf('pitman') !== null) return 'pitman';
  const [snb, zayatz] = [estimateOf('snb'), estimateOf('zayatz')];
  return snb !== null && snb !== 0 && (zayatz === null || snb <= zayatz) ? 'snb' : 'zayatz';
}
