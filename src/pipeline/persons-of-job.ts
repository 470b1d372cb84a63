/** The search for people with several rows in a run with a job. */
import { warnOfRepeated } from '../assess/persons/person-messages.js';
import { isPersonColumn } from '../assess/persons/person-columns.js';
import type { Steps } from '../base/steps.js';
import type { CheckedJob } from '../job/job.js';
import { hasPersons } from '../job/persons.js';
import { roleIn } from '../job/roles.js';
import type { Table, Warning } from '../table/table.js';

type Job = Pick<CheckedJob, 'attributes' | 'defaultRole' | 'unit'>;

/** True where the job says that each row is one person, or whose row it is. */
const isTold = (job: Job): boolean => job.unit === 'row' || hasPersons(job);

/** REPEATED_PERSONS where people seem to have several rows, as far as the table shows it; none where the job says what a row is. */
export function* warnOfPersons(table: Table, job: Job): Steps<readonly Warning[]> {
  const isKnown = table.warnings.some(({ code }) => code === 'REPEATED_PERSONS');
  if (isTold(job) || isKnown) return [];
  const identifiers = table.columns.filter(({ name }) => roleIn(job, name) === 'identifier');
  return yield* warnOfRepeated(table, new Set(identifiers.map(({ name }) => name)));
}

/**
 * Columns that a job does not release and that may be the key of a person, or say who that is: identifiers, and dropped columns with
 * such names. They are read beside the others, looked at, and forgotten.
 */
export interface LookedColumns {
  readonly select: (name: string) => boolean;
  readonly look: (table: Table) => Steps<readonly Warning[]>;
}

/** What is looked at beside the columns of a job; null where the job says what a row is. */
export function lookedColumns(job: Job): LookedColumns | null {
  if (isTold(job)) return null;
  return {
    select: (name) => roleIn(job, name) === 'identifier' || isPersonColumn(name),
    look: (table) => warnOfPersons(table, job),
  };
}
