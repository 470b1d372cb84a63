import { InvalidArgumentError } from '../base/errors.js';
import type { Plan } from '../job/plan.js';

/** True where equal rows of the input are not released alike: a release then has no order of the input, and is no join with it. */
export const drawsEqualRows = ({ rowsPerPerson }: Plan): boolean => rowsPerPerson !== null;

/** Throws InvalidArgumentError TWO_PASS_IMPOSSIBLE when the release is not one of all rows. `argument` asked for the rows where they are. */
export function requireWholeEntries(plan: Plan, argument: string): void {
  if (!drawsEqualRows(plan)) return;
  const expected = 'a release in a file, in the order of a draw ("output": {"order": "shuffle"})';
  throw new InvalidArgumentError(
    argument,
    expected,
    '"rowsPerPerson", which takes some of equal rows',
    'TWO_PASS_IMPOSSIBLE',
  );
}

/** Throws InvalidArgumentError TWO_PASS_IMPOSSIBLE when the rows are needed. `argument` asked to do without them. */
export function requireCountable({ whyRows: reason }: Plan, argument: string): void {
  if (reason === null) return;
  throw new InvalidArgumentError(argument, 'a job that can be run from counts', reason, 'TWO_PASS_IMPOSSIBLE');
}
