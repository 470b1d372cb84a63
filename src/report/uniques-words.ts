/** The estimated unique people of a population that a job names, and sentences about them. */
import type { AuditReport } from '../audit/report.js';
import { percent, quantity } from '../base/numbers.js';
import type { CheckedJob } from '../job/job.js';
import {
  estimatePopulationUniques,
  type PopulationUniques,
  type UniquesEstimator,
} from '../privacy/uniques/population-uniques.js';

const ESTIMATORS: Readonly<Record<UniquesEstimator, string>> = {
  pitman: 'Pitman',
  zayatz: 'Zayatz',
  snb: 'the slide negative binomial',
};

/**
 * Estimates the unique people of a population by the released classes.
 *
 * @param population - people of the population, or below 1 the share of them that the release is
 * @returns null where nothing is released, and where persons have rows in several classes, each of which counts them
 */
export function uniquesOfRelease(
  { classSizes, classPersons, personsReleased }: Pick<AuditReport, 'classSizes' | 'classPersons' | 'personsReleased'>,
  population: number,
): PopulationUniques | null {
  const sizes = classPersons ?? classSizes;
  const sample = sizes.reduce((sum, [size, count]) => sum + size * count, 0);
  if (sample === 0 || (classPersons !== undefined && sample !== personsReleased)) return null;
  const all = new Uint32Array(sizes.reduce((sum, [, count]) => sum + count, 0));
  let at = 0;
  for (const [size, count] of sizes) all.fill(size, at, (at += count));
  return estimatePopulationUniques(
    all,
    Math.max(sample, population < 1 ? Math.round(sample / population) : population),
  );
}

/** Estimates the unique people of the population that a job names by the model `population-uniqueness`; null without one. */
export function uniquesOfJob(
  { privacy }: Pick<CheckedJob, 'privacy'>,
  audit: Parameters<typeof uniquesOfRelease>[0] & Pick<AuditReport, 'risk'>,
): PopulationUniques | null {
  const spec = privacy.find(({ model }) => model === 'population-uniqueness');
  if (spec?.model !== 'population-uniqueness' || audit.risk.of === 'bucket') return null;
  const { population, fraction = 1 } = spec;
  return uniquesOfRelease(audit, population ?? (fraction < 1 ? fraction : 1));
}

/** Sentences about the unique people of a population: the estimate, its interval, other estimators. */
export function uniquesLines({ population, uniques, share, chosen, shares, interval }: PopulationUniques): string[] {
  const [low, high] = shares.map(percent);
  return [
    `in the population of ${quantity(population)} an estimated ${quantity(Math.round(uniques))} are unique in the quasi-identifiers (${percent(share)}), by the estimator of ${ESTIMATORS[chosen]}`,
    interval === null
      ? 'the sample is too small for an interval'
      : `95 % interval of the error of sampling: ${percent(interval[0])} to ${percent(interval[1])}`,
    low === high
      ? 'all estimators that have a solution agree'
      : `other estimators lie between ${low} and ${high}; all take the file for a simple random sample`,
  ];
}
