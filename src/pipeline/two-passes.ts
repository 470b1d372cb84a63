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
