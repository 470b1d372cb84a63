import type { Steps } from '../base/steps.js';
import type { SearchOptions } from './read-by-job.js';
import type { TableSource } from '../io/read-table.js';
import type { CheckedJob } from '../job/job.js';
import type { ColumnsPlan, Plan } from '../job/plan.js';
import type { Table, Warning } from '../table/table.js';
import type { checkListRun } from './dissociate.js';
import type { JobParts } from './job-parts.js';
import type { JobRegistry } from './registry.js';

/**
 * Parts that only some runs need. An entry point of the package has all of it at hand (`full-parts.ts`), or loads it on use: then a page that
 * anonymizes by one algorithm does not download the others.
 */
export interface RunParts {
  /** Returns what the job can name; a promise where some of that is loaded for this job. */
  registryFor(job: unknown): JobRegistry | Promise<JobRegistry>;
  /** Returns what a run of the plan on the table needs; a promise where some of that is loaded for it. */
  partsFor(plan: Plan, table: Table): JobParts | Promise<JobParts>;
  /** Reads what a checked job needs of a source that is no table. */
  read(
    source: TableSource,
    job: CheckedJob,
    options: { readonly signal?: AbortSignal } & SearchOptions,
  ): Promise<{ readonly table: Table; readonly job: CheckedJob }>;
  /** REPEATED_PERSONS where people seem to have several rows, as far as the table shows it. */
  warnOfPersons(table: Table, plan: ColumnsPlan): Steps<readonly Warning[]> | Promise<Steps<readonly Warning[]>>;
  /** The steps of algorithms that take lists; absent where there is no such algorithm. */
  readonly checkListRun?: typeof checkListRun;
}
