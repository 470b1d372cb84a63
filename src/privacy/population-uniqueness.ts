import * as v from 'valibot';
import { counted, percent } from '../base/numbers.js';
import { InvalidArgumentError } from '../base/errors.js';
import { number, oneOf, positiveShare } from '../base/schema-parts.js';
import { defineModel } from './definition.js';
import { described } from './parameters.js';
import type { Promised } from './promise.js';
import { TOLERANCE } from './tolerance.js';
import { shareOfPopulationUniques } from './uniques/population-uniques.js';

/** Estimators that a job may name: one, or the choice among them by the rule of Dankar and others. */
const ESTIMATORS = ['dankar', 'pitman', 'zayatz', 'snb'] as const;

/** The population of a sentence. */
const populationOf = ({ population, fraction }: Promised['required']): string =>
  population === undefined
    ? `the people from whom ${percent(fraction)} were drawn for the release`
    : counted(population, 'person', 'people') + ' of the population';

/**
 * Population uniqueness: of the people of the population that the release was sampled from, the share that is estimated to be unique in the
 * quasi-identifiers is at most `uniques`. A condition on the release: it may hold with classes of one row, since few of them are unique in a large population.
 *
 * Searches that judge class by class use a sufficient condition instead, classes of at least 2 rows: then nothing that is unique is seen, and
 * every estimate is 0.
 */
export const populationUniqueness = defineModel({
  name: 'population-uniqueness',
  title: 'Few people unique in the population',
  description: 'The estimated share of the population that is unique in the quasi-identifiers is bounded.',
  promise: ({ required }) =>
    `An estimated ${percent(required.uniques)} or less of ${populationOf(required)} are unique in the released quasi-identifiers.`,
  example: { population: 100_000, uniques: 0.01 },
  source: 'F. K. Dankar, K. El Emam, A. Neisa, T. Roffey: Estimating the re-identification risk of clinical data sets, BMC Medical Informatics and Decision Making 12:66, 2012', // prettier-ignore
  parameters: {
    population: v.optional(
      described(
        number({ code: 'POPULATION', min: 1, max: Number.MAX_SAFE_INTEGER, integer: true }),
        'people of the population, at least those of the input: integer from 1; this or fraction',
      ),
    ),
    fraction: v.optional(
      described(positiveShare('FRACTION'), 'share of the population that the release is: above 0, at most 1'),
    ),
    estimator: v.optional(
      described(
        oneOf(ESTIMATORS),
        '"pitman", "zayatz" or "snb"; "dankar" (default): the one that the rule of Dankar and others chooses',
      ),
    ),
    uniques: described(
      positiveShare('UNIQUES'),
      'largest estimated share of the population that is unique: above 0, at most 1',
    ),
  },
  monotone: true,
  check({ population, fraction }, path) {
    if ((population === undefined) !== (fraction === undefined)) return;
    const received = population === undefined ? 'neither' : 'both';
    throw new InvalidArgumentError(`${path}.population`, 'either population or fraction', received, 'MISSING_OPTION');
  },
  create({ population, fraction = 1, estimator = 'dankar', uniques }) {
    const bound = uniques * (1 + TOLERANCE);
    const shareOf = (sizes: Uint32Array): number => {
      const sample = sizes.reduce((sum, size) => sum + size, 0);
      return sample === 0
        ? 0
        : shareOfPopulationUniques(sizes, Math.max(sample, population ?? Math.round(sample / fraction)), estimator);
    };
    return {
      condition: () => ({ kind: 'size', minimum: 2 }),
      needsClasses: true,
      table: {
        holds: ({ sizes }) => sizes !== undefined && shareOf(sizes()) <= bound,
        isDecisive: true,
        isOfSizes: true,
      },
      achieved(sizes) {
        const share = shareOf(sizes);
        return { achieved: { uniques: share }, holds: share <= bound };
      },
    };
  },
});
