import type { PrivacySpec } from '../job/job.js';
import { checkAttribute, checkKeys, checkNumber } from './check-parameters.js';
import type { PrivacyModel, PrivacyResult } from './model.js';
import { TOLERANCE } from './tolerance.js';

type AlphaKAnonymitySpec = Extract<PrivacySpec, { model: 'alpha-k-anonymity' }>;

export const ALPHA_K_ANONYMITY_SOURCE =
  'R. C.-W. Wong, J. Li, A. W.-C. Fu, K. Wang: (α, k)-anonymity: an enhanced k-anonymity model for privacy preserving data publishing, KDD 2006';

/**
 * (α, k)-anonymity: every class has at least k rows, and no sensitive value has more than the share α of them. The general
 * model of section 2, with one α for every value.
 *
 * @throws InvalidArgumentError K_TYPE, K_RANGE, K_NOT_INTEGER, ALPHA_TYPE, ALPHA_RANGE (0 < α <= 1), ATTRIBUTE_TYPE,
 *   UNKNOWN_OPTION.
 */
export function createAlphaKAnonymity(spec: AlphaKAnonymitySpec, path: string): PrivacyModel {
  checkKeys(spec, ['model', 'k', 'alpha', 'attribute'], path);
  const k = checkNumber(spec.k, { path: `${path}.k`, code: 'K', minimum: 1, maximum: 2 ** 31 - 1, integer: true });
  const alpha = checkNumber(spec.alpha, {
    path: `${path}.alpha`,
    code: 'ALPHA',
    minimum: 0,
    maximum: 1,
    above: true,
  });
  const attribute = checkAttribute(spec.attribute, path);
  return {
    name: 'alpha-k-anonymity',
    spec,
    source: ALPHA_K_ANONYMITY_SOURCE,
    monotone: true,
    attribute,
    condition: (column, global) => ({
      kind: 'shares',
      column,
      minimum: k,
      lower: new Float64Array(global.length),
      upper: new Float64Array(global.length).fill(alpha * (1 + TOLERANCE)),
      every: false,
    }),
    achieved(sizes, histogram, global): PrivacyResult {
      const base = { model: 'alpha-k-anonymity', attribute, required: { k, alpha } } as const;
      if (sizes.length === 0) return { ...base, achieved: {}, holds: true };
      const size = (global as Uint32Array).length;
      const counts = histogram as Uint32Array;
      let smallest = Infinity;
      let largestShare = 0;
      sizes.forEach((rows, j) => {
        smallest = Math.min(smallest, rows);
        for (let at = j * size; at < (j + 1) * size; at++) largestShare = Math.max(largestShare, counts[at] / rows);
      });
      const holds = smallest >= k && largestShare <= alpha * (1 + TOLERANCE);
      return { ...base, achieved: { k: smallest, alpha: largestShare }, holds };
    },
  };
}
