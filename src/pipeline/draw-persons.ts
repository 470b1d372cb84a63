import type { Steps } from '../base/steps.js';
import { isWithheld, keysOf, requireColumns, typesFor } from '../job/roles.js';
import { selectColumn } from '../release/select-column.js';
import { withDeclaredTypes } from '../table/declared-types.js';
import { drawRowsPerPerson } from '../table/rows-per-person.js';
import { Table } from '../table/table.js';
import { numberUnits } from '../table/units.js';
import { missingPersons } from './plan-run.js';
import type { ResolvedJob } from './resolved-job.js';

/** The rows of a table that a run takes. */
interface DrawnTable {
  readonly table: Table;
  /** Rows that were left out by `rowsPerPerson`; null where the job has none. */
  readonly rowsNotDrawn: number | null;
}

/**
 * Keeps as many rows of every person as the job's `rowsPerPerson` says.
 *
 * @throws InputError PERSON_MISSING
 */
export function* drawPersons(
  given: Table,
  job: Pick<ResolvedJob, 'attributes' | 'defaultRole' | 'input' | 'rowsPerPerson'>,
): Steps<DrawnTable> {
  const { rowsPerPerson } = job;
  if (rowsPerPerson === undefined) return { table: given, rowsNotDrawn: null };
  const table = withDeclaredTypes(given, typesFor(job, given));
  requireColumns(
    job,
    table.columns.map(({ name }) => name),
  );
  const persons = keysOf(job, table);
  const released = table.columns.filter(({ name }) => !isWithheld(job, name));
  const units = yield* numberUnits(table, persons);
  if (units.missing > 0) throw missingPersons(units.missing, persons);
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
