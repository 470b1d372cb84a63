import { InvalidArgumentError } from '../base/errors.js';
import type { Plan } from '../job/plan.js';
import { pseudonymColumns } from '../job/plan.js';

/** True where not every row of the input is released once: a counted release then has no order of the input, and is no join with it. */
export const releasesOtherRows = (plan: Plan): boolean => whyNotWhole(plan) !== null;

/** The key of a job by which not all rows are released as they are, each once; null where they are. */
function whyNotWhole(plan: Plan): string | null {
  const { rowsPerPerson, input } = plan;
  if (pseudonymColumns(plan).size > 0) return 'the role "pseudonym", which releases other texts than the input has';
  if (rowsPerPerson !== null) return '"rowsPerPerson", which takes some of equal rows';
  if (input.where !== undefined) return '"where" of "input", which leaves rows out';
  return input.count === undefined ? null : '"count" of "input", by which rows stand for many';
}

/** Throws InvalidArgumentError TWO_PASS_IMPOSSIBLE when the release is not one of all rows. `argument` asked for the rows where they are. */
export function requireWholeEntries(plan: Plan, argument: string): void {
  const received = whyNotWhole(plan);
  if (received === null) return;
  const expected = 'a release in a file, in the order of a draw ("output": {"order": "shuffle"})';
  throw new InvalidArgumentError(argument, expected, received, 'TWO_PASS_IMPOSSIBLE');
}

/** Roles of columns that are released as they are. */
const AS_THEY_ARE: readonly string[] = ['sensitive', 'class', 'insensitive'];

/** Throws InvalidArgumentError TWO_PASS_IMPOSSIBLE where an SQL engine, which copies cells, would release others than those that were read. */
export function requireCopies(plan: Plan, argument: string): void {
  requireWholeEntries(plan, argument);
  const odd = plan.columns.find(({ role, spec }) => spec.odd === 'missing' && AS_THEY_ARE.includes(role));
  if (odd === undefined) return;
  const received = `${JSON.stringify(odd.name)} with "odd": "missing", whose odd cells the engine would copy`;
  throw new InvalidArgumentError(argument, 'a release in a file', received, 'TWO_PASS_IMPOSSIBLE');
}

/** Throws InvalidArgumentError TWO_PASS_IMPOSSIBLE when the rows are needed. `argument` asked to do without them. */
export function requireCountable({ whyRows: reason }: Plan, argument: string): void {
  if (reason === null) return;
  throw new InvalidArgumentError(argument, 'a job that can be run from counts', reason, 'TWO_PASS_IMPOSSIBLE');
}
