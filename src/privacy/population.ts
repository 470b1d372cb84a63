import { InvalidArgumentError } from '../errors.js';
import type { PrivacySpec } from '../job/job.js';
import { checkKeys, checkNumber } from './check-parameters.js';
import type { PrivacyModel, PrivacyResult } from './model.js';

type PopulationSpec = Extract<PrivacySpec, { model: 'weak-k-anonymity' | 'k-map' }>;

export const POPULATION_SOURCES = {
  'weak-k-anonymity': 'M. Atzori: Weak k-anonymity: a low-distortion model for protecting privacy, ISC 2006',
  'k-map':
    'L. Sweeney: Computational disclosure control: a primer on data privacy protection, PhD thesis, MIT 2001, section 4.4',
} as const;

/**
 * k-map and weak k-anonymity: every released class fits at least k rows of the public table, however few rows it has itself.
 * Both say the same of a class; they come from different papers.
 *
 * @throws InvalidArgumentError K_TYPE, K_RANGE, K_NOT_INTEGER, UNKNOWN_OPTION.
 */
export function createPopulation(spec: PopulationSpec, path: string): PrivacyModel {
  checkKeys(spec, ['model', 'k', 'public'], path);
  const k = checkNumber(spec.k, { path: `${path}.k`, code: 'K', minimum: 1, maximum: 2 ** 31 - 1, integer: true });
  return {
    name: spec.model,
    spec,
    source: POPULATION_SOURCES[spec.model],
    monotone: true,
    attribute: null,
    public: 'regions',
    condition: (column) => ({ kind: 'population', column, minimum: k }),
    achieved(sizes, _histogram, _global, counts): PrivacyResult {
      if (counts === undefined) throw new InvalidArgumentError('counts', 'public rows per class', 'none');
      let smallest = Infinity;
      for (let c = 0; c < sizes.length; c++) smallest = Math.min(smallest, counts.population[c]);
      return {
        model: spec.model,
        required: { k },
        achieved: sizes.length === 0 ? {} : { k: smallest },
        holds: smallest >= k,
      };
    },
  };
}
