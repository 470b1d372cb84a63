import type { PrivacySpec } from '../job/job.js';
import { checkKeys, checkNumber } from './check-parameters.js';
import type { PrivacyModel, PrivacyResult } from './model.js';
import { fewestRows } from './fewest-rows.js';
import { TOLERANCE } from './tolerance.js';

type MaximumRiskSpec = Extract<PrivacySpec, { model: 'maximum-risk' }>;

export const RISK_SOURCE =
  'K. El Emam, F. K. Dankar: Protecting privacy using k-anonymity, JAMIA 15(5), 2008 (prosecutor risk)';

/**
 * Maximum re-identification risk: who knows that somebody is in the table and knows their quasi-identifiers picks the right
 * row with probability 1 / |class|; that is at most `risk` for every row.
 *
 * @throws InvalidArgumentError RISK_TYPE, RISK_RANGE (0 < risk <= 1), UNKNOWN_OPTION.
 */
export function createMaximumRisk(spec: MaximumRiskSpec, path: string): PrivacyModel {
  checkKeys(spec, ['model', 'risk'], path);
  const risk = checkNumber(spec.risk, { path: `${path}.risk`, code: 'RISK', minimum: 0, maximum: 1, above: true });
  return {
    name: 'maximum-risk',
    spec,
    source: RISK_SOURCE,
    monotone: true,
    attribute: null,
    condition: () => ({ kind: 'size', minimum: fewestRows(risk) }),
    achieved(sizes): PrivacyResult {
      let smallest = Infinity;
      for (const size of sizes) if (size < smallest) smallest = size;
      return {
        model: 'maximum-risk',
        required: { risk },
        achieved: sizes.length === 0 ? {} : { risk: 1 / smallest },
        holds: 1 / smallest <= risk * (1 + TOLERANCE),
      };
    },
  };
}
