import { InvalidArgumentError } from '../base/errors.js';
import type { CheckedJob } from './job.js';

/** True when a column of the job says whose row it is. */
export const hasPersons = ({ attributes }: Pick<CheckedJob, 'attributes'>): boolean =>
  Object.values(attributes).some(({ role }) => role === 'person');

/**
 * Throws InvalidArgumentError PERSONS_UNSUPPORTED for a job with a person column, where `what` counts rows only.
 *
 * @param what - the attack or measure, as a sentence names it
 * @param instead - attacks that count persons
 */
export function refusePersons(job: Pick<CheckedJob, 'attributes'>, what: string, instead: string): void {
  if (!hasPersons(job)) return;
  const expected = `no column with the role "person" (${what} counts rows; persons are counted by ${instead})`;
  throw new InvalidArgumentError('attributes', expected, 'one', 'PERSONS_UNSUPPORTED');
}
