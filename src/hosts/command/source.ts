import type { AnonymizeResult, CheckedJob, RunResult, Table } from '../../index.js';
import type { InputDescription } from '../../table/input-description.js';
import type { ReleasePlan } from '../../pipeline/options.js';
import type { Warning } from '../../table/table.js';
import type { AnonymizeOptions } from './anonymize-options.js';
import type { OpenSource } from './read-rows.js';
import type { CountedReading } from '../../io/csv/count-file.js';
import type { SecondPass } from './second-pass.js';
import type { Session } from './with-terminal.js';

/** Context of every part of one run of `kohort anonymize`. */
export interface CommandRun extends Session {
  readonly options: AnonymizeOptions;
}

/** Source of rows: files, or a table of an SQL engine. Once made, it has refused options that it has no use for. */
export interface Source {
  /** Throws InvalidArgumentError for a job that cannot be run on it. */
  accept(job: CheckedJob): void;
  /** Connects, and refuses a target inside the source that cannot be made. Returns what it noticed. */
  open(): Promise<readonly Warning[]>;
  /** Reads the rows, or counts the distinct ones. `described`: description of the files by an earlier reading. */
  read(job: CheckedJob, described?: InputDescription): Promise<SourceTable>;
  close(): Promise<void>;
}

/** The table of a source. */
export interface SourceTable {
  readonly table: Table;
  /** The job without columns that the table does not have. */
  readonly job: CheckedJob;
  /** Names of all columns of the source. */
  readonly columns: readonly string[];
  /** Rows that could not be read, where they are to be written: as they stand, in UTF-8. */
  readonly badRows?: readonly Uint8Array[];
  /** Threads that read. */
  readonly threads: number;
  /** The engine that it was read from: tables beside it in one database are read over the same connection. */
  readonly engine: OpenSource | null;
  /** Options by which the rows of a file were counted, where they were; a counted release is read again in the same way. */
  readonly counted: CountedReading | null;
  /** Makes the release of counted rows in the order of the input; null where no order is kept, or rows are. */
  readonly inOrder: ((done: AnonymizeResult) => SecondPass) | null;
  /** Sink of a release that stays in the source; null: to files or stdout. */
  readonly sink: Sink | null;
}

/** Target of a release. */
export interface Sink {
  /** Starts with what is known before the release is measured and audited. */
  begin?(plan: ReleasePlan): Promise<void>;
  /**
   * Writes the release, reads it again, and compares it with the audited one; only then it gets its name. Throws AuditError,
   * OutputError, AbortError: then nothing of it stays.
   *
   * @param result - as it is before the release was written, for a report
   */
  write(done: AnonymizeResult, result: RunResult): Promise<void>;
  /** Removes what is only for the writing, and a release that was not written to its end; called in any case. */
  close?(): Promise<void>;
}
