import { exponential, logarithm } from '../elementary.js';
import { InvalidArgumentError } from '../errors.js';
import type { PrivacySpec } from '../job/job.js';
import { checkAttribute, checkKeys, checkNumber } from './check-parameters.js';
import type { PrivacyModel, PrivacyResult } from './model.js';
import { TOLERANCE } from './tolerance.js';

type DeltaDisclosureSpec = Extract<PrivacySpec, { model: 'delta-disclosure' }>;

export const DELTA_DISCLOSURE_SOURCE =
  'J. Brickell, V. Shmatikov: The cost of privacy: destruction of data-mining utility in anonymized data publishing, KDD 2008';

/**
 * δ-disclosure privacy: |ln(q / p)| < δ, with p the share of a sensitive value in the table and q that in the class, for
 * every value that occurs in the class. The paper's definition speaks of every value of the table: a value that is absent
 * from a class has ln 0 and breaks it for any δ. With `absent: "violates"` it does here too; the default `ignored` is what
 * the field's tools do.
 *
 * With `ignored` it is not monotone: a class without a value joined to one with its smallest allowed share has half that.
 *
 * @throws InvalidArgumentError DELTA_TYPE, DELTA_RANGE (δ > 0), ABSENT_UNKNOWN, ATTRIBUTE_TYPE, UNKNOWN_OPTION.
 */
export function createDeltaDisclosure(spec: DeltaDisclosureSpec, path: string): PrivacyModel {
  checkKeys(spec, ['model', 'delta', 'attribute', 'absent'], path);
  const { absent = 'ignored' } = spec;
  if (absent !== 'ignored' && absent !== 'violates') {
    throw new InvalidArgumentError(`${path}.absent`, 'ignored or violates', 'another value', 'ABSENT_UNKNOWN');
  }
  const delta = checkNumber(spec.delta, {
    path: `${path}.delta`,
    code: 'DELTA',
    minimum: 0,
    maximum: Infinity,
    above: true,
  });
  const attribute = checkAttribute(spec.attribute, path);
  const bound = delta * (1 + TOLERANCE);
  return {
    name: 'delta-disclosure',
    spec,
    source: DELTA_DISCLOSURE_SOURCE,
    monotone: absent === 'violates',
    attribute,
    condition(column, global) {
      const rows = global.reduce((sum, count) => sum + count, 0);
      const factor = exponential(bound);
      // A value that the table lacks has no share to differ from.
      return {
        kind: 'shares',
        column,
        minimum: 0,
        // A share of the smallest positive number still excludes 0 where e^-δ vanishes.
        lower: Float64Array.from(global, (count) =>
          count === 0 ? 0 : Math.max(count / rows / factor, Number.MIN_VALUE * 2 ** 40),
        ),
        upper: Float64Array.from(global, (count) => (count / rows) * factor),
        every: absent === 'violates',
      };
    },
    achieved(sizes, histogram, global): PrivacyResult {
      const base = { model: 'delta-disclosure', attribute, required: { delta } } as const;
      if (sizes.length === 0) return { ...base, achieved: {}, holds: true };
      const whole = global as Uint32Array;
      const counts = histogram as Uint32Array;
      const rows = whole.reduce((sum, count) => sum + count, 0);
      let largest = 0;
      for (let j = 0; j < sizes.length; j++) {
        for (let code = 0; code < whole.length; code++) {
          const count = counts[j * whole.length + code];
          if (count > 0) largest = Math.max(largest, Math.abs(logarithm((count * rows) / (whole[code] * sizes[j]))));
          else if (absent === 'violates' && whole[code] > 0) largest = Infinity;
        }
      }
      return { ...base, achieved: Number.isFinite(largest) ? { delta: largest } : {}, holds: largest < bound };
    },
  };
}
