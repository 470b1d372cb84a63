import type { CheckedJob, Job } from '../job/job.js';
import type { CsvSource, ReadCountedOptions, ReadCsvOptions } from '../io/csv/read-csv.js';
import { readCsvCounted } from '../io/csv/read-csv.js';
import type { InputDescription } from '../table/input-description.js';
import { DescriptionParts } from '../table/input-description.js';
import type { TableSource } from '../io/read-table.js';
import { readTable } from '../io/read-table.js';
import type { SearchOptions } from './read-by-job.js';
import type { Table } from '../table/table.js';
import { readByJob } from './read-by-job.js';

/** A table that holds only what a job needs, and the job without what the table does not hold. */
export interface JobInput {
  /** The columns that the job releases, in the order of the file. */
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
  /** Description of the file; absent of rows in memory and of a table of a database. */
  readonly found?: InputDescription;
}

/** Options of {@link readForJob}. */
export interface ReadForJobOptions
  extends Pick<ReadCsvOptions, 'sourceName' | 'signal' | 'onProgress' | 'onBadRows' | 'described'>, SearchOptions {
  /** Given, the table is a counted one: memory grows with its distinct rows, at most `memory` bytes of them. */
  readonly counted?: Pick<ReadCountedOptions, 'memory' | 'createMemo'>;
  /** Reads what is no CSV; the source is then whatever it takes. */
  readonly read?: (options: ReadCsvOptions) => Promise<Table>;
}

/** `readForJob` of a job that is checked already, or of the part of one that says how its input is read. */
export async function readForChecked(
  source: TableSource,
  job: Job,
  { counted, read, ...others }: ReadForJobOptions = {},
): Promise<JobInput> {
  const parts = new DescriptionParts();
  const input = await readByJob(job, { ...others, onDescribed: parts.take }, (settings) => {
    if (read !== undefined) return read(settings);
    if (counted === undefined) return readTable(source, settings);
    return readCsvCounted(source as CsvSource, { ...settings, ...counted });
  });
  return { ...input, found: parts.whole };
}
