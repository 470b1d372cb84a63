import type { Steps } from '../base/steps.js';
import { type ColumnsPlan, isWithheld, namedColumns, plannedKinds } from '../job/plan.js';
import { keysOf, requireColumns } from '../job/roles.js';
import { selectColumn } from '../release/select-column.js';
import { withDeclaredTypes } from '../table/declared-types.js';
import { drawRowsPerPerson } from '../table/rows-per-person.js';
import { Table } from '../table/table.js';
import { numberUnits } from '../table/units.js';
import { personsMissing } from './number-persons.js';

/** The rows of a table that a run takes. */
interface DrawnTable {
  readonly table: Table;
  /** Rows that were left out by `rowsPerPerson`; null where the job has none. */
  readonly rowsNotDrawn: number | null;
}

/**
 * Keeps as many rows of every person as `rowsPerPerson` says.
 *
 * @throws InputError PERSON_MISSING
 */
export function* drawPersons(given: Table, plan: ColumnsPlan): Steps<DrawnTable> {
  const { rowsPerPerson } = plan;
  if (rowsPerPerson === null) return { table: given, rowsNotDrawn: null };
  const table = withDeclaredTypes(given, plannedKinds(plan));
  requireColumns(
    namedColumns(plan),
    table.columns.map(({ name }) => name),
  );
  const persons = keysOf(plan, table);
  const released = table.columns.filter(({ name }) => !isWithheld(plan, name));
  const units = yield* numberUnits(table, persons);
  if (units.missing > 0) throw personsMissing(units.missing, persons);
  const drawn = yield* drawRowsPerPerson(table, units, { keys: persons, cells: released }, rowsPerPerson);
  const rows = drawn.reduce((sum, own) => sum + own, 0);
  const rowsNotDrawn = table.rows - rows;
  if (rowsNotDrawn === 0) return { table, rowsNotDrawn };
  const entries = Uint32Array.from(drawn.keys()).filter((entry) => drawn[entry] > 0);
  const weights = table.weights === null ? null : entries.map((entry) => drawn[entry]);
  const columns = [];
  for (const column of table.columns) {
    columns.push(selectColumn(column, entries, weights));
    yield;
  }
  return { table: new Table(rows, columns, table.warnings, weights), rowsNotDrawn };
}
