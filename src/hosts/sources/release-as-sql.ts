import { InvalidArgumentError } from '../../base/errors.js';
import type { Job, RunOptions, RunResult, Table } from '../../index.js';
import { anonymize, parseJob } from '../../index.js';
import { type ColumnsPlan, isWithheld, withoutOrder } from '../../job/plan.js';
import { resolveChecked } from '../../pipeline/resolve-job.js';
import { planRun } from '../../pipeline/plan-run.js';
import { requireCopies, requireCountable } from '../../pipeline/two-passes.js';
import { countTable } from '../../io/sql/count-table.js';
import type { dialects } from '../../io/sql/dialects.js';
import { dialectArgument, printSql } from '../../io/sql/print-sql.js';
import { recodedOf } from './recoded.js';

/** Databases that statements can be written for. */
export type SqlDialect = keyof typeof dialects;

/** Database and tables of the statements. */
export interface ReleaseAsSqlOptions extends Omit<RunOptions, 'onPlan'> {
  /** The database. */
  readonly dialect: SqlDialect;
  /** The name of the table there that holds the same rows; a dot separates its schema. */
  readonly table: string;
  /** The name of the table that the release becomes. Default: `table` and `_released`. */
  readonly target?: string;
}

/** A release as statements. */
export interface SqlRelease {
  /** The statements, piece by piece. They hold values of the original. */
  readonly statements: Iterable<string>;
  /** The result of the run, as `anonymize` gives it. */
  readonly result: RunResult;
}

/**
 * The statements that make the release of a table inside a database that holds the same rows: for people who try a job on a file and release where the
 * data lies. Cells are compared as text: numbers and dates as this table has them, missing cells as NULL. A row whose values this
 * table does not have is not released.
 *
 * @param table - the rows, as `readTable` gives them
 * @param job - as for `anonymize`, but not one that needs the rows themselves
 * @param options - the database, its tables, and those of `anonymize`
 * @throws what `anonymize` throws; InvalidArgumentError TWO_PASS_IMPOSSIBLE for jobs that need the rows, UNKNOWN_VALUE for another dialect, SAME_FILE, DUPLICATE_COLUMN
 *
 * @example
 * ```js
 * const { statements } = await releaseAsSql(table, job, { dialect: 'postgres', table: 'public.people' });
 * await writeFile('release.sql', statements);
 * ```
 */
export async function releaseAsSql(
  table: Table,
  job: Job,
  { dialect: dialectName, table: name, target = `${name}_released`, ...options }: ReleaseAsSqlOptions,
): Promise<SqlRelease> {
  const asked = parseJob(job);
  const checked = planRun(resolveChecked(asked));
  requireCountable(checked, 'job');
  requireCopies(checked, 'job');
  const dialect = dialectArgument(dialectName, 'options.dialect');
  for (const [option, given] of Object.entries({ table: name, target })) {
    if (typeof given === 'string' && given !== '') continue;
    throw new InvalidArgumentError(`options.${option}`, 'the name of a table', given === '' ? '""' : typeof given);
  }
  if (name === target) {
    throw new InvalidArgumentError('options.target', 'another table', JSON.stringify(target), 'SAME_FILE');
  }
  if (table.weights !== null) throw new InvalidArgumentError('table', 'a table of rows', 'a counted table');
  if (dialect.isCaseBlind) requireDistinctNames(table, checked, dialectName);
  const source = countTable(table, asked, dialect);
  const { plan, result } = await anonymize(source.table, withoutOrder(source.job), options);
  const recoded = recodedOf(plan!, checked);
  return { statements: printSql(dialect, { name, target, source, recoded }), result };
}

/** Throws InvalidArgumentError DUPLICATE_COLUMN for columns of the statements that the database cannot distinguish. */
function requireDistinctNames({ columns }: Table, plan: ColumnsPlan, dialect: SqlDialect): void {
  const known = new Map<string, string>();
  for (const { name } of columns) {
    if (isWithheld(plan, name)) continue;
    const other = known.get(name.toLowerCase());
    known.set(name.toLowerCase(), name);
    if (other === undefined) continue;
    const expected = `columns whose names differ in more than case, which ${dialect} does not distinguish`;
    const received = `${JSON.stringify(other)} and ${JSON.stringify(name)}`;
    throw new InvalidArgumentError('table', expected, received, 'DUPLICATE_COLUMN');
  }
}
