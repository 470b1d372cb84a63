import type { PrivacySpec } from '../job/job.js';
import { checkKeys, checkNumber } from './check-parameters.js';
import type { PrivacyModel, PrivacyResult } from './model.js';

type KAnonymitySpec = Extract<PrivacySpec, { model: 'k-anonymity' }>;

export const K_ANONYMITY_SOURCE =
  'P. Samarati, L. Sweeney: Protecting privacy when disclosing information: k-anonymity and its enforcement through generalization and suppression, 1998';

/**
 * k-anonymity: every class has at least k rows.
 *
 * @param path where the model stands in the job, for messages.
 * @throws InvalidArgumentError K_TYPE, K_RANGE, K_NOT_INTEGER: k must be an integer from 1 to 2^31 - 1.
 */
export function createKAnonymity(spec: KAnonymitySpec, path: string): PrivacyModel {
  checkKeys(spec, ['model', 'k'], path);
  const k = checkNumber(spec.k, { path: `${path}.k`, code: 'K', minimum: 1, maximum: 2 ** 31 - 1, integer: true });
  return {
    name: 'k-anonymity',
    spec,
    source: K_ANONYMITY_SOURCE,
    monotone: true,
    attribute: null,
    condition: () => ({ kind: 'size', minimum: k }),
    achieved(sizes): PrivacyResult {
      let smallest = Infinity;
      for (const size of sizes) if (size < smallest) smallest = size;
      return {
        model: 'k-anonymity',
        required: { k },
        achieved: sizes.length === 0 ? {} : { k: smallest },
        holds: smallest >= k,
      };
    },
  };
}
