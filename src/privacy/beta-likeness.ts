import { logarithm } from '../elementary.js';
import { InvalidArgumentError } from '../errors.js';
import type { PrivacySpec } from '../job/job.js';
import { checkAttribute, checkKeys, checkNumber } from './check-parameters.js';
import type { PrivacyModel, PrivacyResult } from './model.js';
import { TOLERANCE } from './tolerance.js';

type BetaLikenessSpec = Extract<PrivacySpec, { model: 'beta-likeness' }>;

export const BETA_LIKENESS_SOURCE =
  'J. Cao, P. Karras: Publishing microdata with a robust privacy guarantee, PVLDB 5(11), 2012';

/**
 * β-likeness bounds how much likelier a class makes a sensitive value: with its share p in the table and q in the class,
 * (q - p) / p <= β for every value with q > p (`basic`, definition 2), and at most min(β, -ln p) (`enhanced`, definition 3).
 *
 * @throws InvalidArgumentError VARIANT_UNKNOWN, BETA_TYPE, BETA_RANGE (β > 0), ATTRIBUTE_TYPE, UNKNOWN_OPTION.
 */
export function createBetaLikeness(spec: BetaLikenessSpec, path: string): PrivacyModel {
  const { variant } = spec;
  if (variant !== 'basic' && variant !== 'enhanced') {
    throw new InvalidArgumentError(
      `${path}.variant`,
      'basic or enhanced',
      variant === undefined ? 'nothing' : 'another value',
      'VARIANT_UNKNOWN',
    );
  }
  checkKeys(spec, ['model', 'variant', 'beta', 'attribute'], path);
  const beta = checkNumber(spec.beta, {
    path: `${path}.beta`,
    code: 'BETA',
    minimum: 0,
    maximum: Infinity,
    above: true,
  });
  const attribute = checkAttribute(spec.attribute, path);
  /** [size] largest gain that each value may have, tolerance included. */
  const limitsOf = (global: Uint32Array): Float64Array => {
    const rows = global.reduce((sum, count) => sum + count, 0);
    return Float64Array.from(global, (count) => {
      const limit = variant === 'basic' || count === 0 ? beta : Math.min(beta, logarithm(rows / count));
      return limit * (1 + TOLERANCE);
    });
  };
  return {
    name: 'beta-likeness',
    spec,
    source: BETA_LIKENESS_SOURCE,
    monotone: true,
    attribute,
    condition(column, global) {
      const rows = global.reduce((sum, count) => sum + count, 0);
      const limits = limitsOf(global);
      return {
        kind: 'shares',
        column,
        minimum: 0,
        lower: new Float64Array(global.length),
        // One ulp or two of q = p itself, where the limit is smaller than rounding.
        upper: Float64Array.from(
          global,
          (count, code) => (count / rows) * (1 + limits[code]) * (1 + 4 * Number.EPSILON),
        ),
        every: false,
      };
    },
    achieved(sizes, histogram, global): PrivacyResult {
      const base = { model: 'beta-likeness', variant, attribute, required: { beta } } as const;
      if (sizes.length === 0) return { ...base, achieved: {}, holds: true };
      const whole = global as Uint32Array;
      const counts = histogram as Uint32Array;
      const rows = whole.reduce((sum, count) => sum + count, 0);
      const limits = limitsOf(whole);
      let largest = 0;
      let holds = true;
      for (let j = 0; j < sizes.length; j++) {
        for (let code = 0; code < whole.length; code++) {
          const count = counts[j * whole.length + code];
          const gain = count === 0 ? 0 : (count * rows - whole[code] * sizes[j]) / (whole[code] * sizes[j]);
          if (gain > largest) largest = gain;
          if (gain > limits[code]) holds = false;
        }
      }
      return { ...base, achieved: { beta: largest }, holds };
    },
  };
}
