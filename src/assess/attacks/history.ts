import { InvalidArgumentError } from '../../base/errors.js';
import { runToCompletion, type Steps } from '../../base/steps.js';
import type { History } from '../../audit/report.js';
import type { Job } from '../../job/job.js';
import { leastValuesLeft, namesOfRole, type Plan } from '../../job/plan.js';
import { auditReleaseInSteps, type AuditedBeside } from '../../pipeline/audit-release.js';
import type { Table } from '../../table/table.js';
import { attackedJob, countsPersons } from './attacked-job.js';

/** Parts of a permuted release beside its first table. */
export type HistoryOptions = Pick<AuditedBeside, 'groups' | 'sensitive'>;

/** Knowledge of an attacker who knows several rows of a person: a lower bound. */
export interface HistoryReport {
  /** Persons of the original. */
  readonly persons: number;
  /** Persons with a released row. */
  readonly personsReleased: number;
  /** By sensitive column that is constant within persons. */
  readonly attributes: readonly (History & {
    /** Values that the classes of a person are to leave: l of the l-diversity of the column, else 2. */
    readonly l: number;
  })[];
}

/**
 * Counts the persons whose sensitive value somebody narrows down who knows several of their rows and looks for one value that is the
 * same in all of them: the values that occur in every released class with a row of the person (docs/persons.md, "Which attack remains").
 *
 * @param release - the release
 * @param job - the job that it was made by, with a column of the role `person`
 * @param original - the input that it was made from, with the key of persons
 * @param options - of a permuted release the columns that stayed together, where the job does not say it, and the second table of anatomy
 * @throws InvalidArgumentError PERSON_NEEDED for a job without a person column, ORIGINAL_NEEDED, PERSONS_NOT_RECOUNTED, NO_SENSITIVE for a release
 *   without the sensitive columns of the job
 */
export function attackHistory(release: Table, job: Job, original: Table, options: HistoryOptions = {}): HistoryReport {
  return runToCompletion(attackHistoryInSteps(release, job, original, options));
}

/** {@link attackHistory} that yields between stretches of the work. */
export function* attackHistoryInSteps(
  release: Table,
  job: Job,
  original: Table | undefined,
  options: HistoryOptions = {},
): Steps<HistoryReport> {
  const attacked = attackedJob(job, { tables: [release, original, options.sensitive] });
  const { plan } = attacked;
  if (!countsPersons(attacked)) {
    const expected =
      'a job with a column of the role "person" (kohort attack history --person COLUMN): the attack uses all rows of a person together';
    throw new InvalidArgumentError('attributes', expected, 'none', 'PERSON_NEEDED');
  }
  if (original === undefined) {
    const expected = 'the original of the release with the key of persons (they are counted by attack history)';
    throw new InvalidArgumentError('original', expected, 'none', 'ORIGINAL_NEEDED');
  }
  requireSensitive(plan, [release, ...(options.sensitive === undefined ? [] : [options.sensitive])]);
  const audit = yield* auditReleaseInSteps(release, job, original, options);
  const { persons, personsReleased, history, problems } = audit;
  if (persons === null || personsReleased === null || history === undefined) {
    const expected = 'a release of the original, whose classes show which of its rows they have';
    throw new InvalidArgumentError('release', expected, problems.at(-1) ?? 'another one', 'PERSONS_NOT_RECOUNTED');
  }
  const attributes = history.map((each) => ({ ...each, l: leastValuesLeft(plan, each.attribute) }));
  return { persons, personsReleased, attributes };
}

/** Throws InvalidArgumentError NO_SENSITIVE where no table has a sensitive column of the job. */
function requireSensitive(plan: Plan, tables: readonly Table[]): void {
  const names = namesOfRole(plan, 'sensitive');
  if (names.length === 0 || names.some((name) => tables.some((table) => table.column(name) !== undefined))) return;
  const expected =
    'a column with the role "sensitive" in the job (for anatomy, pass the table of sensitive columns as well)';
  throw new InvalidArgumentError('release', expected, 'none', 'NO_SENSITIVE');
}
