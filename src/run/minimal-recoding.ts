import type { Job } from '../job/job.js';
import { fullDomainAlgorithms } from '../job/names.js';
import { resolveSuppression } from '../job/suppression-limit.js';
import { amount } from '../plural.js';
import { EXACT_ROWS } from '../algorithms/cells/local-suppression.js';
import { permutationOf } from './audit-spec.js';
import { nameOf } from './hierarchy-for.js';
import { suppressionFor } from './suppression-for.js';

/**
 * What is known of a release because its algorithm would have released something more exact, had the models let it.
 *
 * - `every-row`: no rows of a class could have been released more exactly, on their own or with a released class
 * - `every-class`: no class can be divided into the children of one of its nodes such that all parts satisfy the models
 * - `every-node`: no node can be specialized in all classes that have it
 * - `every-level`: no attribute can be lowered by one level in all classes
 * - `some-node`: of all nodes that could be specialized, at least one cannot: that of the last generalization
 * - `last-level`: the level vector before the last step does not satisfy the models
 */
export type MinimalRecoding = 'every-row' | 'every-class' | 'every-node' | 'every-level' | 'some-node' | 'last-level';

/** Why an attack that knows of minimality cannot look at a job's releases. */
export interface Refusal {
  readonly expected: string;
  readonly received: string;
  readonly code: 'ALGORITHM_NOT_SUPPORTED' | 'MODEL_NOT_SUPPORTED';
}

const isRefusal = (answer: MinimalRecoding | Refusal): answer is Refusal => typeof answer === 'object';

/**
 * What the job's algorithm guarantees of a release of so many rows, when it was not ended early. A full-domain optimum, for one,
 * is generalized for the sake of some class, not of each.
 */
export function minimalRecodingOf(job: Job, rows: number): MinimalRecoding | Refusal {
  const name = nameOf(job);
  const options = typeof job.algorithm === 'string' ? {} : (job.algorithm as Readonly<Record<string, unknown>>);
  const refuse = (received: string): Refusal => ({
    expected: 'an algorithm of which it is known what it could not have released more exactly (docs/attacks.md)',
    received,
    code: 'ALGORITHM_NOT_SUPPORTED',
  });
  if (name === 'mondrian') {
    for (const [option, only] of Object.entries({ split: 'median', partitioning: 'strict', cuts: 'auto' })) {
      const value = options[option];
      if (value !== undefined && value !== only) return refuse(`mondrian with "${option}": ${JSON.stringify(value)}`);
    }
    return 'every-class';
  }
  if (name === 'local-suppression') {
    return rows <= EXACT_ROWS ? 'every-row' : refuse(`local-suppression of more than ${EXACT_ROWS} rows`);
  }
  const known = wholeRecodings.get(name);
  if (known === undefined) return refuse(JSON.stringify(name));
  const hasClass = Object.values(job.attributes).some(({ role }) => role === 'class');
  const gain = options.gain ?? 'auto';
  if (known === 'every-node' && (gain === 'information' || (gain === 'auto' && hasClass))) {
    return refuse(`${name} by information gain, which leaves splits that gain nothing`);
  }
  // One row more: a limit that allows none of the released rows could have allowed one when there was one more.
  if (resolveSuppression(suppressionFor(job), rows + 1) > 0) {
    return refuse(
      `${name} with a limit of suppressed rows above 0 (datafly has one unless "suppression" says otherwise)`,
    );
  }
  return known;
}

const wholeRecodings: ReadonlyMap<string, MinimalRecoding> = new Map([
  ...fullDomainAlgorithms.map((name) => [name, 'every-level'] as const),
  ['top-down-specialization', 'every-node'],
  ['bottom-up-generalization', 'some-node'],
  ['datafly', 'last-level'],
]);

/** What `attack downcoding` may take for granted of the job's releases, or why it cannot look at them. */
export function knownToDowncoding(job: Job, rows: number): MinimalRecoding | Refusal {
  const other = job.privacy.find(({ model }) => model !== 'k-anonymity');
  if (other !== undefined || permutationOf(job) !== undefined) {
    return {
      expected: 'k-anonymity alone, of a release that is not permuted',
      received: JSON.stringify(other?.model ?? nameOf(job)),
      code: 'MODEL_NOT_SUPPORTED',
    };
  }
  return minimalRecodingOf(job, rows);
}

/** The same for `attack minimality`. */
export function knownToMinimality(job: Job, rows: number): MinimalRecoding | Refusal {
  const names = new Set(job.privacy.flatMap((spec) => ('attribute' in spec ? spec.attribute : [])));
  const other = job.privacy.find(
    (spec) =>
      spec.model !== 'k-anonymity' &&
      spec.model !== 'alpha-k-anonymity' &&
      !(spec.model === 'l-diversity' && spec.variant === 'distinct'),
  );
  if (other !== undefined || permutationOf(job) !== undefined) {
    return {
      expected: 'k-anonymity, distinct l-diversity or (alpha,k)-anonymity, of a release that is not permuted',
      received: JSON.stringify(other?.model ?? nameOf(job)),
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
  const known = minimalRecodingOf(job, rows);
  // Groups of local suppression that fail a model on a sensitive attribute are joined, no matter at what cost.
  return known === 'every-row'
    ? {
        expected: 'an algorithm that looks at the sensitive attribute',
        received: 'local-suppression, which is exact under k-anonymity alone',
        code: 'ALGORITHM_NOT_SUPPORTED',
      }
    : known;
}

/** The attacks on minimality that can look at releases of the job on a table of so many rows. */
export function attacksOnMinimality(job: Job, rows: number): ('downcoding' | 'minimality')[] {
  return [
    ...(isRefusal(knownToDowncoding(job, rows)) ? [] : (['downcoding'] as const)),
    ...(isRefusal(knownToMinimality(job, rows)) ? [] : (['minimality'] as const)),
  ];
}
