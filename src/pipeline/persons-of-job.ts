/** The search for people with several rows in a run with a job. */
import { warnOfCoarserKey, warnOfRepeated } from '../assess/persons/person-messages.js';
import { isPersonColumn } from '../assess/persons/person-columns.js';
import type { Steps } from '../base/steps.js';
import { lookedTables } from './looked-tables.js';
import { type ColumnsPlan, planColumns, plannedRole, rowsArePeople } from '../job/plan.js';
import { keysOf } from '../job/roles.js';
import { Table, type Warning } from '../table/table.js';
import { numberUnits } from '../table/units.js';

/** REPEATED_PERSONS where people seem to have several rows, as far as the table shows it; none where the job says that rows are people. */
export function* warnOfPersons(table: Table, plan: ColumnsPlan): Steps<readonly Warning[]> {
  const isKnown = table.warnings.some(({ code }) => code === 'REPEATED_PERSONS');
  if (rowsArePeople(plan) || isKnown || lookedTables.has(table)) return [];
  if (plan.unit.name === 'person') {
    const keys = keysOf(plan, table);
    if (keys.length === 0) return [];
    const { count } = yield* numberUnits(table, keys);
    return yield* warnOfCoarserKey(table, new Set(keys.map(({ name }) => name)), count);
  }
  const identifiers = table.columns.filter(({ name }) => plannedRole(plan, name) === 'identifier');
  // The key of a household is known to have several rows.
  const columns = table.columns.filter(({ name }) => plannedRole(plan, name) !== 'household');
  const others = columns.length === table.columns.length ? table : new Table(table.rows, columns, table.warnings, table.weights); // prettier-ignore
  return yield* warnOfRepeated(others, new Set(identifiers.map(({ name }) => name)));
}

/**
 * Columns that a job does not release and that may be the key of a person, or say who that is: identifiers, and dropped columns with
 * such names. They are read beside the others, looked at, and forgotten.
 */
export interface LookedColumns {
  readonly select: (name: string) => boolean;
  readonly look: (table: Table) => Steps<readonly Warning[]>;
}

/** Columns to look at beside those of a job, and their warnings; null where the job says that rows are people. */
export function lookedColumns(job: Parameters<typeof planColumns>[0]): LookedColumns | null {
  const plan = planColumns(job);
  if (rowsArePeople(plan)) return null;
  return {
    select: (name) => plannedRole(plan, name) === 'identifier' || isPersonColumn(name),
    look: (table) => warnOfPersons(table, planColumns(job, table.columns)),
  };
}
