import type { AttributeSpec, CheckedJob, Job } from '../job/job.js';
import { expandAttributes } from '../job/job.js';
import { declaredTypes, isWithheld, requireColumns, typesFor } from '../job/roles.js';
import type { CsvSource, FoundReading, ReadCountedOptions, ReadCsvOptions } from '../io/csv/read-csv.js';
import { readCsvCounted } from '../io/csv/read-csv.js';
import type { TableSource } from '../io/read-table.js';
import { readTable } from '../io/read-table.js';
import type { Table } from '../table/table.js';
import { withDeclaredTypes } from '../table/declared-types.js';
import { parseJob } from './parse-job.js';

/** A table that holds only what a job needs, and the job without what the table does not hold. */
export interface JobInput {
  readonly table: Table;
  /**
   * The job without identifiers and dropped columns. Where it released columns that it does not name, it names them now and drops all
   * others: an identifier that it does not know any more is still none of its columns.
   */
  readonly job: CheckedJob;
  /** Columns in which `input.onMissing` looks for missing values. Default: those that the job names. */
  readonly mattering?: readonly string[];
  /** Names of all columns of the file. */
  readonly columns: readonly string[];
  /** What was found about the file that the job does not say. */
  readonly found?: FoundReading;
}

/** Options of {@link readForJob}. */
export interface ReadForJobOptions extends Pick<ReadCsvOptions, 'sourceName' | 'signal' | 'onProgress'> {
  /** Given, the table is a counted one: memory grows with its distinct rows, at most `memory` bytes of them. */
  readonly counted?: Pick<ReadCountedOptions, 'memory' | 'createMemo'>;
  /** Reads what is no CSV; the source is then whatever it takes. */
  readonly read?: (options: ReadCsvOptions) => Promise<Table>;
}

/**
 * Reads CSV as the job's `input` says, or whatever else `readTable` takes. Identifiers and dropped columns are not even kept in
 * memory: the table does not have them, and the job that comes back does not name them. The job is checked before anything is
 * read. Throws what `parseJob` and `readTable` throw, and
 * InvalidArgumentError `UNKNOWN_COLUMN` for an attribute that is no column of the source.
 *
 * @param source - with `counted`, CSV
 */
export async function readForJob(source: TableSource, given: Job, options: ReadForJobOptions = {}): Promise<JobInput> {
  return readForChecked(source, parseJob(given), options);
}

/** {@link readForJob} of a job that is checked already, or of the part of one that says how its input is read. */
export async function readForChecked(
  source: TableSource,
  given: Job,
  options: ReadForJobOptions = {},
): Promise<JobInput> {
  const job = expandAttributes(given);
  const names = Object.keys(job.attributes);
  const withheld = (name: string): boolean => isWithheld(job, name);
  const columns = new Set<string>();
  let found: FoundReading | undefined;
  const { counted, read, ...others } = options;
  const settings = {
    ...job.input,
    ...others,
    types: Object.fromEntries(declaredTypes(job)),
    select: (name: string) => {
      columns.add(name);
      return !withheld(name);
    },
    onColumns: (all: readonly string[]) => requireColumns(job, all, options.sourceName),
    missingMatters: (name: string) => Object.hasOwn(job.attributes, name),
    onFound: (reading: FoundReading) => {
      found = { ...found, ...reading };
    },
  };
  const asFound =
    read !== undefined
      ? await read(settings)
      : counted === undefined
        ? await readTable(source, settings)
        : await readCsvCounted(source as CsvSource, { ...settings, ...counted });
  requireColumns(job, [...columns], options.sourceName);
  const table = withDeclaredTypes(asFound, typesFor(job, asFound));
  const attributes = Object.create(null) as Record<string, AttributeSpec>;
  for (const name of names) {
    if (!withheld(name)) attributes[name] = job.attributes[name];
  }
  const mattering = Object.keys(attributes);
  if (mattering.length === names.length || job.defaultRole !== 'insensitive') {
    return { table, job: { ...job, attributes }, columns: [...columns], found, mattering };
  }
  for (const { name } of table.columns) attributes[name] ??= { role: 'insensitive' };
  return { table, job: { ...job, attributes, defaultRole: 'drop' }, columns: [...columns], found, mattering };
}
