import type { RecordPersons } from '../algorithms/sets/term-lists.js';
import type { Steps } from '../base/steps.js';
import type { Plan } from '../job/plan.js';
import { keysOf, requireNamed } from '../job/roles.js';
import type { Table } from '../table/table.js';
import { describeRun } from './explained-run.js';
import { recordPersons } from './list-records.js';
import { numberPersons, requirePersons } from './number-persons.js';
import { type ListPlan, typedFor, warningsBeside } from './plan-lists.js';
import { requireRows } from './pre-checks.js';
import type { CheckedRun } from './run-values.js';
import { refuseIdentifiersInTexts } from './search-identifiers.js';

/** A table of lists whose checks before the search are done. */
interface CheckedLists {
  /** The table with the types that the job declares. */
  readonly typed: Table;
  /** Persons of the records; null where rows are counted. */
  readonly persons: RecordPersons | null;
  /** The checked run, but for its steps. */
  readonly run: Omit<CheckedRun, 'execute' | 'preview'>;
}

/** Checks a table of lists, and numbers its persons. Throws the errors that are known before a search. */
export function* checkLists(table: Table, plan: Plan, { attribute, k }: ListPlan): Steps<CheckedLists> {
  requireNamed(plan, table);
  requireRows(table, k);
  const typed = typedFor(plan, table);
  const { units, warnings } = yield* numberPersons(typed, plan, keysOf(plan, typed));
  if (units !== null) requirePersons(units, k, plan.unit);
  const persons = units?.count ?? null;
  return {
    typed,
    persons: units === null ? null : recordPersons(typed, units),
    run: {
      rows: table.rows,
      persons,
      quasiIdentifiers: [attribute],
      warnings: [...warningsBeside(table, attribute), ...warnings, ...(yield* refuseIdentifiersInTexts(table, plan))],
      explain: () => describeRun(plan, { table: typed, domains: [], persons }),
    },
  };
}
