import type { CheckedJob } from '../../job/job.js';
import { closedJob } from '../../job/job-of-columns.js';
import { isKeyOfUnit, isUnread, isWithheld, planColumns, plannedColumn, plannedRole } from '../../job/plan.js';
import { listMatches } from '../../job/patterns.js';
import { requireColumns } from '../../job/roles.js';
import { EntryIndex } from '../../table/entry-index.js';
import type { Column } from '../../table/table.js';
import { allocateCodes, Table, weighCodes } from '../../table/table.js';
import type { Dialect } from './dialects.js';
import { ownNames } from './own-names.js';
import type { PrintedSource } from './print-sql.js';
import { nullKey, presentCondition } from './statements.js';

/** A table in memory as an engine would count it, and the job without what is not counted. */
interface CountedTable extends PrintedSource {
  readonly job: CheckedJob;
}

/**
 * Counts the distinct rows of a table by the columns that a release depends on: those that are released, but for what is released as it is. Missing
 * cells stand for NULL, all others for their text.
 *
 * @param table - a table of rows, not a counted one
 * @throws InvalidArgumentError UNKNOWN_COLUMN
 */
export function countTable(table: Table, job: CheckedJob, dialect: Dialect): CountedTable {
  const all = table.columns.map(({ name }) => name);
  requireColumns(planColumns(job), all);
  const plan = planColumns(listMatches(job, all));
  const released = all.filter((name) => !isWithheld(plan, name));
  const isCounted = (name: string): boolean =>
    isKeyOfUnit(plan, name) || (released.includes(name) && plannedRole(plan, name) !== 'insensitive');
  const counted = table.columns.filter(({ name }) => isCounted(name));
  const index = new EntryIndex(counted.length);
  const vector = new Uint32Array(counted.length);
  for (let row = 0; row < table.rows; row++) {
    for (let c = 0; c < vector.length; c++) vector[c] = counted[c].codes[row];
    index.add(vector, 0, 1);
  }
  const weights = index.rows();
  const columns = counted.map((column, c) => countedColumn(column, index.column(c), weights));
  const named = all.filter((name) => !isUnread(plan, name) && plannedColumn(plan, name) !== undefined);
  return {
    table: new Table(table.rows, columns, table.warnings, weights),
    job: closedJob(
      job,
      counted.map(({ name }) => name),
    ),
    released,
    where: plan.input.onMissing === 'drop' ? presentCondition(dialect, named, plan.missing) : null,
    names: ownNames(all),
    spelled: {
      index,
      texts: counted.map(({ texts, missingCode }) =>
        texts.map((text, code) => (code === missingCode ? nullKey : text)),
      ),
      entryOf: null,
    },
  };
}

function countedColumn(column: Column, found: Uint32Array, weights: Uint32Array): Column {
  const codes = allocateCodes(found.length, column.texts.length);
  codes.set(found);
  return { ...column, codes, rowsPerCode: weighCodes(codes, weights, column.texts.length) };
}
