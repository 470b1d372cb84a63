import { InvalidArgumentError } from '../base/errors.js';
import { foldedColumns, rareColumns } from '../job/roles.js';
import type { ResolvedJob } from './resolved-job.js';

/** Reason why a job cannot be run from the counts of distinct rows, or null when it can. */
export function whyRowsAreNeeded(job: ResolvedJob): string | null {
  const { name, whyRows } = job.algorithm;
  if (whyRows === undefined) return `${name} does not treat equal rows alike, so it needs the rows themselves`;
  if (foldedColumns(job).size > 0)
    return '"fold" releases another text than the table has, so it needs the rows themselves';
  if (rareColumns(job).size > 0)
    return '"rare" releases another text than the table has, so it needs the rows themselves';
  const why = whyRows(job.options);
  if (why !== null) return why;
  const model = job.privacy.find((spec) => job.models.find(({ name }) => name === spec.model)?.needsRows);
  return model === undefined ? null : `${model.model} is judged from the rows themselves`;
}

/** True where equal rows of the input are not released alike: a release then has no order of the input, and is no join with it. */
export const drawsEqualRows = (job: Pick<ResolvedJob, 'rowsPerPerson'>): boolean => job.rowsPerPerson !== undefined;

/** Throws InvalidArgumentError TWO_PASS_IMPOSSIBLE when the release is not one of all rows. `argument` asked for the rows where they are. */
export function requireWholeEntries(job: ResolvedJob, argument: string): void {
  if (!drawsEqualRows(job)) return;
  const expected = 'a release in a file, in the order of a draw ("output": {"order": "shuffle"})';
  throw new InvalidArgumentError(
    argument,
    expected,
    '"rowsPerPerson", which takes some of equal rows',
    'TWO_PASS_IMPOSSIBLE',
  );
}

/** Throws InvalidArgumentError TWO_PASS_IMPOSSIBLE when the rows are needed. `argument` asked to do without them. */
export function requireCountable(job: ResolvedJob, argument: string): void {
  const reason = whyRowsAreNeeded(job);
  if (reason === null) return;
  throw new InvalidArgumentError(argument, 'a job that can be run from counts', reason, 'TWO_PASS_IMPOSSIBLE');
}
