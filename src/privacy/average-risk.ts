import type { PrivacySpec } from '../job/job.js';
import { checkKeys, checkNumber } from './check-parameters.js';
import { fewestRows } from './fewest-rows.js';
import { RISK_SOURCE } from './maximum-risk.js';
import type { PrivacyModel, PrivacyResult } from './model.js';
import { TOLERANCE } from './tolerance.js';

type AverageRiskSpec = Extract<PrivacySpec, { model: 'average-risk' }>;

/**
 * Average re-identification risk: the mean of 1 / |class| over the released rows, which is classes / rows, is at most
 * `risk`. A condition on the table, not on its classes: small classes may stand beside large ones.
 *
 * Searches that judge class by class use a sufficient condition instead, every class of at least 1 / risk rows; those that
 * know of `table` (algorithms.md says which) only ask it of all classes together.
 *
 * @throws InvalidArgumentError RISK_TYPE, RISK_RANGE (0 < risk <= 1), UNKNOWN_OPTION.
 */
export function createAverageRisk(spec: AverageRiskSpec, path: string): PrivacyModel {
  checkKeys(spec, ['model', 'risk'], path);
  const risk = checkNumber(spec.risk, { path: `${path}.risk`, code: 'RISK', minimum: 0, maximum: 1, above: true });
  const bound = risk * (1 + TOLERANCE);
  return {
    name: 'average-risk',
    spec,
    source: RISK_SOURCE,
    monotone: true,
    attribute: null,
    condition: () => ({ kind: 'size', minimum: fewestRows(risk) }),
    table: { holds: ({ classes, released }) => classes === 0 || classes / released <= bound, repeals: true },
    achieved(sizes): PrivacyResult {
      const released = sizes.reduce((sum, size) => sum + size, 0);
      return {
        model: 'average-risk',
        required: { risk },
        achieved: sizes.length === 0 ? {} : { risk: sizes.length / released },
        holds: sizes.length === 0 || sizes.length / released <= bound,
      };
    },
  };
}
