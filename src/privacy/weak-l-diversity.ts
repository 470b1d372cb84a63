import { InvalidArgumentError } from '../errors.js';
import type { PrivacySpec } from '../job/job.js';
import { checkAttribute, checkKeys, checkNumber } from './check-parameters.js';
import type { PrivacyModel, PrivacyResult } from './model.js';
import { TOLERANCE } from './tolerance.js';

type WeakLDiversitySpec = Extract<PrivacySpec, { model: 'weak-l-diversity' }>;

export const WEAK_L_DIVERSITY_SOURCE =
  'ours, as weak k-anonymity (Atzori, ISC 2006) is to k-anonymity; named by B. Toth: Data Anonymization, 2015, section 2.2.1';

/**
 * Weak l-diversity: of the people of the public table in the region of a released class, at most the share 1/l are known to
 * have any one sensitive value: (private rows of the class with the value) / (public rows of its region) <= 1/l. That is how sure
 * somebody is of the value who knows of a person no more than that they are in the public table.
 *
 * No paper that we know defines it; this is our reading. It needs weak k-anonymity with k = l, since a value that occurs has a row.
 *
 * @throws InvalidArgumentError L_TYPE, L_RANGE (1 <= l < 2^31), ATTRIBUTE_TYPE, UNKNOWN_OPTION.
 */
export function createWeakLDiversity(spec: WeakLDiversitySpec, path: string): PrivacyModel {
  checkKeys(spec, ['model', 'l', 'attribute', 'public'], path);
  const l = checkNumber(spec.l, { path: `${path}.l`, code: 'L', minimum: 1, maximum: 2 ** 31 - 1 });
  const attribute = checkAttribute(spec.attribute, path);
  const most = (1 / l) * (1 + TOLERANCE);
  return {
    name: 'weak-l-diversity',
    spec,
    source: WEAK_L_DIVERSITY_SOURCE,
    // Shares of two regions together lie between those of each.
    monotone: true,
    attribute,
    public: 'regions',
    condition: (column, global) => ({
      kind: 'shares',
      column,
      minimum: 1,
      // Of all rows of the region; the last code is of people whose value nobody knows, who may be as many as they are.
      lower: new Float64Array(global.length + 1),
      upper: Float64Array.from({ length: global.length + 1 }, (_, code) => (code < global.length ? most : 1)),
      every: false,
    }),
    achieved(sizes, histogram, global, counts): PrivacyResult {
      if (counts === undefined) throw new InvalidArgumentError('counts', 'public rows per class', 'none');
      const base = { model: 'weak-l-diversity', attribute, required: { l } } as const;
      if (sizes.length === 0) return { ...base, achieved: {}, holds: true };
      const size = (global as Uint32Array).length;
      let largest = 0;
      for (let c = 0; c < sizes.length; c++) {
        for (let at = c * size; at < (c + 1) * size; at++) {
          largest = Math.max(largest, (histogram as Uint32Array)[at] / counts.population[c]);
        }
      }
      return { ...base, achieved: { l: 1 / largest }, holds: largest <= most };
    },
  };
}
