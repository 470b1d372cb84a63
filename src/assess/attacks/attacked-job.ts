import { InvalidArgumentError } from '../../base/errors.js';
import type { Plan } from '../../job/plan.js';
import { planRun } from '../../pipeline/plan-run.js';
import { resolveJob, type ResolvedJob } from '../../pipeline/resolve-job.js';

/** The checked job of a release, with its plan. */
export interface AttackedJob extends ResolvedJob {
  readonly plan: Plan;
}

/** Checks the job of a release and plans it, without a table. Throws what `parseJob` throws. */
export function attackedJob(job: unknown): AttackedJob {
  const resolved = resolveJob(job);
  return { ...resolved, plan: planRun(resolved) };
}

/** True for a job that names the key of persons. */
export const countsPersons = ({ plan }: AttackedJob): boolean => plan.unit.name === 'person';

/**
 * {@link attackedJob} for an attack or a measure that counts rows. Throws InvalidArgumentError PERSONS_UNSUPPORTED with a person column.
 *
 * @param what - the attack or measure, as a sentence names it
 * @param instead - attacks that count persons
 */
export function attackedByRows(job: unknown, what: string, instead: string): AttackedJob {
  const attacked = attackedJob(job);
  if (!countsPersons(attacked)) return attacked;
  const expected = `no column with the role "person" (${what} counts rows; persons are counted by ${instead})`;
  throw new InvalidArgumentError('attributes', expected, 'one', 'PERSONS_UNSUPPORTED');
}
