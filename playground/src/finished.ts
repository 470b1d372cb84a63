import type { AuditReport, CheckedJob, RunResult, Table } from 'kohort/js';
import type { Choices } from './choices.js';

/** A finished run, with the job that asked for it. */
export interface Finished {
  /** Another one for every run. */
  readonly id: number;
  /** Name by the user. */
  readonly name: string;
  /** The choices that the job was made of, to be taken again. */
  readonly choices: Choices;
  readonly job: CheckedJob;
  readonly seed: number | null;
  /** The table that it was made from. */
  readonly original: Table;
  readonly release: Table;
  /** The second table of algorithms that release sensitive columns apart. */
  readonly apart: Table | null;
  readonly csv: Blob;
  /** The second file of algorithms that release sensitive columns apart. */
  readonly sensitive: Blob | null;
  readonly result: RunResult;
  readonly audit: AuditReport;
}
