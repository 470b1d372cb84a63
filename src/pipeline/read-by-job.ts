import { appendAll } from '../base/sequences.js';
import { runWithEvents, type Steps } from '../base/steps.js';
import type { ReadCsvOptions } from '../io/csv/read-options.js';
import type { CheckedJob, Job } from '../job/job.js';
import { expandAttributes } from '../job/job.js';
import { closedJob, jobOfColumns } from '../job/job-of-columns.js';
import { listMatches } from '../job/patterns.js';
import { InputError } from '../base/errors.js';
import {
  type ColumnsPlan,
  isUnread,
  planColumns,
  plannedColumn,
  plannedKinds,
  plannedRole,
  takingColumns,
} from '../job/plan.js';
import { filterRows, requireTaking } from './take-rows.js';
import { requireColumns, warnOfDefaults } from '../job/roles.js';
import { withDeclaredTypes } from '../table/declared-types.js';
import type { Warning } from '../table/table.js';
import { Table } from '../table/table.js';
import { lookedTables } from './looked-tables.js';
import type { LookedColumns } from './persons-of-job.js';

/** A table that was read for a job, the job without what the table does not hold, and all columns of the source. */
interface ReadByJob {
  readonly table: Table;
  readonly job: CheckedJob;
  readonly columns: readonly string[];
  readonly mattering: readonly string[];
}

/** Searches of columns before they are dropped. */
export interface SearchOptions {
  /** Given, identifier columns are read too, and dropped after this search of the texts, whose warnings become the table's. */
  readonly searchIdentifiers?: (table: Table) => Steps<readonly Warning[]>;
  /** Given, columns that may be the key of a person are read too, and dropped after a look at them, whose warnings become the table's. */
  readonly looked?: LookedColumns | null;
}

/** The table without columns that are not released, once it was searched with them. */
function* withoutIdentifiers(
  table: Table,
  isSearched: (name: string) => boolean,
  searches: readonly ((table: Table) => Steps<readonly Warning[]>)[],
): Steps<Table> {
  const kept = table.columns.filter(({ name }) => !isSearched(name));
  const own = table.warnings.filter(({ attribute }) => attribute === undefined || !isSearched(attribute));
  for (const search of searches) appendAll(own, yield* search(table));
  return new Table(table.rows, kept, own, table.weights);
}

/** Throws InvalidArgumentError UNKNOWN_COLUMN where the job names no column of the source. */
function requireRead(plan: ColumnsPlan, columns: readonly string[], source: string | undefined): void {
  requireColumns(plan, columns, source);
  requireTaking(plan.input, columns, source);
}

/** Throws InputError MISSING_VALUE for a missing cell of a row that is taken. */
function* refuseMissing(
  table: Table,
  plan: ColumnsPlan,
  mattering: readonly string[],
  source: string | undefined,
): Steps<void> {
  const { table: taken } = yield* filterRows(table, { ...plan, input: { ...plan.input, count: undefined } });
  const attribute = mattering.find((name) => (taken.column(name)?.missingCode ?? -1) >= 0);
  if (attribute === undefined) return;
  const message = 'a value of a row that is taken is missing, and input.onMissing is "error"';
  throw new InputError('MISSING_VALUE', message, { source, attribute });
}

/**
 * Reads what a job needs of a source, as its `input` says, by any reader.
 *
 * @throws InvalidArgumentError `UNKNOWN_COLUMN` for an attribute that is no column of the source
 */
export async function readByJob(
  given: Job,
  options: Pick<ReadCsvOptions, 'sourceName' | 'signal' | 'onProgress' | 'onBadRows' | 'described' | 'onDescribed'> &
    SearchOptions,
  read: (settings: ReadCsvOptions) => Promise<Table>,
): Promise<ReadByJob> {
  const { searchIdentifiers, looked = null, ...settings } = options;
  const asked = expandAttributes(given);
  const plan = planColumns(asked);
  const unread = (name: string): boolean => isUnread(plan, name);
  const taking = new Set(takingColumns(plan));
  const columns = new Set<string>();
  const searches = [searchIdentifiers ?? [], looked?.look ?? []].flat();
  const isSearched = (name: string): boolean =>
    (searchIdentifiers !== undefined && plannedRole(plan, name) === 'identifier') ||
    (unread(name) && looked?.select(name) === true);
  const { where, count: _, ...input } = plan.input;
  // Cells of rows that are left out may be missing.
  const refusesLater = where !== undefined && input.onMissing === 'error';
  const whole = await read({
    ...input,
    ...(refusesLater ? { onMissing: 'keep' } : {}),
    ...settings,
    listDelimiters: [...plan.columns, ...plan.patterns].flatMap(({ spec: { set } }) => set?.delimiter ?? []),
    listDelimiter: (name: string) => plannedColumn(plan, name)?.spec.set?.delimiter,
    types: (name: string) => (isSearched(name) ? undefined : (plannedColumn(plan, name)?.kind ?? undefined)),
    select: (name: string) => {
      columns.add(name);
      return !unread(name) || isSearched(name) || taking.has(name);
    },
    onDescribed: (part) => {
      if (part.columns !== undefined) requireRead(plan, part.columns, options.sourceName);
      options.onDescribed?.(part);
    },
    missingMatters: (name: string) => plannedColumn(plan, name) !== undefined && !isSearched(name),
  });
  requireRead(plan, [...columns], options.sourceName);
  const asFound =
    searches.length === 0
      ? whole
      : await runWithEvents(
          withoutIdentifiers(whole, (name) => isSearched(name) && !taking.has(name), searches),
          options.signal,
        );
  const job = listMatches(asked, [...columns]);
  const listed = planColumns(job);
  const mattering = listed.columns.map(({ name }) => name).filter((name) => !unread(name));
  const isClosed = mattering.length < listed.columns.length && plan.defaultRole === 'insensitive';
  const typed = withDeclaredTypes(asFound, plannedKinds(planColumns(job, asFound.columns)));
  const noticed = isClosed ? warnOfDefaults(listed) : [];
  if (refusesLater) await runWithEvents(refuseMissing(typed, plan, mattering, options.sourceName), options.signal);
  const table =
    noticed.length === 0 ? typed : new Table(typed.rows, typed.columns, [...typed.warnings, ...noticed], typed.weights);
  if (looked !== null) lookedTables.add(table);
  const own = { table, columns: [...columns], mattering };
  if (!isClosed) return { ...own, job: jobOfColumns(job, mattering) };
  const all = new Set([...mattering, ...table.columns.map(({ name }) => name)]);
  return { ...own, job: closedJob(job, [...all]) };
}
