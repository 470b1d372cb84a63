import { attributeOf } from '../privacy/attribute-of.js';
import type { Minimality } from '../algorithms/algorithm.js';
import { resolveSuppression } from '../job/suppression-limit.js';
import { amount } from '../base/plural.js';
import type { RunCards } from './resolved-job.js';

/** The plan of a run, with the declaration of its algorithm. */
type Planned = Pick<RunCards, 'plan' | 'algorithm'>;

/** Reason why an attack on minimality cannot look at a job's releases. */
export interface Refusal {
  readonly expected: string;
  readonly received: string;
  readonly code: 'ALGORITHM_NOT_SUPPORTED' | 'MODEL_NOT_SUPPORTED';
}

const isRefusal = (answer: Minimality | Refusal): answer is Refusal => typeof answer === 'object';

/**
 * Guarantee of the job's algorithm for a release of `rows` rows that was not ended early. A full-domain optimum, for one, is generalized for the sake
 * of some class, not of each.
 */
function minimalRecodingOf({ plan, algorithm }: Planned, rows: number): Minimality | Refusal {
  const refuse = (received: string): Refusal => ({
    expected: 'an algorithm of which it is known what it could not have released more exactly (docs/attacks.md)',
    received,
    code: 'ALGORITHM_NOT_SUPPORTED',
  });
  const { minimality } = algorithm;
  const { name, ...options } = plan.algorithm;
  if (minimality === undefined) return refuse(JSON.stringify(name));
  if (plan.columns.some(({ levels }) => levels !== undefined)) return refuse(`${name} with "minLevel" or "maxLevel"`);
  const hasClass = plan.columns.some(({ role }) => role === 'class');
  const known = minimality({ options, rows, hasClass });
  if (typeof known === 'object') return refuse(known.unknown);
  if (known === 'every-row' || known === 'every-class') return known;
  // One row more: a limit that allows none of the released rows could have allowed one when there was one more.
  if (resolveSuppression(plan.suppression, rows + 1) > 0) {
    return refuse(
      `${name} with a limit of suppressed rows above 0 (datafly has one unless "suppression" says otherwise)`,
    );
  }
  return known;
}

/** Minimality that `attack downcoding` may assume for the job's releases, or why it cannot look at them. */
export function knownToDowncoding(run: Planned, rows: number): Minimality | Refusal {
  const { plan } = run;
  const other = plan.privacy.find(({ model }) => model !== 'k-anonymity');
  if (other !== undefined || plan.permutes !== null) {
    return {
      expected: 'k-anonymity alone, of a release that is not permuted',
      received: JSON.stringify(other?.model ?? plan.algorithm.name),
      code: 'MODEL_NOT_SUPPORTED',
    };
  }
  return minimalRecodingOf(run, rows);
}

/** Minimality that `attack minimality` may assume for the job's releases, or why it cannot look at them. */
export function knownToMinimality(run: Planned, rows: number): Minimality | Refusal {
  const { plan } = run;
  const names = new Set(plan.privacy.flatMap((spec) => attributeOf(spec) ?? []));
  const other = plan.privacy.find(
    (spec) =>
      spec.model !== 'k-anonymity' &&
      spec.model !== 'alpha-k-anonymity' &&
      !(spec.model === 'l-diversity' && spec.variant === 'distinct'),
  );
  if (other !== undefined || plan.permutes !== null) {
    return {
      expected: 'k-anonymity, distinct l-diversity or (alpha,k)-anonymity, of a release that is not permuted',
      received: JSON.stringify(other?.model ?? plan.algorithm.name),
      code: 'MODEL_NOT_SUPPORTED',
    };
  }
  if (names.size !== 1) {
    return {
      expected: 'models on one sensitive attribute',
      received: amount(names.size, 'attribute'),
      code: 'MODEL_NOT_SUPPORTED',
    };
  }
  const known = minimalRecodingOf(run, rows);
  // Groups of local suppression that fail a model on a sensitive attribute are joined, no matter at what cost.
  return known === 'every-row'
    ? {
        expected: 'an algorithm that looks at the sensitive attribute',
        received: 'local-suppression, which is exact under k-anonymity alone',
        code: 'ALGORITHM_NOT_SUPPORTED',
      }
    : known;
}

/** Attacks on minimality that can look at releases of the job on a table of `rows` rows. */
export function attacksOnMinimality(run: Planned, rows: number): ('downcoding' | 'minimality')[] {
  return [
    ...(isRefusal(knownToDowncoding(run, rows)) ? [] : (['downcoding'] as const)),
    ...(isRefusal(knownToMinimality(run, rows)) ? [] : (['minimality'] as const)),
  ];
}
