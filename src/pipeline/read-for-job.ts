import type { Job } from '../job/job.js';
import type { TableSource } from '../io/read-table.js';
import { parseJob } from './parse-job.js';
import type { JobInput, ReadForJobOptions } from './read-for-checked.js';
import { readForChecked } from './read-for-checked.js';

export type { JobInput, ReadForJobOptions } from './read-for-checked.js';

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
