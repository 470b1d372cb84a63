import type { ReadCsvOptions } from '../io/csv/read-options.js';
import type { AttributeSpec, CheckedJob, Job } from '../job/job.js';
import { expandAttributes } from '../job/job.js';
import { declaredTypes, isWithheld, requireColumns, typesFor } from '../job/roles.js';
import { withDeclaredTypes } from '../table/declared-types.js';
import type { Table } from '../table/table.js';

/** A table that was read for a job, the job without what the table does not hold, and all columns of the source. */
export interface ReadByJob {
  readonly table: Table;
  readonly job: CheckedJob;
  readonly columns: readonly string[];
  readonly mattering: readonly string[];
}

/**
 * Reads what a job needs of a source, as its `input` says, by any reader.
 *
 * @throws InvalidArgumentError `UNKNOWN_COLUMN` for an attribute that is no column of the source
 */
export async function readByJob(
  given: Job,
  options: Pick<ReadCsvOptions, 'sourceName' | 'signal' | 'onProgress' | 'onFound'>,
  read: (settings: ReadCsvOptions) => Promise<Table>,
): Promise<ReadByJob> {
  const job = expandAttributes(given);
  const names = Object.keys(job.attributes);
  const withheld = (name: string): boolean => isWithheld(job, name);
  const columns = new Set<string>();
  const asFound = await read({
    ...job.input,
    ...options,
    types: Object.fromEntries(declaredTypes(job)),
    select: (name: string) => {
      columns.add(name);
      return !withheld(name);
    },
    onColumns: (all: readonly string[]) => requireColumns(job, all, options.sourceName),
    missingMatters: (name: string) => Object.hasOwn(job.attributes, name),
  });
  requireColumns(job, [...columns], options.sourceName);
  const table = withDeclaredTypes(asFound, typesFor(job, asFound));
  const attributes = Object.create(null) as Record<string, AttributeSpec>;
  for (const name of names) {
    if (!withheld(name)) attributes[name] = job.attributes[name];
  }
  const mattering = Object.keys(attributes);
  if (mattering.length === names.length || job.defaultRole !== 'insensitive') {
    return { table, job: { ...job, attributes }, columns: [...columns], mattering };
  }
  for (const { name } of table.columns) attributes[name] ??= { role: 'insensitive' };
  return { table, job: { ...job, attributes, defaultRole: 'drop' }, columns: [...columns], mattering };
}
