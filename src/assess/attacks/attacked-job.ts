import { InvalidArgumentError } from '../../base/errors.js';
import { expandPatterns, specOf } from '../../job/patterns.js';
import type { Plan } from '../../job/plan.js';
import { planRun } from '../../pipeline/plan-run.js';
import { resolveJob, type ResolvedJob } from '../../pipeline/resolve-job.js';
import type { Table } from '../../table/table.js';

/** The checked job of a release, with its plan. */
export interface AttackedJob extends ResolvedJob {
  readonly plan: Plan;
}

/** Tables whose columns patterns of a job stand for: the release and its original. Of a register it is the key of persons alone. */
interface AttackedTables {
  readonly tables: readonly (Table | null | undefined)[];
  readonly register?: Table;
}

/** Checks the job of a release and plans it, without the types of a table. Throws what `parseJob` throws. */
export function attackedJob(job: unknown, { tables, register }: AttackedTables): AttackedJob {
  const resolved = resolveJob(job);
  const isKey = (name: string): boolean =>
    specOf(resolved, name)?.role === (resolved.unit === 'household' ? 'household' : 'person');
  const names = [
    ...tables.flatMap((table) => table?.columns.map(({ name }) => name) ?? []),
    ...(register?.columns.map(({ name }) => name).filter(isKey) ?? []),
  ];
  const named = expandPatterns(resolved, names);
  return { ...named, plan: planRun(named) };
}

/** True for a job that names the key of persons. */
export const countsPersons = ({ plan }: AttackedJob): boolean => plan.unit.name === 'person';

/**
 * {@link attackedJob} for an attack or a measure that counts rows. Throws InvalidArgumentError PERSONS_UNSUPPORTED with a person column.
 *
 * @param what - the attack or measure, as a sentence names it
 * @param instead - attacks that count persons
 */
export function attackedByRows(job: unknown, tables: AttackedTables, what: string, instead: string): AttackedJob {
  const attacked = attackedJob(job, tables);
  if (!countsPersons(attacked)) return attacked;
  const expected = `no column with the role "person" (${what} counts rows; persons are counted by ${instead})`;
  throw new InvalidArgumentError('attributes', expected, 'one', 'PERSONS_UNSUPPORTED');
}
