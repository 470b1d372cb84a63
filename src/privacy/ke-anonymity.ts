import { LARGEST_MEASURED } from '../elementary.js';
import { InvalidArgumentError } from '../errors.js';
import type { PrivacySpec } from '../job/job.js';
import { checkAttribute, checkKeys, checkNumber } from './check-parameters.js';
import type { PrivacyModel, PrivacyResult, SensitiveScale } from './model.js';
import { TOLERANCE } from './tolerance.js';

type KeAnonymitySpec = Extract<PrivacySpec, { model: 'ke-anonymity' }>;

export const KE_ANONYMITY_SOURCE =
  'Q. Zhang, N. Koudas, D. Srivastava, T. Yu: Aggregate query answering on anonymized tables, ICDE 2007';

/**
 * (k, e)-anonymity: every class has at least k different sensitive values, and its largest sensitive number is at least e
 * above its smallest. A missing value is one more value, and no number.
 *
 * @param scale the numbers of the attribute's values.
 * @throws InvalidArgumentError K_TYPE, K_RANGE, K_NOT_INTEGER, E_TYPE, E_RANGE (e >= 0), ATTRIBUTE_TYPE, UNKNOWN_OPTION;
 *   ATTRIBUTE_NOT_NUMERIC when the attribute is known and holds no numbers, NUMBER_RANGE when their ranges may be infinite.
 */
export function createKeAnonymity(
  spec: KeAnonymitySpec,
  path: string,
  scale: SensitiveScale | undefined,
): PrivacyModel {
  checkKeys(spec, ['model', 'k', 'e', 'attribute'], path);
  const k = checkNumber(spec.k, { path: `${path}.k`, code: 'K', minimum: 1, maximum: 2 ** 31 - 1, integer: true });
  const e = checkNumber(spec.e, { path: `${path}.e`, code: 'E', minimum: 0, maximum: Infinity });
  const attribute = checkAttribute(spec.attribute, path);
  if (scale !== undefined && scale.numbers === null) {
    throw new InvalidArgumentError(
      `${path}.attribute`,
      'an attribute whose values are numbers or dates',
      `${JSON.stringify(attribute)}, whose values are texts`,
      'ATTRIBUTE_NOT_NUMERIC',
    );
  }
  if (scale?.numbers?.some((number) => Math.abs(number) > LARGEST_MEASURED) === true) {
    throw new InvalidArgumentError(
      `${path}.attribute`,
      `an attribute of numbers from -${LARGEST_MEASURED} to ${LARGEST_MEASURED}, whose ranges are finite`,
      `${JSON.stringify(attribute)}, with one beyond`,
      'NUMBER_RANGE',
    );
  }
  const numbers = (): Float64Array => {
    if (scale?.numbers) return scale.numbers;
    throw new InvalidArgumentError('scale', 'the numbers of the sensitive values', 'none');
  };
  return {
    name: 'ke-anonymity',
    spec,
    source: KE_ANONYMITY_SOURCE,
    monotone: true,
    attribute,
    condition: (column) => ({ kind: 'range', column, distinct: k, span: e, values: numbers() }),
    achieved(sizes, histogram, global): PrivacyResult {
      const base = { model: 'ke-anonymity', attribute, required: { k, e } } as const;
      if (sizes.length === 0) return { ...base, achieved: {}, holds: true };
      const size = (global as Uint32Array).length;
      const counts = histogram as Uint32Array;
      const values = numbers();
      let fewest = Infinity;
      let narrowest = Infinity;
      for (let j = 0; j < sizes.length; j++) {
        let distinct = 0;
        let least = Infinity;
        let most = -Infinity;
        for (let code = 0; code < size; code++) {
          if (counts[j * size + code] === 0) continue;
          distinct++;
          if (values[code] < least) least = values[code];
          if (values[code] > most) most = values[code];
        }
        fewest = Math.min(fewest, distinct);
        narrowest = Math.min(narrowest, most >= least ? most - least : 0);
      }
      return { ...base, achieved: { k: fewest, e: narrowest }, holds: fewest >= k && narrowest >= e * (1 - TOLERANCE) };
    },
  };
}
